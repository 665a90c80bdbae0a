// Lines of costs: exact where points lie on one, in between where they do not, and who is cheaper.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/choice/cost_model.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

TEST(cost_model, finds_the_line_that_points_lie_on) {
  const std::array<cost_point, 4> seen = {{{1, 17}, {4, 26}, {16, 62}, {64, 206}}};
  const auto line = fitted_cost(seen);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->each_ns, 3, 1e-9);
  EXPECT_NEAR(line->once_ns, 14, 1e-9);
  EXPECT_NEAR(line->worst_miss, 0, 1e-9);
  EXPECT_NEAR(line->at(100), 314, 1e-7);
}

TEST(cost_model, may_have_a_negative_part) {
  const std::array<cost_point, 2> seen = {{{2, 1}, {4, 5}}};
  const auto line = fitted_cost(seen);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->each_ns, 2, 1e-9);
  EXPECT_NEAR(line->once_ns, -3, 1e-9);
}

// The weights are 1, 1/4 and 1/4, which gives A = 4/7 and B = 10/21, and misses of 1/21, 4/21 and
// 2/21; the plain sum of squares would give A = 1/2 and B = 2/3.
TEST(cost_model, weighs_relative_misses) {
  const std::array<cost_point, 3> seen = {{{1, 1}, {2, 2}, {3, 2}}};
  const auto line = fitted_cost(seen);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->each_ns, 4.0 / 7, 1e-9);
  EXPECT_NEAR(line->once_ns, 10.0 / 21, 1e-9);
  EXPECT_NEAR(line->worst_miss, 4.0 / 21, 1e-9);
}

TEST(cost_model, takes_the_middle_of_what_was_seen_twice) {
  const std::array<cost_point, 4> seen = {{{1, 10}, {1, 10}, {2, 20}, {2, 20}}};
  const auto line = fitted_cost(seen);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->each_ns, 10, 1e-9);
  EXPECT_NEAR(line->once_ns, 0, 1e-9);
}

TEST(cost_model, fits_nothing_through_one_place) {
  EXPECT_FALSE(fitted_cost({}));
  const std::array<cost_point, 1> one = {{{4, 7}}};
  EXPECT_FALSE(fitted_cost(one));
  const std::array<cost_point, 2> same = {{{4, 7}, {4, 9}}};
  EXPECT_FALSE(fitted_cost(same));
  const std::array<cost_point, 2> timeless = {{{1, 0}, {2, 9}}};
  EXPECT_FALSE(fitted_cost(timeless));
}

TEST(cost_model, says_from_where_on_coarse_activities_are_cheaper) {
  const cost_line atomics{.each_ns = 10, .once_ns = 0};
  EXPECT_EQ(crossing_point(atomics, {.each_ns = 2, .once_ns = 20}), 3);  // 2.5: from 3 on
  EXPECT_EQ(crossing_point(atomics, {.each_ns = 2, .once_ns = 24}), 4);  // equal at 3
  EXPECT_EQ(crossing_point(atomics, {.each_ns = 2, .once_ns = 8}), 2);   // equal at 1
  EXPECT_EQ(crossing_point(atomics, {.each_ns = 2, .once_ns = 7}), 1);   // from the first on
  EXPECT_EQ(crossing_point(atomics, {.each_ns = 2, .once_ns = -5}), 1);
  EXPECT_EQ(crossing_point(atomics, {.each_ns = 10, .once_ns = -1}), 1);  // parallel, below
}

TEST(cost_model, says_that_they_never_are) {
  const cost_line atomics{.each_ns = 10, .once_ns = 5};
  EXPECT_FALSE(crossing_point(atomics, {.each_ns = 11, .once_ns = 0}));  // cheaper at first only
  EXPECT_FALSE(crossing_point(atomics, {.each_ns = 10, .once_ns = 5}));
  EXPECT_FALSE(crossing_point(atomics, {.each_ns = 10, .once_ns = 6}));
  EXPECT_FALSE(crossing_point(atomics, {.each_ns = 10 - 1e-12, .once_ns = 1e9}));
}

TEST(cost_model, names_the_cheapest_of_several) {
  const std::array<cost_line, 4> lines = {{{.each_ns = 10, .once_ns = 0},
                                           {.each_ns = 5, .once_ns = 11},
                                           {.each_ns = 1, .once_ns = 101},
                                           {.each_ns = 5, .once_ns = 12}}};
  const std::vector<cheapest_range> wanted = {{1, 0}, {3, 1}, {23, 2}};
  EXPECT_EQ(cheapest_ranges(lines, 512), wanted);
  EXPECT_EQ(cheapest_ranges(lines, 22), (std::vector<cheapest_range>{{1, 0}, {3, 1}}));
  EXPECT_TRUE(cheapest_ranges({}, 512).empty());
}

TEST(cost_model, agrees_with_itself_about_two) {
  const std::array<cost_line, 2> lines = {
      {{.each_ns = 7, .once_ns = 3}, {.each_ns = 4, .once_ns = 30}}};
  const auto from = crossing_point(lines[0], lines[1]);
  ASSERT_TRUE(from);
  EXPECT_EQ(cheapest_ranges(lines, 512).back(), (cheapest_range{*from, 1}));
}

}  // namespace orujo::test
