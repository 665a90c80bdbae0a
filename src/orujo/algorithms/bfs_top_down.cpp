// Top-down expansion: a bit for each vertex decides who finds it; rows are prefetched ahead.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs_top_down.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace orujo::breadth_first {

namespace {

/// One worker's view of one level, with what the inner loops need at hand.
template <access Access>
class expansion {
public:
  expansion(search_state& state, worker& self, adoption_channel& adoptions)
      : state_(state),
        edges_(state.graph.out_edges()),
        lane_(state.lane_of(self)),
        out_(adoptions.from(self)),
        level_(lane_.level()),
        num_local_(state.graph.num_local()) {}

  /// Expands vertices[part]; the vertices behind them are probably next.
  void expand(std::span<const local_vertex> vertices, index_range part) {
    const std::size_t ahead = state_.prefetch_distance;
    for (std::size_t i = part.first; i < part.last; ++i) {
      if (i + 2 * ahead < vertices.size()) {
        __builtin_prefetch(&edges_.offsets[vertices[i + 2 * ahead]]);
      }
      if (i + ahead < vertices.size()) {
        __builtin_prefetch(edges_.targets.data() + edges_.offsets[vertices[i + ahead]]);
      }
      expand(vertices[i]);
    }
  }

private:
  void expand(local_vertex v) {
    const auto row = edges_.row(v);
    const vertex_id parent = state_.graph.global(v);
    // Rows ascend: ghosts, if any, are at the end.
    auto ghosts = row.end();
    if (!row.empty() && row.back() >= num_local_) {
      ghosts = std::lower_bound(row.begin(), row.end(), num_local_);
    }
    claim_owned({row.begin(), ghosts}, parent);
    for (auto ghost = ghosts; ghost != row.end(); ++ghost) { tell_owner(*ghost, parent); }
  }

  void claim_owned(std::span<const local_vertex> targets, vertex_id parent) {
    const std::size_t before = lane_.next_size();
    local_vertex* const slots = lane_.next_slots();
    std::size_t size = before;
    if constexpr (Access == access::alone) {
      for (const local_vertex target : targets) {
        slots[size] = target;  // without a branch: whether it is kept cannot be predicted
        size += std::size_t{state_.closed.claim<access::alone>(target)};
      }
    } else {
      for (std::size_t i = 0; i < targets.size(); i += block_size) {
        size = claim_block(targets.subspan(i, std::min(block_size, targets.size() - i)), size);
      }
    }
    for (std::size_t i = before; i < size; ++i) { state_.adopt(slots[i], parent, level_ + 1); }
    lane_.resize_next(size);
  }

  /// Appends those of `targets` that this worker claims; returns how many there are then.
  /// The words of those that look open are fetched for writing together: one after the other, each
  /// would wait for the worker that wrote it last.
  std::size_t claim_block(std::span<const local_vertex> targets, std::size_t size) {
    std::array<local_vertex, block_size> open;
    std::size_t num_open = 0;
    for (const local_vertex target : targets) {
      open[num_open] = target;
      num_open += std::size_t{!state_.closed.test_shared(target)};
    }
    for (std::size_t i = 0; i < num_open; ++i) { state_.closed.prefetch_for_claim(open[i]); }
    local_vertex* const slots = lane_.next_slots();
    for (std::size_t i = 0; i < num_open; ++i) {
      slots[size] = open[i];
      size += std::size_t{state_.closed.claim<access::shared>(open[i])};
    }
    return size;
  }

  void tell_owner(local_vertex ghost, vertex_id parent) {
    if (!state_.closed.claim<Access>(ghost)) { return; }
    const auto [owner, child] = state_.graph.remote(ghost);
    out_.send(owner, adoption::of(child, parent));
  }

  static constexpr std::size_t block_size = 64;

  search_state& state_;
  const adjacency& edges_;
  frontier_lane& lane_;
  adoption_channel::sender out_;
  std::uint32_t level_;
  local_vertex num_local_;
};

template <access Access>
void expand_all(search_state& state, worker& self, adoption_channel& adoptions) {
  expansion<Access> mine(state, self, adoptions);
  const std::uint32_t level = state.lane_of(self).level();
  const std::size_t workers = state.lanes.size();
  for (std::size_t i = 0; i < workers; ++i) {
    const auto at = (static_cast<std::size_t>(self.index()) + i) % workers;
    frontier_lane& from = state.lanes[at];
    const auto vertices = from.vertices(level);
    const std::size_t chunk = std::clamp<std::size_t>(vertices.size() / (4 * workers), 1, 256);
    const std::size_t portion = Access == access::alone ? vertices.size() : chunk;
    for (auto part = from.take(level, portion); !part.empty(); part = from.take(level, portion)) {
      mine.expand(vertices, part);
    }
  }
}

template <access Access>
void adopt_all(search_state& state, frontier_lane& lane, std::span<const adoption> batch) {
  const std::size_t ahead = state.prefetch_distance;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (i + ahead < batch.size()) {
      __builtin_prefetch(&state.tree.parent[batch[i + ahead].child], 1);
    }
    const local_vertex child = batch[i].child;
    if (!state.closed.claim<Access>(child)) { continue; }
    state.adopt(child, batch[i].parent(), lane.level() + 1);
    lane.push(lane.level() + 1, child);
  }
}

}  // namespace

void adopt_handler::operator()(worker& self, std::span<const adoption> batch) const {
  frontier_lane& lane = state->lane_of(self);
  if (state->sharing == access::alone) {
    adopt_all<access::alone>(*state, lane, batch);
  } else {
    adopt_all<access::shared>(*state, lane, batch);
  }
}

void expand_frontier(search_state& state, worker& self, adoption_channel& adoptions) {
  if (state.sharing == access::alone) {
    expand_all<access::alone>(state, self, adoptions);
  } else {
    expand_all<access::shared>(state, self, adoptions);
  }
}

frontier_size size_of_found(const search_state& state, const frontier_lane& lane,
                            std::uint64_t edge_limit) {
  const auto vertices = lane.vertices(lane.level() + 1);
  const adjacency& edges = state.graph.out_edges();
  constexpr std::size_t stride = 256;  // vertices between two looks at the limit
  frontier_size size{.vertices = vertices.size(), .edges = 0};
  for (std::size_t i = 0; i < vertices.size() && size.edges < edge_limit; i += stride) {
    for (const local_vertex v : vertices.subspan(i, std::min(stride, vertices.size() - i))) {
      size.edges += edges.degree(v);
    }
  }
  return size;
}

}  // namespace orujo::breadth_first
