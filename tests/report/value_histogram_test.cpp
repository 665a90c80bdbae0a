// Which bars a histogram has, and where values go.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/value_histogram.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/report/bar_chart.hpp"

namespace orujo {
namespace {

value_summary summary_of(const std::vector<double>& values) {
  value_summary summary;
  for (const double value : values) { summary.add(value); }
  return summary;
}

/// The histogram of `values`; every value has to fall between the ends of its bar.
value_histogram histogram_of(const std::vector<double>& values) {
  value_histogram histogram{"things", "size", summary_of(values), {}};
  histogram.bars = empty_bars(histogram.summary);
  for (const double value : values) {
    if (std::isnan(value)) { continue; }
    histogram_bar& bar = histogram.bars[bar_of(histogram.bars, value)];
    EXPECT_LE(bar.first, value);
    EXPECT_GE(bar.last, value);
    ++bar.count;
  }
  return histogram;
}

}  // namespace

TEST(value_histogram, has_a_bar_for_each_of_a_few_whole_values) {
  const value_histogram histogram = histogram_of({0, 1, 1, 5});
  ASSERT_EQ(histogram.bars.size(), 6U);
  EXPECT_EQ(histogram.bars[1].count, 2U);
  EXPECT_EQ(histogram.bars[5].count, 1U);
  EXPECT_EQ(sentence_of(histogram),
            "The size of 4 things goes from 0 to 5, 1.75 on average; most often 1 (2).");
}

TEST(value_histogram, has_growing_bars_where_most_values_are_small) {
  std::vector<double> values(1000, 1);
  values.push_back(0);
  values.push_back(1'000'000);
  const value_histogram histogram = histogram_of(values);
  EXPECT_LE(histogram.bars.size(), 22U);
  EXPECT_EQ(histogram.bars[1].first, 1);
  EXPECT_EQ(histogram.bars[2].last, 3);
  EXPECT_EQ(histogram.bars.back().count, 1U);
}

TEST(value_histogram, takes_real_values_negative_ones_and_those_of_any_size) {
  for (const std::vector<double>& values :
       std::vector<std::vector<double>>{{-3.5, 0.25, 8},
                                        {1e-300, 1, 1e300},
                                        {0, 1e-9, 1e-8, 1},
                                        {0.1, 0.1},
                                        {-1e9, 1e9},
                                        {-1e308, 1e308},
                                        {std::numeric_limits<double>::quiet_NaN(), 2}}) {
    const value_histogram histogram = histogram_of(values);
    EXPECT_GE(histogram.bars.size(), 1U);
    EXPECT_LE(histogram.bars.size(), 80U);
    EXPECT_NE(svg_of(histogram).find("</svg>"), std::string::npos);
  }
}

TEST(value_histogram, says_how_many_have_no_value) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(sentence_of(histogram_of({none, none})), "2 things have none.");
  EXPECT_TRUE(histogram_of({none}).bars.empty());
}

}  // namespace orujo
