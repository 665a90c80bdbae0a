// What a rank knows of its vertices while strongly connected components are found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/isolation.hpp"
#include "orujo/traversal/vertex_array.hpp"

namespace orujo::strong_connectivity {

/// A part of the graph that no component leaves, and whether the vertex's component is known.
using vertex_state = std::uint8_t;

inline constexpr vertex_state untouched = 0;
inline constexpr vertex_state reached = 1;  ///< A path leads there from the pivot.
inline constexpr vertex_state joined = 2;   ///< And back.
inline constexpr vertex_state done = 0x80;  ///< Added to one of the others.

/// Atomic only if several workers share it, and relaxed: what one round of a phase writes is
/// published by its end.
struct search_state {
  search_state(rank_team& team, const csr_graph& of)
      : graph(of), is_shared(team.num_workers() > 1), states(team, of), left(of.num_local()) {}

  [[nodiscard]] vertex_state state(local_vertex v) noexcept {
    return isolation::atomic::load(states[v]);
  }
  [[nodiscard]] bool is_done(local_vertex v) noexcept { return (state(v) & done) != 0; }

  /// The vertex's component is known. Call: one worker for each vertex.
  void finish(local_vertex v) noexcept {
    std::atomic_ref(states[v]).store(states[v] | done, std::memory_order_relaxed);
  }

  /// Whether this call takes `v` from one state to the other.
  bool change(local_vertex v, vertex_state from, vertex_state to) noexcept {
    return is_shared ? isolation::atomic::claim(states[v], from, to)
                     : isolation::plain::claim(states[v], from, to);
  }

  /// Whether this call takes the last away.
  bool lose(std::uint32_t& edges) const noexcept {
    return (is_shared ? isolation::atomic::subtract(edges, 1)
                      : isolation::plain::subtract(edges, 1)) == 1;
  }

  const csr_graph& graph;
  bool is_shared;
  vertex_array<vertex_state> states;
  huge_array<std::uint32_t> left;  ///< Edges one way inside the part; see trimming.
};

}  // namespace orujo::strong_connectivity
