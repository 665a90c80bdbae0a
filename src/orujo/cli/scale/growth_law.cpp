// Fits powers and logarithms.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/scale/growth_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"

namespace orujo::cli {

namespace {

using points_view = std::span<const growth_point>;

// What several good laws say in the middle is nearer, as a rule, than what the best one says.
constexpr std::size_t most_laws = 5;
constexpr double exact = 1e-6;  // a miss that is none

/// Of terms beside a constant, as A. Calotoiu et al. have them for models of performance (Using
/// automated performance modeling to find scalability bugs in complex codes, 2013), and falling
/// ones, for what approaches a bound.
constexpr std::array exponents{-1.0, -0.5, 0.0,     0.25, 1.0 / 3, 0.5,  2.0 / 3, 0.75,
                               1.0,  1.25, 4.0 / 3, 1.5,  5.0 / 3, 1.75, 2.0};
constexpr int most_logs = 2;

double log_factor(double ranks, int logs) noexcept { return std::pow(std::log2(ranks), logs); }

/// A point that a line is to go near; `weight` is that of the square of its distance.
struct sample {
  double x;
  double y;
  double weight;
};

/// A line y = a + b x by least squares.
struct line_fit {
  double a = 0;
  double b = 0;
};

line_fit fitted_line(const std::vector<sample>& samples) {
  double all = 0;
  double x_mean = 0;
  double y_mean = 0;
  for (const sample& each : samples) {
    all += each.weight;
    x_mean += each.weight * each.x;
    y_mean += each.weight * each.y;
  }
  x_mean /= all;
  y_mean /= all;
  double xx = 0;
  double xy = 0;
  for (const sample& each : samples) {
    xx += each.weight * (each.x - x_mean) * (each.x - x_mean);
    xy += each.weight * (each.x - x_mean) * (each.y - y_mean);
  }
  return {y_mean - xy / xx * x_mean, xy / xx};
}

enum class weighing : std::uint8_t { evenly, late_ones_more };

/// Of the square of an error: each point's error weighs twice as much as the one before.
double weight_of(std::size_t index, weighing how) noexcept {
  return how == weighing::evenly ? 1 : std::pow(4, static_cast<double>(index));
}

/// factor · P^exponent · (log2 P)^logs with the best factor and exponent.
growth_law fitted_power(points_view points, weighing how, int logs) {
  std::vector<sample> samples;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [ranks, value] = points[i];
    samples.push_back(
        {std::log(ranks), std::log(value / log_factor(ranks, logs)), weight_of(i, how)});
  }
  const line_fit line = fitted_line(samples);
  return {.factor = std::exp(line.a), .exponent = line.b, .logs = logs};
}

/// constant + factor · P^exponent · (log2 P)^logs with the best constant and factor, by errors as
/// shares of the values.
growth_law fitted_sum(points_view points, double exponent, int logs) {
  growth_law law{.factor = 1, .exponent = exponent, .logs = logs};
  std::vector<sample> samples;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [ranks, value] = points[i];
    const double weight = weight_of(i, weighing::late_ones_more) / (value * value);
    samples.push_back({law.at(ranks), value, weight});
  }
  const line_fit line = fitted_line(samples);
  law.constant = line.a;
  law.factor = line.b;
  return law;
}

/// The same kinds of laws in the same order, whatever the points.
std::vector<growth_law> fitted_laws(points_view points) {
  std::vector<growth_law> laws;
  for (const int logs : {0, 1}) {
    laws.push_back(fitted_power(points, weighing::late_ones_more, logs));
  }
  for (const double exponent : exponents) {
    for (int logs = exponent == 0 ? 1 : 0; logs <= most_logs; ++logs) {
      laws.push_back(fitted_sum(points, exponent, logs));
    }
  }
  return laws;
}

/// How far the law is off, as a logarithm.
double miss_of(const growth_law& law, const growth_point& point) noexcept {
  const double ratio = law.at(point.ranks) / point.value;
  return ratio > 0 ? std::abs(std::log(ratio)) : std::numeric_limits<double>::infinity();
}

double squared_misses(const growth_law& law, points_view points) noexcept {
  double sum = 0;
  for (const growth_point& each : points) { sum += miss_of(law, each) * miss_of(law, each); }
  return sum;
}

/// The numbers in fitted_laws() of those that predict the last of `points` best from the others,
/// the best first.
std::vector<std::size_t> best_laws(points_view points) {
  std::vector<double> misses;
  for (const growth_law& law : fitted_laws(points.first(points.size() - 1))) {
    const double miss = miss_of(law, points.back());
    misses.push_back(std::isnan(miss) ? std::numeric_limits<double>::infinity() : miss);
  }
  std::vector<std::size_t> order(misses.size());
  for (std::size_t i = 0; i < order.size(); ++i) { order[i] = i; }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return misses[a] < misses[b]; });
  const bool is_exact = misses[order.front()] <= exact;  // which is not bettered
  order.resize(is_exact ? 1 : most_laws);
  return order;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double growth_law::at(double ranks) const noexcept {
  return constant + factor * std::pow(ranks, exponent) * log_factor(ranks, logs);
}

std::string growth_law::text() const {
  const std::string term = fmt::format("{} · P^{:.2f}{}", number_text(factor, 3), exponent,
                                       logs == 0   ? ""
                                       : logs == 1 ? " log P"
                                                   : " log² P");
  return constant == 0 ? term : fmt::format("{} + {}", number_text(constant, 3), term);
}

std::optional<growth_law> fitted_law(points_view points) {
  std::vector<growth_point> used;
  std::copy_if(points.begin(), points.end(), std::back_inserter(used),
               [](const growth_point& each) { return each.value > 0 && each.ranks > 1; });
  if (used.size() < 2) { return std::nullopt; }
  const growth_law plain = fitted_power(used, weighing::evenly, 0);
  const growth_law with_log = fitted_power(used, weighing::evenly, 1);
  // Two points lie on many curves, and a fit that is exact is not bettered.
  const double error = squared_misses(plain, used);
  const bool is_better =
      used.size() > 2 && error > exact && squared_misses(with_log, used) < error / 2;
  return is_better ? with_log : plain;
}

std::optional<growth_prediction> predicted_largest(points_view points) {
  while (!points.empty() && points.front().ranks <= 1) { points = points.subspan(1); }
  const bool all_positive = std::all_of(points.begin(), points.end(),
                                        [](const growth_point& each) { return each.value > 0; });
  if (points.size() < 3 || !all_positive) { return std::nullopt; }
  const growth_point largest = points.back();
  const points_view smaller = points.first(points.size() - 1);
  if (smaller.size() == 2) {  // nothing is left to judge laws by
    const growth_law law = fitted_power(smaller, weighing::evenly, 0);
    return growth_prediction{law, law.at(largest.ranks), largest.value};
  }
  const std::vector<growth_law> laws = fitted_laws(smaller);
  const std::vector<std::size_t> best = best_laws(smaller);
  std::vector<double> said;
  for (const std::size_t each : best) { said.push_back(laws[each].at(largest.ranks)); }
  return growth_prediction{laws[best.front()], median(std::move(said)), largest.value};
}

}  // namespace orujo::cli
