// Chooses the bars of histograms.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/value_histogram.hpp"

#include <algorithm>
#include <cmath>

namespace orujo {

namespace {

constexpr double most_single_values = 40;
constexpr double bars_of_ranges = 24;
/// Where the mean is this close to the least value, measured by the range, equal bars show nothing.
constexpr double skewed_share = 1.0 / 16;

/// Bars that begin at `firsts`, ascending, and the last ends at the greatest value.
std::vector<histogram_bar> bars_from(const std::vector<double>& firsts,
                                     const value_summary& summary) {
  const bool whole = summary.fractions == 0;
  std::vector<histogram_bar> bars;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const bool is_last = i + 1 == firsts.size();
    const double end = is_last ? summary.greatest : firsts[i + 1] - (whole ? 1 : 0);
    bars.push_back({firsts[i], end, 0});
  }
  return bars;
}

std::vector<double> growing_firsts(const value_summary& summary) {
  std::vector<double> firsts;
  if (summary.least <= 0) { firsts.push_back(summary.least); }
  const double factor = summary.fractions == 0 ? 2
                                               : std::pow(summary.greatest / summary.least_positive,
                                                          1 / bars_of_ranges);
  for (double first = summary.least_positive; first <= summary.greatest; first *= factor) {
    // Rounding must not add a bar for the greatest value alone.
    if (!firsts.empty() && summary.fractions > 0 && first * std::sqrt(factor) > summary.greatest) {
      break;
    }
    firsts.push_back(first);
  }
  return firsts;
}

std::vector<double> equal_firsts(const value_summary& summary, double width) {
  std::vector<double> firsts;
  const double range = summary.greatest - summary.least;
  for (double i = 0; i * width <= range && i < 2 * most_single_values; ++i) {
    if (i > 0 && summary.fractions > 0 && (i + 0.5) * width > range) { break; }
    firsts.push_back(summary.least + i * width);
  }
  return firsts;
}

}  // namespace

void value_summary::add(double value) noexcept {
  if (std::isnan(value)) {
    ++without;
    return;
  }
  add({.count = 1,
       .without = 0,
       .fractions = std::floor(value) == value ? 0U : 1U,
       .sum = value,
       .least = value,
       .greatest = value,
       .least_positive = std::max(value, 0.0)});
}

void value_summary::add(const value_summary& more) noexcept {
  without += more.without;
  if (more.count == 0) { return; }
  least = count == 0 ? more.least : std::min(least, more.least);
  greatest = count == 0 ? more.greatest : std::max(greatest, more.greatest);
  if (more.least_positive > 0 && (least_positive == 0 || more.least_positive < least_positive)) {
    least_positive = more.least_positive;
  }
  count += more.count;
  fractions += more.fractions;
  sum += more.sum;
}

std::vector<histogram_bar> empty_bars(const value_summary& summary) {
  if (summary.count == 0) { return {}; }
  const double range = summary.greatest - summary.least;
  const bool whole = summary.fractions == 0;
  if (range == 0 || std::isinf(range)) { return {{summary.least, summary.greatest, 0}}; }
  if (whole && range < most_single_values) { return bars_from(equal_firsts(summary, 1), summary); }
  const double mean = summary.sum / static_cast<double>(summary.count);
  if (summary.least >= 0 && mean - summary.least < skewed_share * range) {
    return bars_from(growing_firsts(summary), summary);
  }
  const double width = range / bars_of_ranges;
  return bars_from(equal_firsts(summary, whole ? std::ceil(width) : width), summary);
}

std::size_t bar_of(const std::vector<histogram_bar>& bars, double value) noexcept {
  const auto after =
      std::upper_bound(bars.begin(), bars.end(), value,
                       [](double each, const histogram_bar& bar) { return each < bar.first; });
  return after == bars.begin() ? 0 : static_cast<std::size_t>(after - bars.begin()) - 1;
}

}  // namespace orujo
