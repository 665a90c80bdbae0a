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
  EXPECT_FALSE(predicted_largest(std::vector<growth_point>{{16, 5}, {32, 0}, {64, 7}}));
  points.insert(points.begin(), {1, 0});  // one rank sends nothing
  EXPECT_NEAR(predicted_largest(points)->error(), -0.5, 1e-9);
}

TEST(growth_law, predicts_sums_of_a_constant_and_a_term) {
  for (const auto& points : {figures([](double p) { return 150000 + 200 * p * p; }),
                             figures([](double p) { return 100 + 30 * std::log2(p); }),
                             figures([](double p) { return 5e6 - 9e6 / std::sqrt(p); })}) {
    const auto prediction = predicted_largest(points);
    ASSERT_TRUE(prediction);
    EXPECT_NEAR(prediction->error(), 0, 0.02) << prediction->law.text();
    EXPECT_NE(prediction->law.constant, 0);
  }
}

TEST(growth_law, predicts_with_what_the_larger_ones_show) {
  // Small teams follow another law.
  auto points = figures([](double p) { return 10 * p * std::sqrt(p); });
  for (auto& each : points) {
    if (each.ranks <= 16) { each.value = 500 + each.ranks; }
  }
  const auto prediction = predicted_largest(points);
  ASSERT_TRUE(prediction);
  EXPECT_LT(std::abs(prediction->error()), 0.15);
}

TEST(growth_law, says_a_constant_before_the_term) {
  const growth_law law{.factor = 3, .exponent = 0.5, .logs = 2, .constant = 40};
  EXPECT_EQ(law.text(), "40 + 3 · P^0.50 log² P");
  EXPECT_NEAR(law.at(16), 40 + 3 * 4 * 16, 1e-9);
}

}  // namespace orujo::cli
