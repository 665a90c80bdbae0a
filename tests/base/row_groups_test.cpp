// Groups of rows: all rows, each once, in few groups.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/row_groups.hpp"

#include <gtest/gtest.h>

namespace orujo {
namespace {

TEST(row_groups, are_all_rows_in_their_order) {
  for (const std::size_t rows : {0U, 1U, 63U, 64U, 65U, 128U, 129U, 1000U, 100000U}) {
    std::size_t next = 0;
    for (const row_group& each : groups_of(rows)) {
      EXPECT_EQ(each.first, next);
      EXPECT_GT(each.end, each.first);
      EXPECT_LE(each.size(), rows_per_group(rows));
      next = each.end;
    }
    EXPECT_EQ(next, rows);
    EXPECT_LE(groups_of(rows).size(), most_shown_rows);
    if (rows <= most_shown_rows) { EXPECT_EQ(groups_of(rows).size(), rows); }
  }
}

TEST(row_groups, of_several_rows_say_so) {
  EXPECT_EQ(name_of_group("3", {3, 4}), "3");
  EXPECT_EQ(name_of_group("4", {4, 6}), "4 …");
}

}  // namespace
}  // namespace orujo
