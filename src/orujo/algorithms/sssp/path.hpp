// A shortest path, read off the distances.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/traversal/traced_path.hpp"

namespace orujo {

/// Finds for vertices the ones before them on a shortest path: those whose distance and edge add up
/// to theirs.
template <typename Distance>
class tight_edges {
public:
  /// `owned`: distances of the owned vertices. Call: collective.
  tight_edges(rank_team& team, const csr_graph& graph, std::span<const Distance> owned)
      : graph_(graph), distances_(std::size_t{graph.num_local()} + graph.num_ghosts()) {
    std::copy(owned.begin(), owned.end(), distances_.begin());
    ghost_values<Distance>(team, graph).update(distances_.span());
  }

  /// A nearer vertex before `v` if there is one. Else one as near and not among `seen`: edges of
  /// weight 0 may lead in circles, so that not each of these is on a path. no_vertex: none is left.
  /// `seen` only ever grows. Cost: each edge of `v` is looked at twice, however often it is asked.
  template <typename Set>
  [[nodiscard]] vertex_id before(local_vertex v, const Set& seen) {
    const adjacency& in = graph_.in_edges();
    const auto [left, is_first] = left_.try_emplace(v, in.offsets[v]);
    for (std::uint64_t i = left->second; is_first && i < in.offsets[v + 1]; ++i) {
      const local_vertex u = in.targets[i];
      if (is_tight(i, v) && distances_[u] < distances_[v]) {
        left_.erase(left);
        return graph_.global(u);
      }
    }
    for (std::uint64_t& i = left->second; i < in.offsets[v + 1]; ++i) {
      const vertex_id u = graph_.global(in.targets[i]);
      if (is_tight(i, v) && !seen.contains(u)) { return u; }
    }
    return no_vertex;
  }

  /// Of the vertices before `v` that are nearer the nearest, and of these the one of the least id;
  /// no_vertex: there is none.
  [[nodiscard]] vertex_id nearest(local_vertex v) const {
    const adjacency& in = graph_.in_edges();
    std::pair best{distances_[v], no_vertex};
    for (std::uint64_t i = in.offsets[v]; i < in.offsets[v + 1]; ++i) {
      const local_vertex u = in.targets[i];
      if (distances_[u] > best.first || !(distances_[u] < distances_[v]) || !is_tight(i, v)) {
        continue;
      }
      best = std::min(best, {distances_[u], graph_.global(u)});
    }
    return best.second;
  }

  /// The distance of what is not reached.
  static constexpr Distance none = std::is_floating_point_v<Distance>
                                       ? std::numeric_limits<Distance>::infinity()
                                       : std::numeric_limits<Distance>::max();

private:
  /// Whether this edge to `v` is on a shortest path.
  [[nodiscard]] bool is_tight(std::uint64_t edge, local_vertex v) const {
    const Distance from = distances_[graph_.in_edges().targets[edge]];
    return from != none && from + weight(edge) == distances_[v];
  }

  [[nodiscard]] Distance weight(std::uint64_t edge) const {
    const adjacency& in = graph_.in_edges();
    return in.weights.empty() ? Distance{1} : in.weights.template at<Distance>(edge);
  }

  const csr_graph& graph_;
  huge_array<Distance> distances_;  // of owned vertices and, told by their owners, of ghosts
  // Of vertices that no nearer one stands before: the first edge that was not looked at.
  std::unordered_map<local_vertex, std::uint64_t> left_;
};

/// The vertices on a shortest path between `ends`, by `distances` of the owned vertices from the
/// source; nothing if there is none. Call: collective.
template <typename Distance>
[[nodiscard]] std::vector<vertex_id> path_along(rank_team& team, const csr_graph& graph,
                                                const path_ends& ends,
                                                std::span<const Distance> distances) {
  tight_edges<Distance> edges(team, graph, distances);
  return traced_path(team, graph, ends,
                     [&](local_vertex v, const auto& seen) { return edges.before(v, seen); });
}

}  // namespace orujo
