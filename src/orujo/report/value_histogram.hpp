// How the values of an answer are spread, and which are the greatest: what a page shows of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orujo {

/// Figures of values. Plain data, to be reduced over the ranks.
struct value_summary {
  std::uint64_t count = 0;      ///< Things that have a value.
  std::uint64_t without = 0;    ///< Things that have none, as vertices that were not reached.
  std::uint64_t fractions = 0;  ///< Values that are not whole.
  double sum = 0;
  double least = 0;
  double greatest = 0;
  double least_positive = 0;  ///< 0 if none is.

  void add(double value) noexcept;
  void add(const value_summary& more) noexcept;
};

/// How many things have a value from `first` to below the next bar's, or to `last`.
struct histogram_bar {
  double first = 0;
  double last = 0;  ///< The greatest value it can hold if values are whole, else where it ends.
  std::uint64_t count = 0;
};

/// Things by their value.
struct value_histogram {
  std::string things;  ///< "vertices"
  std::string value;   ///< "depth"
  value_summary summary;
  std::vector<histogram_bar> bars;  ///< Ascending, without gaps; empty if nothing has a value.
};

/// The bars for values of this summary, all empty: one for each value where values are whole and
/// few, ever wider ones where most are near the least, else of equal width.
[[nodiscard]] std::vector<histogram_bar> empty_bars(const value_summary& summary);

/// Which of the bars holds `value`, which is in the summary.
[[nodiscard]] std::size_t bar_of(const std::vector<histogram_bar>& bars, double value) noexcept;

/// The things of greatest value, as rows of a table.
struct value_ranking {
  std::string title;
  std::vector<std::string> heading;
  std::vector<std::vector<std::string>> rows;
};

/// What a page shows of an answer.
struct answer_pictures {
  std::vector<value_histogram> histograms;
  std::vector<value_ranking> rankings;
};

}  // namespace orujo
