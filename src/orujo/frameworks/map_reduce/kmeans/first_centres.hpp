// The centres that k-means begins with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/frameworks/map_reduce/kmeans/point_blocks.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// `clusters` points, row after row, drawn by k-means++ for `seed`; the same for every team.
/// Call: collective.
template <typename T>
[[nodiscard]] std::vector<double> draw_centres(rank_team& team, const point_blocks<T>& points,
                                               std::size_t clusters, std::uint64_t seed);

/// Bytes that draw_centres() takes on this rank.
template <typename T>
[[nodiscard]] std::uint64_t drawing_bytes(const rank_team& team, const point_blocks<T>& points,
                                          std::size_t clusters);

extern template std::uint64_t drawing_bytes(const rank_team&, const point_blocks<float>&,
                                            std::size_t);
extern template std::uint64_t drawing_bytes(const rank_team&, const point_blocks<double>&,
                                            std::size_t);
extern template std::vector<double> draw_centres(rank_team&, const point_blocks<float>&,
                                                 std::size_t, std::uint64_t);
extern template std::vector<double> draw_centres(rank_team&, const point_blocks<double>&,
                                                 std::size_t, std::uint64_t);

}  // namespace orujo
