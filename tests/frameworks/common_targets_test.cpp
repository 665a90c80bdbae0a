// Targets of a row among others.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/vertex_centric/common_targets.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

TEST(common_targets, count_parallel_edges_once_and_leave_out_a_vertex) {
  const std::vector<local_vertex> row = {1, 2, 2, 2, 5, 7, 9};
  const std::vector<local_vertex> none;
  constexpr local_vertex nobody = 100;
  EXPECT_EQ(num_common_targets(row, nobody, std::vector<local_vertex>{2, 3, 5, 9, 11}), 3U);
  EXPECT_EQ(num_common_targets(row, 5, std::vector<local_vertex>{2, 3, 5, 9, 11}), 2U);
  EXPECT_EQ(num_common_targets(row, nobody, none), 0U);
  EXPECT_EQ(num_common_targets(none, nobody, row), 0U);
}

TEST(common_targets, ask_a_member_for_numbers) {
  struct numbered {
    local_vertex number;
    double weight;
  };
  const std::vector<local_vertex> row = {0, 4, 6};
  const std::vector<numbered> others = {{0, 1}, {3, 1}, {6, 1}};
  EXPECT_EQ(num_common_targets(row, 0, others, &numbered::number), 1U);
}

}  // namespace orujo::test
