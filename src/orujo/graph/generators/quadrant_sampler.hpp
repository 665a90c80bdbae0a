// Draws the places of edges in an adjacency matrix that is split into quadrants again and again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace orujo {

/// How probable it is that an edge falls into each quadrant. `b` is above the diagonal.
struct quadrant_odds {
  double a;
  double b;
  double c;
  double d;
};

/// Four levels of the recursion are one draw from 256 outcomes with Walker's alias method (Vose
/// 1991): 8 random bits choose a column of the table, 24 choose between its two outcomes.
/// The probability of each outcome is exact to 2^-32.
class quadrant_sampler {
public:
  /// So many places are drawn at a time, several by each instruction.
  static constexpr std::size_t batch_size = 256;
  using batch = std::array<std::uint64_t, batch_size>;

  struct places {
    batch rows;
    batch columns;
  };

  explicit quadrant_sampler(const quadrant_odds& odds);

  /// Draws `levels` levels for each stream of `seed` that `streams` names (as in random_stream):
  /// rows and columns are below 2^levels.
  void draw(std::uint64_t seed, const batch& streams, unsigned levels,
            places& drawn) const noexcept;

private:
  static constexpr unsigned levels_per_draw = 4;
  static constexpr std::size_t outcomes = 256;

  void draw_four_levels(const batch& bits, unsigned shift, places& drawn) const noexcept;

  /// Bits 0 to 31: below which of 2^24 the column's own outcome is meant; 32 to 39: that one; 40 to
  /// 47: the other. An outcome is a row's four bits above a column's four.
  std::array<std::uint64_t, outcomes> table_;
};

}  // namespace orujo
