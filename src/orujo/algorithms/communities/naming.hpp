// Names communities after vertices, and says what there is to say about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "orujo/algorithms/communities/moving.hpp"
#include "orujo/algorithms/communities/sub_rounds.hpp"

namespace orujo::community_search {

/// Gives each label below `num_labels`, the same on every rank, the least vertex that has it. Of
/// the finest level, whose vertices of this rank have `labels`. Labels that none has get no_label.
/// Call: collective. Cost with several ranks: a message of four bytes for each label.
[[nodiscard]] pooled_array<level_vertex> least_members(search_space& space,
                                                       const level_graph& level,
                                                       std::span<const level_vertex> labels,
                                                       std::size_t num_labels);

/// What the communities weigh whose labels this rank's vertices have. Call, cost: as above.
[[nodiscard]] pooled_array<weight_sum> totals_of(search_space& space, const level_graph& level,
                                                 std::span<const level_vertex> labels);

/// The sum over communities of the share of edges inside, less `resolution` times the square of the
/// share of degrees (Newman and Girvan, 2004). Ghosts have their labels. 0 if nothing weighs
/// anything. The same, bit for bit, on every team. Call: collective. Cost: a look at each edge.
[[nodiscard]] double modularity_of(search_space& space, const level_graph& level,
                                   const partition& communities, double resolution);

struct community_counts {
  std::uint64_t communities = 0;
  std::uint64_t largest = 0;  ///< Vertices of the largest one.
};

/// Call, cost: as least_members().
[[nodiscard]] community_counts counts_of(search_space& space, const level_graph& level,
                                         std::span<const level_vertex> labels);

}  // namespace orujo::community_search
