// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/utf8.hpp"

#include <gtest/gtest.h>

namespace orujo::test {
namespace {

TEST(utf8, code_points_of_every_length) {
  EXPECT_EQ(code_points_of(""), U"");
  EXPECT_EQ(code_points_of("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z"), U"a\u00e9\u20ac\U0001f600z");
}

TEST(utf8, each_byte_that_is_none_is_replaced) {
  EXPECT_EQ(code_points_of("a\xff\xc3"), U"a\ufffd\ufffd");
  EXPECT_EQ(code_points_of("\xe2\x82z"), U"\ufffd\ufffdz");
  EXPECT_EQ(code_points_of("\xc0\x80"), U"\ufffd\ufffd") << "a longer form of another one";
  EXPECT_EQ(code_points_of("\xed\xa0\x80"), U"\ufffd\ufffd\ufffd") << "half of a pair";
}

}  // namespace
}  // namespace orujo::test
