// Blocks and 2-edge-connected components of rows that are all here, by one search depth first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo::biconnection {

/// Row v is `targets[begins[v]]` … `targets[begins[v + 1] - 1]`; each edge is in the rows of both
/// ends. There is one more of `begins` than vertices.
struct symmetric_rows {
  std::span<const std::uint64_t> begins;
  std::span<const local_vertex> targets;
};

struct found_block {
  std::span<const local_vertex> members;  ///< All but the head.
  local_vertex head;
  bool is_bridge;
  bool head_is_cut;  ///< This block shows that its head is an articulation point.
};

/// Hopcroft and Tarjan's search (1973) without recursion. A vertex's `low` is the least time of
/// discovery that an edge from its subtree leads to, but for one edge to its parent. If it is that
/// of the parent or later, what was discovered since is a block whose head is the parent; if it is
/// that of the vertex itself, the edge to the parent is a bridge.
///
/// Calls `found.block(found_block)` for each block, `found.two_edge_component(vertices)` for each
/// of those, `found.root(v)` for the least vertex of each connected component, and `pause()` now
/// and then. Memory: 4 bytes for each vertex, 8 for each that is in an unfinished part, and 32 for
/// each on the path.
template <typename Found, typename Pause>
class depth_search {
public:
  depth_search(symmetric_rows rows, Found& found, Pause pause)
      : begins_(rows.begins),
        targets_(rows.targets),
        found_(found),
        pause_(pause),
        times_(rows.begins.size() - 1) {}

  void run() {
    for (local_vertex v = 0; v < times_.size(); ++v) {
      if (times_[v] == 0) { search_from(v); }
    }
  }

private:
  static constexpr local_vertex none = std::numeric_limits<local_vertex>::max();
  static constexpr std::uint32_t vertices_between_pauses = std::uint32_t{1} << 16U;

  /// A vertex on the path of the search.
  struct step {
    local_vertex vertex;
    std::uint32_t time;         // of its discovery
    std::uint32_t low;          // as far as is known
    std::uint32_t parent_time;  // 0 once the edge to the parent was left out, and for a root
    std::uint64_t next;         // its next edge
    std::uint64_t end;
  };

  void discover(local_vertex v, std::uint32_t parent_time) {
    times_[v] = ++time_;
    if (time_ % vertices_between_pauses == 0) { pause_(); }
    path_.push_back({v, time_, time_, parent_time, begins_[v], begins_[v + 1]});
    of_blocks_.push_back(v);
    of_two_edge_.push_back(v);
    fetch_ahead(path_.back());
  }

  /// Asks for what a visit of each neighbour needs first, where these are few.
  void fetch_ahead(const step& here) const noexcept {
    constexpr std::uint64_t few = 8;
    if (here.end - here.next > few) { return; }
    for (std::uint64_t i = here.next; i < here.end; ++i) {
      prefetch_to_read(&times_[targets_[i]]);
      prefetch_to_read(&begins_[targets_[i]]);
    }
  }

  void search_from(local_vertex start) {
    blocks_of_root_ = 0;
    discover(start, 0);
    while (!path_.empty()) {
      step& here = path_.back();
      if (const local_vertex next = look_on(here); next != none) {
        discover(next, here.time);
      } else {
        leave();
      }
    }
    of_blocks_.clear();
    found_.root(start);
  }

  /// Looks at the further edges of a step up to one that leads to an undiscovered vertex.
  local_vertex look_on(step& here) {
    while (here.next < here.end) {
      const local_vertex target = targets_[here.next++];
      const std::uint32_t time = times_[target];
      if (time == 0) { return target; }
      if (time >= here.low) { continue; }
      if (time == here.parent_time) {
        here.parent_time = 0;
      } else {
        here.low = time;
      }
    }
    return none;
  }

  void leave() {
    const step last = path_.back();
    path_.pop_back();
    const bool is_apart = last.low == last.time;
    if (is_apart) { found_.two_edge_component(take_from(of_two_edge_, last.vertex)); }
    if (path_.empty()) { return; }
    step& parent = path_.back();
    if (last.low < parent.time) {
      parent.low = std::min(parent.low, last.low);
      return;
    }
    const bool head_is_cut = path_.size() > 1 || ++blocks_of_root_ == 2;
    found_.block({.members = take_from(of_blocks_, last.vertex),
                  .head = parent.vertex,
                  .is_bridge = is_apart,
                  .head_is_cut = head_is_cut});
  }

  /// What was discovered since `first` and is there still. It is valid until the next discovery.
  std::span<const local_vertex> take_from(std::vector<local_vertex>& open, local_vertex first) {
    std::size_t from = open.size() - 1;
    while (open[from] != first) { --from; }
    const auto taken = std::span<const local_vertex>(open).subspan(from);
    open.resize(from);
    return taken;
  }

  std::span<const std::uint64_t> begins_;
  std::span<const local_vertex> targets_;
  Found& found_;
  Pause pause_;
  huge_array<std::uint32_t> times_;  // of discovery, from 1
  std::vector<step> path_;
  std::vector<local_vertex> of_blocks_;    // discovered, of unfinished blocks
  std::vector<local_vertex> of_two_edge_;  // discovered, of unfinished 2-edge-connected components
  std::uint32_t time_ = 0;
  std::uint32_t blocks_of_root_ = 0;
};

}  // namespace orujo::biconnection
