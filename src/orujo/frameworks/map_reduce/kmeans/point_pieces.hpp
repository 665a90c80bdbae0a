// Points as readers find them, and how each rank gets its share of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::points {

/// Rows that one rank has read, in pieces that follow each other; each has whole rows, row after
/// row. Memory of a piece is given back with it.
template <typename T>
struct point_pieces {
  std::size_t dimensions = 0;
  std::vector<huge_array<T>> pieces = {};

  [[nodiscard]] std::size_t values() const noexcept {
    std::size_t all = 0;
    for (const huge_array<T>& each : pieces) { all += each.size(); }
    return all;
  }
};

/// A piece with these values.
template <typename T>
[[nodiscard]] huge_array<T> piece_of(std::span<const T> values) {
  huge_array<T> made(values.size());
  std::copy(values.begin(), values.end(), made.begin());
  return made;
}

/// The share of this rank if each gets equally many of so many rows, in the order of ranks.
[[nodiscard]] point_share equal_share(const rank_team& team, std::uint64_t total,
                                      std::size_t dimensions);

/// Throws memory_error on every rank unless there is room for so many bytes of points of `path`.
/// Call: collective.
void require_room_for_points(rank_team& team, std::uint64_t bytes, const std::string& path);

/// Moves rows so that each rank has equally many, in their order: those of lower ranks come before
/// those of higher ones. `dimensions` is the same on every rank.
/// Call: collective. Throws: memory_error on every rank. Memory: pieces go while blocks fill; some
/// 16 MiB more where ranks exchange rows.
template <typename T>
[[nodiscard]] point_blocks<T> shared_out(rank_team& team, point_pieces<T> rows,
                                         const std::string& path);

extern template point_blocks<float> shared_out(rank_team&, point_pieces<float>, const std::string&);
extern template point_blocks<double> shared_out(rank_team&, point_pieces<double>,
                                                const std::string&);

}  // namespace orujo::points
