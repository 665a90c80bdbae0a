// A level of breadth-first search in which the frontier looks for vertices not reached yet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "orujo/algorithms/bfs/state.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo::breadth_first {

/// Handles what other ranks found of this rank's vertices.
struct adopt_handler {
  search_state* state;

  void operator()(worker& self, std::span<const adoption> batch) const;
};

using adoption_channel = channel<adoption, adopt_handler>;

/// Expands this worker's part of the frontier, then what others have left of theirs. What it finds
/// goes to its list, to its boxes for other workers, and to the owners of ghosts.
/// Call: local, all workers, within an epoch if there are several ranks.
void expand_frontier(search_state& state, worker& self, adoption_channel& adoptions);

/// Expands the whole frontier; all that is found goes to the list of `self`.
/// Call: local, worker 0 of a team of one rank, while the other workers wait.
void expand_frontier_alone(search_state& state, worker& self, adoption_channel& adoptions);

/// Takes in what other workers have found of this worker's vertices.
/// Call: local, all workers, after a barrier behind expand_frontier() and its epoch.
void take_in_boxes(search_state& state, worker& self);

/// What `lane` has of the level that is being found, its edges counted until they reach
/// `edge_limit`. Call: its worker.
[[nodiscard]] frontier_size size_of_found(const search_state& state, const frontier_lane& lane,
                                          std::uint64_t edge_limit);

}  // namespace orujo::breadth_first
