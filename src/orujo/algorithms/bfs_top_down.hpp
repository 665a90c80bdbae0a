// A level of breadth-first search in which the frontier looks for vertices not reached yet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "orujo/algorithms/bfs_state.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo::breadth_first {

/// Handles what other ranks found of this rank's vertices.
struct adopt_handler {
  search_state* state;

  void operator()(worker& self, std::span<const adoption> batch) const;
};

using adoption_channel = channel<adoption, adopt_handler>;

/// Expands this worker's part of the frontier, then what others have left of theirs; what it finds
/// goes to its lane, and to the owners of ghosts through `adoptions`.
/// Call: local, all workers, within an epoch if there are several ranks.
void expand_frontier(search_state& state, worker& self, adoption_channel& adoptions);

/// What `lane` has of the level that is being found, its edges counted until they reach
/// `edge_limit`. Call: its worker.
[[nodiscard]] frontier_size size_of_found(const search_state& state, const frontier_lane& lane,
                                          std::uint64_t edge_limit);

}  // namespace orujo::breadth_first
