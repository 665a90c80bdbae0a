// A breadth-first search as it is written in books, for verifiers: no code of bfs is in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo {

/// Searches along out-edges by worker 0 of each rank, one edge after the other. Memory: 9 bytes for
/// each owned vertex.
class plain_search {
public:
  plain_search(rank_team& team, const csr_graph& graph)
      : team_(team), graph_(graph), reached_(graph.num_local()) {}

  /// Calls `visit(v, depth)` for each owned vertex that is reached, level by level. Returns the
  /// last level. Call: collective. Cost: a look at each edge, a message for each edge to a ghost.
  template <typename Visit>
  std::uint32_t run(vertex_id source, Visit visit) {
    std::fill(reached_.begin(), reached_.end(), std::uint8_t{0});
    next_.clear();
    if (graph_.owns(source)) { reach(graph_.local(source)); }
    auto neighbours =
        make_channel<neighbour>(team_, [this](const neighbour& each) { reach(each.vertex); });
    std::uint32_t depth = 0;
    for (; all_sum(team_, std::uint64_t{next_.size()}) > 0; ++depth) {
      level_ = std::exchange(next_, {});
      for (const local_vertex v : level_) { visit(v, depth); }
      run_short_epoch(team_, [&](worker& self) {
        auto out = neighbours.from(self);
        for (const local_vertex v : level_) { tell_neighbours(v, out); }
      });
    }
    return depth - 1;
  }

private:
  /// "Your vertex is a neighbour of one of this level."
  struct neighbour {
    local_vertex vertex;
  };

  template <typename Sender>
  void tell_neighbours(local_vertex v, Sender& out) {
    for (const local_vertex target : graph_.out_edges().row(v)) {
      if (graph_.is_owned(target)) {
        reach(target);
      } else {
        const auto [owner, local] = graph_.remote(target);
        out.send(owner, {local});
      }
    }
  }

  void reach(local_vertex v) {
    if (std::exchange(reached_[v], std::uint8_t{1}) == 0) { next_.push_back(v); }
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::vector<std::uint8_t> reached_;
  std::vector<local_vertex> level_;
  std::vector<local_vertex> next_;
};

}  // namespace orujo
