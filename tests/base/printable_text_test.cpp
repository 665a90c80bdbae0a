// What reaches a terminal of text that others have written.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/printable_text.hpp"

#include <string>

#include <gtest/gtest.h>

#include "orujo/base/text_table.hpp"

namespace orujo {
namespace {

TEST(printable, keeps_what_only_shows) {
  EXPECT_EQ(printable("roads of Zürich – 道路 🛣.el"),
            "roads of Zürich – 道路 🛣.el");
}

TEST(printable, writes_out_control_characters) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f\r"), "a\\x1b[2Jb\\x7f\\x0d");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m");
}

TEST(printable, writes_out_bytes_that_are_no_text) {
  EXPECT_EQ(printable("\x9b"
                      "2J"),
            "\\x9b2J");
  EXPECT_EQ(printable("\xe2\x80"), "\\xe2\\x80");           // cut off
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");           // longer than need be
  EXPECT_EQ(printable("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");  // the same
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair of UTF-16
}

TEST(printable, keeps_lines_only_where_asked_to) {
  EXPECT_EQ(printable("a\n\tb"), "a\\x0a\\x09b");
  EXPECT_EQ(printable("a\n\tb", true), "a\n\tb");
}

TEST(text_table, holds_no_cell_that_steers_a_terminal) {
  text_table table;
  table.add({"graph", "\x1b]0;title\x07.el"});
  EXPECT_EQ(table.text(), "graph  \\x1b]0;title\\x07.el\n");
}

}  // namespace
}  // namespace orujo
