// Top-down expansion: each vertex is claimed at its home only, and rows are prefetched ahead.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/top_down.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "orujo/base/prefetch.hpp"
#include "orujo/traversal/row_prefetch.hpp"

namespace orujo::breadth_first {

namespace {

constexpr std::size_t largest_portion = 256;  // vertices that a worker takes at once

/// How owned vertices are claimed.
enum class claiming : std::uint8_t {
  one_home,  ///< All are at home with the only worker.
  any_home,  ///< At their homes, whose workers wait.
  own_home,  ///< At home; what is at home elsewhere goes into a box.
};

/// One worker's view of one level, with what the inner loops need at hand.
template <claiming Claiming>
class expansion {
public:
  expansion(search_state& state, worker& self, adoption_channel& adoptions)
      : state_(state),
        edges_(state.graph.out_edges()),
        home_(static_cast<std::size_t>(self.index())),
        seen_(state.seen_by(self)),
        lane_(state.lane_of(self)),
        out_(adoptions.from(self)),
        level_(lane_.level()),
        num_local_(state.graph.num_local()) {}

  /// Expands vertices[part]; the vertices behind them are probably next.
  void expand(std::span<const local_vertex> vertices, index_range part) {
    constexpr std::size_t ahead = rows_ahead;
    for (std::size_t i = part.first; i < part.last; ++i) {
      if (i + 2 * ahead < vertices.size()) {
        prefetch_to_read(&edges_.offsets[vertices[i + 2 * ahead]]);
      }
      if (i + ahead < vertices.size()) {
        prefetch_to_read(edges_.targets.data() + edges_.offsets[vertices[i + ahead]]);
      }
      expand(vertices[i]);
    }
    lane_.looked().vertices += part.last - part.first;
    if constexpr (Claiming == claiming::own_home) { empty_own_box(); }
  }

private:
  void expand(local_vertex v) {
    const auto row = edges_.row(v);
    lane_.looked().edges += row.size();
    const vertex_id parent = state_.graph.global(v);
    // Rows ascend: ghosts, if any, are at the end.
    auto ghosts = row.end();
    if (!row.empty() && row.back() >= num_local_) {
      ghosts = std::lower_bound(row.begin(), row.end(), num_local_);
    }
    if constexpr (Claiming == claiming::own_home) {
      put_into_boxes({row.begin(), ghosts}, parent);
    } else {
      claim({row.begin(), ghosts}, parent);
    }
    for (auto ghost = ghosts; ghost != row.end(); ++ghost) { tell_owner(*ghost, parent); }
  }

  // Both loops are without a branch: whether a target is kept cannot be predicted.

  void claim(std::span<const local_vertex> targets, vertex_id parent) {
    const std::size_t before = lane_.next_size();
    local_vertex* const slots = lane_.next_slots();
    std::size_t size = before;
    for (const local_vertex target : targets) {
      slots[size] = target;
      size += std::size_t{bits_for(target).claim(target)};
    }
    for (std::size_t i = before; i < size; ++i) { state_.adopt(slots[i], parent, level_ + 1); }
    lane_.resize_next(size);
  }

  [[nodiscard]] bit_array& bits_for(local_vertex v) noexcept {
    if constexpr (Claiming == claiming::any_home) {
      return state_.seen[state_.homes.of(v)];
    } else {
      return seen_;
    }
  }

  void put_into_boxes(std::span<const local_vertex> targets, vertex_id parent) {
    for (std::size_t at = 0; at < targets.size(); at += block_size) {
      std::array<local_vertex, block_size> fresh;
      std::size_t size = 0;
      for (const local_vertex target :
           targets.subspan(at, std::min(block_size, targets.size() - at))) {
        fresh[size] = target;
        size += std::size_t{seen_.claim(target)};
      }
      for (std::size_t i = 0; i < size; ++i) {
        adoption_box& box = lane_.box_for(state_.homes.of(fresh[i]));
        box.slots[box.size++] = adoption::of(fresh[i], parent);
      }
    }
  }

