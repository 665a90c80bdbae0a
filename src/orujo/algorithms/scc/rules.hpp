// What vertices tell each other in the phases of the search for strongly connected components.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "orujo/algorithms/scc/state.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/no_value.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/traversal/edge_side.hpp"
#include "orujo/traversal/vertex_array.hpp"

namespace orujo::strong_connectivity {

/// Asks ahead for the row of `v`, in two steps.
inline void fetch_offset(const adjacency& edges, local_vertex v) noexcept {
  prefetch_to_read(&edges.offsets[v]);
}
inline void fetch_start(const adjacency& edges, local_vertex v) noexcept {
  prefetch_to_read(edges.targets.data() + edges.offsets[v]);
}

/// As much of a row as is worth fetching ahead what is asked of its targets.
[[nodiscard]] inline std::span<const local_vertex> first_of(
    std::span<const local_vertex> row) noexcept {
  return row.first(std::min<std::size_t>(row.size(), 8));
}

/// What messages between ranks are called.
inline constexpr const char* news = "news of strong components";

/// Whether there is one part only, and all in it may be told.
enum class parts : std::uint8_t { one, several };

/// One way: a vertex that no edge of its part leads to is done, and those that it leads to have one
/// edge less. `left` counts those against the way; that of vertices that were done before is never
/// used up. What is trimmed in the end does not depend on the order.
///
/// After that, edges of vertices that are not done lead to such only: who trims the other way, too,
/// finds all of them in their place, and leaves none behind that no edge leads to.
template <parts Parts>
struct trimming {
  search_state& known;
  const adjacency& edges;  ///< That lead the way.

  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

  bool hear(local_vertex v, vertex_id /*what*/) noexcept { return known.lose(known.left[v]); }
  [[nodiscard]] static bool passes(local_vertex /*ghost*/, vertex_id /*what*/) noexcept {
    return true;
  }
  template <typename Tell>
  void spread(local_vertex v, Tell tell) {
    const vertex_state part = known.state(v);
    for (const local_vertex next : edges.row(v)) {
      if (Parts == parts::several && known.state(next) != part) { continue; }
      tell(next, 0);
    }
    known.finish(v);
  }
  void fetch_row(local_vertex v) const noexcept { fetch_offset(edges, v); }
  void fetch_targets(local_vertex v) const noexcept { fetch_start(edges, v); }
  void fetch_told(local_vertex v) const noexcept {
    for (const local_vertex next : first_of(edges.row(v))) {
      if (known.graph.is_owned(next)) { prefetch_to_write(&known.left[next]); }
    }
  }
};

/// From one state to another.
struct state_change {
  vertex_state from;
  vertex_state to;
};

/// Vertices of one state that a path through such leads to get another.
struct reaching {
  using value_type = no_value;

  search_state* known;
  const state_change* change;

  [[nodiscard]] bool wants(local_vertex v) const noexcept {
    return known->states[v] == change->from;
  }
  void reach(local_vertex v, no_value, std::uint32_t /*depth*/) const noexcept {
    known->states[v] = change->to;
  }
};

/// The colours of a round.
struct vertex_colours {
  vertex_colours(rank_team& team, const csr_graph& of)
      : colour(team, of), marks(of.num_local()), members(of.num_local()) {}

  vertex_array<vertex_id> colour;
  huge_array<std::uint8_t> marks;     ///< The colour is to be told; then: the vertex was named.
  huge_array<std::uint32_t> members;  ///< Vertices that were named after this one.

  [[nodiscard]] vertex_id at(local_vertex v) noexcept { return isolation::atomic::load(colour[v]); }
  /// Whether this call is the first to mark `v`. Acquire and release: who takes the mark back sees
  /// the colours of all that found it set.
  bool mark(local_vertex v) noexcept {
    return std::atomic_ref(marks[v]).exchange(1, std::memory_order_acq_rel) == 0;
  }
  bool lower(local_vertex v, vertex_id to) noexcept {
    return isolation::atomic::lower(colour[v], to);
  }
};

/// The colour of a vertex becomes the least vertex of its part that a path comes from.
struct colouring {
  search_state& known;
  vertex_colours& colours;
  edge_side way;

  bool hear(local_vertex v, vertex_id colour) noexcept {
    return colours.lower(v, colour) && colours.mark(v);
  }
  bool passes(local_vertex ghost, vertex_id colour) noexcept {
    return colours.lower(ghost, colour);
  }
  template <typename Tell>
  void spread(local_vertex v, Tell tell) {
    std::atomic_ref(colours.marks[v]).exchange(0, std::memory_order_acq_rel);
    const vertex_id colour = colours.at(v);
    const vertex_state part = known.state(v);
    for (const local_vertex next : edges_of(known.graph, way).row(v)) {
      if (known.state(next) == part && colours.at(next) > colour) { tell(next, colour); }
    }
  }
};

/// Vertices from which a path of one colour leads back to the vertex that it is named after are its
/// component. Colours, those of ghosts too, do not change meanwhile.
struct naming {
  search_state& known;
  vertex_colours& colours;
  edge_side way;  ///< Against that of colouring.
  std::span<vertex_id> label;

  bool hear(local_vertex v, vertex_id colour) noexcept {
    if (colours.colour[v] != colour || !colours.mark(v)) { return false; }
    known.finish(v);
    label[v] = colour;
    return true;
  }
  bool passes(local_vertex ghost, vertex_id colour) noexcept {
    const vertex_state part = known.state(ghost);
    return colours.colour[ghost] == colour && (part & done) == 0 &&
           known.change(ghost, part, part | done);
  }
  template <typename Tell>
  void spread(local_vertex v, Tell tell) const {
    for (const local_vertex next : edges_of(known.graph, way).row(v)) { tell(next, label[v]); }
  }
};

}  // namespace orujo::strong_connectivity
