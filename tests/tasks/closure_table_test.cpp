// The table of closures: complete, in order, and the same whenever it is asked for.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/closure_table.hpp"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

namespace {

/// Adds its number to a sum.
struct adding_closure {
  int number;
  int* sum;
  void operator()() const { *sum += number; }
};

}  // namespace

TEST(closure_table, numbers_every_closure_by_its_place) {
  const closure_table& table = closure_table::of_this_program();
  ASSERT_GT(table.size(), 0U);
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_EQ(table[i].index, i);
    if (i > 0) { EXPECT_LE(std::strcmp(table[i - 1].name, table[i].name), 0); }
  }
  EXPECT_EQ(&closure_table::of_this_program(), &table);
  EXPECT_NE(table.hash(), 0U);
}

TEST(closure_table, finds_the_code_of_a_closure_out_of_its_bytes) {
  const closure_type& row = closure_row<adding_closure>;
  EXPECT_EQ(&closure_table::of_this_program()[row.index], &row);
  int sum = 0;
  const adding_closure closure{.number = 7, .sum = &sum};
  std::vector<std::byte> bytes(sizeof closure + 1);  // and at an odd address
  std::memcpy(bytes.data() + 1, &closure, sizeof closure);
  row.make_task(bytes.data() + 1, nullptr).run();
  EXPECT_EQ(sum, 7);
}

}  // namespace orujo::test
