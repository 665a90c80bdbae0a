// Probabilities of the quadrants, on every level.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/generators/quadrant_sampler.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace orujo::test {
namespace {

constexpr std::uint64_t batches = 4000;
constexpr double draws = batches * quadrant_sampler::batch_size;

struct quadrant_counts {
  std::array<std::array<double, 4>, 32> level = {};  ///< By quadrant; level 0 is the coarsest.
  std::array<double, 16> first_two = {};
};

quadrant_counts count_quadrants(const quadrant_odds& odds, unsigned levels) {
  const quadrant_sampler sampler(odds);
  quadrant_counts counts;
  quadrant_sampler::batch streams;
  quadrant_sampler::places drawn;
  const auto quadrant_at = [&](std::size_t i, unsigned level) {
    const unsigned shift = levels - 1 - level;
    return (drawn.rows[i] >> shift & 1U) * 2 + (drawn.columns[i] >> shift & 1U);
  };
  for (std::uint64_t b = 0; b < batches; ++b) {
    std::iota(streams.begin(), streams.end(), b * quadrant_sampler::batch_size);
    sampler.draw(42, streams, levels, drawn);
    for (std::size_t i = 0; i < streams.size(); ++i) {
      EXPECT_LT(drawn.rows[i] | drawn.columns[i], std::uint64_t{1} << levels);
      for (unsigned level = 0; level < levels; ++level) {
        ++counts.level[level][quadrant_at(i, level)];
      }
      if (levels > 1) { ++counts.first_two[quadrant_at(i, 0) * 4 + quadrant_at(i, 1)]; }
    }
  }
  return counts;
}

/// Six standard deviations of a count.
double tolerance(double probability) {
  return 6 * std::sqrt(draws * probability * (1 - probability)) + 1;
}

TEST(quadrant_sampler, every_level_has_the_given_odds) {
  const quadrant_odds odds = {0.57, 0.19, 0.19, 0.05};
  const std::array<double, 4> expected = {odds.a, odds.b, odds.c, odds.d};
  for (const unsigned levels : {1U, 3U, 4U, 5U, 8U, 9U, 13U, 22U}) {
    const quadrant_counts counts = count_quadrants(odds, levels);
    for (unsigned level = 0; level < levels; ++level) {
      for (std::size_t q = 0; q < 4; ++q) {
        EXPECT_NEAR(counts.level[level][q], draws * expected[q], tolerance(expected[q]))
            << "level " << level << " of " << levels;
      }
    }
  }
}

TEST(quadrant_sampler, levels_are_independent) {
  const std::array<double, 4> odds = {0.45, 0.25, 0.2, 0.1};
  const quadrant_counts counts = count_quadrants({odds[0], odds[1], odds[2], odds[3]}, 10);
  for (std::size_t first = 0; first < 4; ++first) {
    for (std::size_t second = 0; second < 4; ++second) {
      const double probability = odds[first] * odds[second];
      EXPECT_NEAR(counts.first_two[first * 4 + second], draws * probability,
                  tolerance(probability));
    }
  }
}

TEST(quadrant_sampler, impossible_quadrants_are_never_drawn) {
  const quadrant_counts counts = count_quadrants({0.5, 0, 0.5, 0}, 12);
  for (unsigned level = 0; level < 12; ++level) {
    EXPECT_EQ(counts.level[level][1], 0);
    EXPECT_EQ(counts.level[level][3], 0);
  }
}

}  // namespace
}  // namespace orujo::test
