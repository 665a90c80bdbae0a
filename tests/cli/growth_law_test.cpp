// Laws of growth are found again in figures that follow them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/scale/growth_law.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace orujo::cli {

namespace {

std::vector<growth_point> figures(double (*of)(double)) {
  std::vector<growth_point> points;
  for (const double ranks : {4, 16, 64, 256, 1024}) { points.push_back({ranks, of(ranks)}); }
  return points;
}

}  // namespace

TEST(growth_law, finds_a_power) {
  const auto points = figures([](double p) { return 3 * std::pow(p, 1.5); });
  const auto law = fitted_law(points);
  ASSERT_TRUE(law);
  EXPECT_NEAR(law->exponent, 1.5, 1e-9);
  EXPECT_NEAR(law->factor, 3, 1e-9);
  EXPECT_EQ(law->logs, 0);
  EXPECT_EQ(law->text(), "3 · P^1.50");
}

TEST(growth_law, finds_a_power_with_a_logarithm) {
  const auto law = fitted_law(figures([](double p) { return 7 * p * std::log2(p); }));
  ASSERT_TRUE(law);
  EXPECT_EQ(law->logs, 1);
  EXPECT_NEAR(law->exponent, 1, 1e-9);
  EXPECT_NEAR(law->at(4096), 7 * 4096 * 12, 1e-3);
}

TEST(growth_law, finds_that_nothing_grows) {
  const auto law = fitted_law(figures([](double) { return 42.0; }));
  ASSERT_TRUE(law);
  EXPECT_NEAR(law->exponent, 0, 1e-9);
}

TEST(growth_law, is_none_of_too_little) {
  EXPECT_FALSE(fitted_law(std::vector<growth_point>{{16, 5}}));
  EXPECT_FALSE(fitted_law(std::vector<growth_point>{{1, 5}, {2, 0}, {4, 3}}));
  EXPECT_FALSE(predicted_largest(std::vector<growth_point>{{16, 5}, {32, 6}}));
}

TEST(growth_law, predicts_the_largest_from_smaller_ones_alone) {
  auto points = figures([](double p) { return p * p; });
  EXPECT_NEAR(predicted_largest(points)->error(), 0, 1e-9);
  points.back().value *= 2;
  const auto prediction = predicted_largest(points);
  EXPECT_NEAR(prediction->predicted, 1024.0 * 1024, 1e-3);
  EXPECT_NEAR(prediction->error(), -0.5, 1e-9);
}

}  // namespace orujo::cli
