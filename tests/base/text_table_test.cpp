// Lines that fit a terminal.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/text_table.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace orujo {
namespace {

using lines = std::vector<std::string>;

TEST(wrapped_lines, break_at_blanks) {
  EXPECT_EQ(wrapped_lines("one two three", 7), (lines{"one two", "three"}));
  EXPECT_EQ(wrapped_lines("one two three", 6), (lines{"one", "two", "three"}));
  EXPECT_EQ(wrapped_lines("one two three", 13), (lines{"one two three"}));
}

TEST(wrapped_lines, keep_a_long_word_whole) {
  EXPECT_EQ(wrapped_lines("a /very/long/path b", 6), (lines{"a", "/very/long/path", "b"}));
}

TEST(wrapped_lines, count_columns_and_not_bytes) {
  EXPECT_EQ(wrapped_lines("µs … µs", 7), (lines{"µs … µs"}));
}

TEST(wrapped_lines, of_nothing_are_one_empty_line) {
  EXPECT_EQ(wrapped_lines("", 10), (lines{""}));
}

}  // namespace
}  // namespace orujo
