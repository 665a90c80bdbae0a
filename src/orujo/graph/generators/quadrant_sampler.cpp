// The alias table of a quadrant sampler.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/generators/quadrant_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "orujo/base/random.hpp"

namespace orujo {

namespace {

/// The probability of four levels that give these bits of row and column.
double probability_of(const quadrant_odds& odds, std::size_t outcome) noexcept {
  const std::array<double, 4> quadrants = {odds.a, odds.b, odds.c, odds.d};
  double probability = 1;
  for (unsigned level = 0; level < 4; ++level) {
    const std::size_t row_bit = (outcome >> (4 + level)) & 1U;
    const std::size_t column_bit = (outcome >> level) & 1U;
    probability *= quadrants[row_bit * 2 + column_bit];
  }
  return probability;
}

}  // namespace

quadrant_sampler::quadrant_sampler(const quadrant_odds& odds) : table_{} {
  constexpr std::uint64_t full = 1U << 24;
  std::array<double, outcomes> height;  // 1: exactly one column of the table
  std::vector<std::size_t> low;
  std::vector<std::size_t> high;
  for (std::size_t i = 0; i < outcomes; ++i) {
    height[i] = probability_of(odds, i) * outcomes;
    table_[i] = full | i << 32;
    (height[i] < 1 ? low : high).push_back(i);
  }
  // A low column is filled up by a high one, which may become low by that.
  while (!low.empty() && !high.empty()) {
    const std::size_t poor = low.back();
    const std::size_t rich = high.back();
    low.pop_back();
    const auto threshold = static_cast<std::uint64_t>(std::lround(height[poor] * full));
    table_[poor] = threshold | poor << 32 | rich << 40;
    height[rich] -= 1 - height[poor];
    if (height[rich] < 1) {
      high.pop_back();
      low.push_back(rich);
    }
  }
}

void quadrant_sampler::draw(std::uint64_t seed, const batch& streams, unsigned levels,
                            places& drawn) const noexcept {
  batch states;
  batch bits;
  for (std::size_t i = 0; i < batch_size; ++i) { states[i] = mix64(seed ^ mix64(streams[i])); }
  drawn.rows.fill(0);
  drawn.columns.fill(0);
  for (unsigned level = 0; level < levels; level += 2 * levels_per_draw) {
    for (std::size_t i = 0; i < batch_size; ++i) {
      states[i] += 0x9e3779b97f4a7c15ULL;
      bits[i] = mix64(states[i]);
    }
    draw_four_levels(bits, 0, drawn);
    if (level + levels_per_draw < levels) { draw_four_levels(bits, 32, drawn); }
  }
  // The first levels are the high bits, so that superfluous last ones fall away.
  const unsigned superfluous = (levels_per_draw - levels % levels_per_draw) % levels_per_draw;
  for (std::uint64_t& row : drawn.rows) { row >>= superfluous; }
  for (std::uint64_t& column : drawn.columns) { column >>= superfluous; }
}

void quadrant_sampler::draw_four_levels(const batch& bits, unsigned shift,
                                        places& drawn) const noexcept {
  for (std::size_t i = 0; i < batch_size; ++i) {
    const std::uint64_t random = bits[i] >> shift;
    const std::uint64_t slot = table_[random & 0xff];
    const bool own = (random >> 8 & 0xffffff) < (slot & 0xffffffff);
    const std::uint64_t outcome = slot >> (own ? 32 : 40);
    drawn.rows[i] = drawn.rows[i] << levels_per_draw | (outcome >> 4 & 0xf);
    drawn.columns[i] = drawn.columns[i] << levels_per_draw | (outcome & 0xf);
  }
}

}  // namespace orujo
