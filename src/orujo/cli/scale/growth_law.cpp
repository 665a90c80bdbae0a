// Fits powers and logarithms.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/scale/growth_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"

namespace orujo::cli {

namespace {

constexpr std::size_t points_of_prediction = 3;

struct fitted_line {
  growth_law law;
  double error = std::numeric_limits<double>::infinity();  // sum of squares
};

/// A straight line through the logarithms, the factor (log2 P)^logs taken off.
fitted_line line_through(std::span<const growth_point> points, int logs) {
  const auto count = static_cast<double>(points.size());
  const auto x_of = [](const growth_point& each) { return std::log(each.ranks); };
  const auto y_of = [logs](const growth_point& each) {
    return std::log(each.value) - logs * std::log(std::log2(each.ranks));
  };
  double x_sum = 0;
  double y_sum = 0;
  for (const growth_point& each : points) {
    x_sum += x_of(each);
    y_sum += y_of(each);
  }
  double xx = 0;
  double xy = 0;
  for (const growth_point& each : points) {
    const double x = x_of(each) - x_sum / count;
    xx += x * x;
    xy += x * (y_of(each) - y_sum / count);
  }
  fitted_line line;
  line.law = {.exponent = xy / xx, .logs = logs};
  line.law.factor = std::exp((y_sum - line.law.exponent * x_sum) / count);
  line.error = 0;
  for (const growth_point& each : points) {
    const double miss = std::log(each.value / line.law.at(each.ranks));
    line.error += miss * miss;
  }
  return line;
}

}  // namespace

double growth_law::at(double ranks) const noexcept {
  return factor * std::pow(ranks, exponent) * std::pow(std::log2(ranks), logs);
}

std::string growth_law::text() const {
  return fmt::format("{} · P^{:.2f}{}", number_text(factor, 3), exponent, logs > 0 ? " log P" : "");
}

std::optional<growth_law> fitted_law(std::span<const growth_point> points) {
  std::vector<growth_point> used;
  std::copy_if(points.begin(), points.end(), std::back_inserter(used),
               [](const growth_point& each) { return each.value > 0 && each.ranks > 1; });
  if (used.size() < 2) { return std::nullopt; }
  const fitted_line plain = line_through(used, 0);
  const fitted_line with_log = line_through(used, 1);
  // Two points lie on many curves, and a fit that is exact is not bettered.
  const bool is_better = used.size() > 2 && plain.error > 1e-6 && with_log.error < plain.error / 2;
  return is_better ? with_log.law : plain.law;
}

std::optional<growth_prediction> predicted_largest(std::span<const growth_point> points) {
  if (points.size() < 3 || points.back().value <= 0) { return std::nullopt; }
  const std::size_t smaller = points.size() - 1;
  const std::size_t used = std::min(smaller, points_of_prediction);
  const auto law = fitted_law(points.subspan(smaller - used, used));
  if (!law) { return std::nullopt; }
  return growth_prediction{*law, law->at(points.back().ranks), points.back().value};
}

}  // namespace orujo::cli