  void empty_own_box() {
    adoption_box& own = lane_.box_for(home_);
    for (const adoption& each : own.items()) {
      state_.adopt(each.child, each.parent(), level_ + 1);
      lane_.push(level_ + 1, each.child);
    }
    own.size = 0;
  }

  void tell_owner(local_vertex ghost, vertex_id parent) {
    if (!seen_.claim(ghost)) { return; }
    const auto [owner, child] = state_.graph.remote(ghost);
    out_.send(owner, adoption::of(child, parent));
  }

  static constexpr std::size_t block_size = 64;

  search_state& state_;
  const adjacency& edges_;
  std::size_t home_;
  bit_array& seen_;
  frontier_lane& lane_;
  adoption_channel::sender out_;
  std::uint32_t level_;
  local_vertex num_local_;
  std::uint64_t edges_looked_at_ = 0;  // in the part that is being expanded
};

template <claiming Claiming>
void expand_all(search_state& state, worker& self, adoption_channel& adoptions) {
  expansion<Claiming> mine(state, self, adoptions);
  const std::uint32_t level = state.lane_of(self).level();
  const std::size_t workers = state.lanes.size();
  for (std::size_t i = 0; i < workers; ++i) {
    frontier_lane& from = state.lanes[(static_cast<std::size_t>(self.index()) + i) % workers];
    const auto vertices = from.vertices(level);
    const std::size_t portion =
        Claiming == claiming::own_home
            ? std::clamp<std::size_t>(vertices.size() / (4 * workers), 1, largest_portion)
            : vertices.size();
    for (auto part = from.take(level, portion); !part.empty(); part = from.take(level, portion)) {
      mine.expand(vertices, part);
    }
  }
}

/// Calls `keep` for each of `batch` whose vertex `self` sees for the first time.
template <typename Keep>
void sift(search_state& state, worker& self, std::span<const adoption> batch, Keep&& keep) {
  const std::size_t ahead = state.prefetch_distance;
  bit_array& seen = state.seen_by(self);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (i + ahead < batch.size()) { prefetch_to_write(&state.tree.parent[batch[i + ahead].child]); }
    if (seen.claim(batch[i].child)) { keep(batch[i]); }
  }
}

}  // namespace

void adopt_handler::operator()(worker& self, std::span<const adoption> batch) const {
  const auto home = static_cast<std::size_t>(self.index());
  frontier_lane& lane = state->lane_of(self);
  sift(*state, self, batch, [&](const adoption& each) {
    const std::size_t other = state->homes.of(each.child);
    if (other != home) {
      adoption_box& box = lane.box_for(other);
      box.slots[box.size++] = each;
    } else {
      state->adopt(each.child, each.parent(), lane.level() + 1);
      lane.push(lane.level() + 1, each.child);
    }
  });
}

void expand_frontier(search_state& state, worker& self, adoption_channel& adoptions) {
  if (state.lanes.size() == 1) {
    expand_all<claiming::one_home>(state, self, adoptions);
  } else {
    expand_all<claiming::own_home>(state, self, adoptions);
  }
}

void expand_frontier_alone(search_state& state, worker& self, adoption_channel& adoptions) {
  expand_all<claiming::any_home>(state, self, adoptions);
}

void take_in_boxes(search_state& state, worker& self) {
  const auto home = static_cast<std::size_t>(self.index());
  frontier_lane& lane = state.lane_of(self);
  for (std::size_t i = 1; i < state.lanes.size(); ++i) {
    const adoption_box& box = state.lanes[(home + i) % state.lanes.size()].box_for(home);
    sift(state, self, box.items(), [&](const adoption& each) {
      state.adopt(each.child, each.parent(), lane.level() + 1);
      lane.push(lane.level() + 1, each.child);
    });
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
