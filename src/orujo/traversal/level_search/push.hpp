// A level in which the frontier looks for vertices not reached yet, each claimed at its home.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "orujo/base/prefetch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/traversal/level_search/state.hpp"
#include "orujo/traversal/row_prefetch.hpp"

namespace orujo::level_wise {

inline constexpr std::size_t largest_portion = 256;  // vertices that a worker takes at once

/// How owned vertices are claimed.
enum class claiming : std::uint8_t {
  one_home,  ///< All are at home with the only worker.
  any_home,  ///< At their homes, whose workers wait.
  own_home,  ///< At home; what is at home elsewhere goes into a box.
};

/// Handles what other ranks found of this rank's vertices.
template <reach_operator Operator>
struct reach_handler {
  using value_type = typename Operator::value_type;

  search_state<Operator>* state;

  void operator()(worker& self, std::span<const discovery<value_type>> batch) const;
};

template <reach_operator Operator>
using discovery_channel =
    channel<discovery<typename Operator::value_type>, reach_handler<Operator>>;

/// One worker's view of one level, with what the inner loops need at hand.
template <reach_operator Operator, claiming Claiming>
class expansion {
public:
  using value_type = typename Operator::value_type;

  expansion(search_state<Operator>& state, worker& self, discovery_channel<Operator>& discoveries)
      : state_(state),
        op_(state.op),
        edges_(*state.edges.out),
        home_(static_cast<std::size_t>(self.index())),
        seen_(state.seen_by(self)),
        lane_(state.lane_of(self)),
        out_(discoveries.from(self)),
        level_(lane_.level()),
        num_local_(state.graph.num_local()),
        has_ghosts_(state.graph.num_ghosts() > 0) {}

  /// Expands vertices[part]; the vertices behind them are probably next. Not inlined: it has all
  /// registers for itself.
  [[gnu::noinline]] void expand(std::span<const local_vertex> vertices, index_range part) {
    constexpr std::size_t ahead = rows_ahead;
    std::uint64_t edges = 0;
    for (std::size_t i = part.first; i < part.last; ++i) {
      if (i + 2 * ahead < vertices.size()) {
        prefetch_to_read(&edges_.offsets[vertices[i + 2 * ahead]]);
      }
      if (i + ahead < vertices.size()) {
        prefetch_to_read(edges_.targets.data() + edges_.offsets[vertices[i + ahead]]);
      }
      const auto row = edges_.row(vertices[i]);
      edges += row.size();
      claim(has_ghosts_ ? without_ghosts(row, vertices[i]) : row, vertices[i]);
    }
    keep_claimed();
    tell_owners();
    lane_.looked().vertices += part.last - part.first;
    lane_.looked().edges += edges;
    if constexpr (Claiming == claiming::own_home) { empty_own_box(); }
  }

private:
  /// Tells the owners of the ghosts in the row of `v`, and returns the others.
  [[nodiscard]] std::span<const local_vertex> without_ghosts(std::span<const local_vertex> row,
                                                             local_vertex v) {
    // Rows ascend: ghosts, if any, are at the end.
    if (row.empty() || row.back() < num_local_) { return row; }
    const auto ghosts = std::lower_bound(row.begin(), row.end(), num_local_);
    const value_type value = value_given(op_, v);
    for (auto ghost = ghosts; ghost != row.end(); ++ghost) {
      if (seen_.claim(*ghost)) { put_aside(*ghost, value); }
    }
    return {row.begin(), ghosts};
  }

  // No loop has a branch on whether a target is kept, which cannot be predicted. Nor can how many
  // of a short row are: what these lead to is done for many of them at once.

  /// Keeps those of `targets`, in the row of `v`, that are claimed here.
  void claim(std::span<const local_vertex> targets, local_vertex v) {
    constexpr std::size_t longest_short = 8;
    if (targets.size() > longest_short) { return claim_long(targets, value_given(op_, v)); }
    if (num_claimed_ + longest_short >= claimed_.size()) { keep_claimed(); }
    std::size_t size = num_claimed_;
    for (const local_vertex target : targets) {
      claimed_[size] = {target, v};
      size += std::size_t{bits_for(target).claim(target)};
    }
    num_claimed_ = size;
  }

  /// The same, for a row whose edges carry `value`; at once.
  void claim_long(std::span<const local_vertex> targets, const value_type& value) {
    if constexpr (Claiming == claiming::own_home) {
      for (std::size_t at = 0; at < targets.size(); at += block_size) {
        std::array<local_vertex, block_size> fresh;
        const auto block = targets.subspan(at, std::min(block_size, targets.size() - at));
        const std::size_t size = claim_into(fresh.data(), block);
        for (std::size_t i = 0; i < size; ++i) { put_into_box(fresh[i], value); }
      }
    } else {
      keep_claimed();
      local_vertex* const slots = lane_.next_slots() + lane_.next_size();
      const std::size_t size = claim_into(slots, targets);
      for (std::size_t i = 0; i < size; ++i) { op_.reach(slots[i], value, level_ + 1); }
      lane_.resize_next(lane_.next_size() + size);
    }
  }

  /// Writes those of `targets` that are claimed here, and behind them one more; returns how many.
  /// Most have been seen: bits are only written for the others, as targets that are near each other
  /// have theirs in one word, which each claim would have to wait for.
  std::size_t claim_into(local_vertex* fresh, std::span<const local_vertex> targets) {
    std::size_t size = 0;
    for (std::size_t at = 0; at < targets.size(); at += block_size) {
      std::array<local_vertex, block_size> open;
      std::size_t num_open = 0;
      for (const local_vertex target :
           targets.subspan(at, std::min(block_size, targets.size() - at))) {
        open[num_open] = target;
        num_open += bits_for(target).test(target) ? 0U : 1U;
      }
      for (std::size_t i = 0; i < num_open; ++i) {
        fresh[size] = open[i];
        size += std::size_t{bits_for(open[i]).claim(open[i])};
      }
    }
    return size;
  }

  void put_into_box(local_vertex v, const value_type& value) {
    auto& box = lane_.box_for(state_.homes.of(v));
    box.slots[box.size++] = {v, value};
  }

  [[nodiscard]] bit_array& bits_for(local_vertex v) noexcept {
    if constexpr (Claiming == claiming::any_home) {
      return state_.seen[state_.homes.of(v)];
    } else {
      return seen_;
    }
  }

  /// Reaches what has been claimed, or puts it into boxes.
  void keep_claimed() {
    if constexpr (Claiming == claiming::own_home) {
      for (std::size_t i = 0; i < num_claimed_; ++i) {
        put_into_box(claimed_[i].vertex, value_given(op_, claimed_[i].from));
      }
    } else {
      local_vertex* const slots = lane_.next_slots() + lane_.next_size();
      for (std::size_t i = 0; i < num_claimed_; ++i) {
        slots[i] = claimed_[i].vertex;
        op_.reach(claimed_[i].vertex, value_given(op_, claimed_[i].from), level_ + 1);
      }
      lane_.resize_next(lane_.next_size() + num_claimed_);
    }
    num_claimed_ = 0;
  }

  void empty_own_box() {
    auto& own = lane_.box_for(home_);
    for (const auto& each : own.items()) {
      op_.reach(each.vertex, each.value, level_ + 1);
      lane_.push(level_ + 1, each.vertex);
    }
    own.size = 0;
  }

  /// Ghosts are told together, so that looks at where they have their owners do not wait for each
  /// other.
  void put_aside(local_vertex ghost, const value_type& value) {
    state_.graph.prefetch_remote(ghost);
    aside_[num_aside_++] = {ghost, value};
    if (num_aside_ == aside_.size()) { tell_owners(); }
  }

  void tell_owners() {
    for (std::size_t i = 0; i < num_aside_; ++i) {
      const auto [owner, vertex] = state_.graph.remote(aside_[i].vertex);
      out_.send(owner, {vertex, aside_[i].value});
    }
    num_aside_ = 0;
  }

  static constexpr std::size_t block_size = 64;

  search_state<Operator>& state_;
  const Operator op_;  // its own, so that nothing that is written may change it
  const adjacency& edges_;
  std::size_t home_;
  bit_array& seen_;
  search_lane<value_type>& lane_;
  typename discovery_channel<Operator>::sender out_;
  std::uint32_t level_;
  local_vertex num_local_;
  bool has_ghosts_;
  struct claimed_vertex {
    local_vertex vertex;
    local_vertex from;
  };
  std::array<claimed_vertex, 256> claimed_;
  std::size_t num_claimed_ = 0;
  std::array<discovery<value_type>, block_size> aside_;  // ghosts whose owners are to be told
  std::size_t num_aside_ = 0;
};

template <claiming Claiming, reach_operator Operator>
void expand_all(search_state<Operator>& state, worker& self,
                discovery_channel<Operator>& discoveries) {
  expansion<Operator, Claiming> mine(state, self, discoveries);
  const std::uint32_t level = state.lane_of(self).level();
  const std::size_t workers = state.lanes.size();
  for (std::size_t i = 0; i < workers; ++i) {
    auto& from = state.lanes[(static_cast<std::size_t>(self.index()) + i) % workers];
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
template <reach_operator Operator, typename Keep>
void sift(search_state<Operator>& state, worker& self,
          std::span<const discovery<typename Operator::value_type>> batch, Keep&& keep) {
  const std::size_t ahead = state.prefetch_distance;
  bit_array& seen = state.seen_by(self);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if constexpr (fetching_operator<Operator>) {
      if (i + ahead < batch.size()) { state.op.fetch(batch[i + ahead].vertex); }
    }
    if (seen.claim(batch[i].vertex)) { keep(batch[i]); }
  }
}

template <reach_operator Operator>
void reach_handler<Operator>::operator()(worker& self,
                                         std::span<const discovery<value_type>> batch) const {
  const auto home = static_cast<std::size_t>(self.index());
  auto& lane = state->lane_of(self);
  sift(*state, self, batch, [&](const discovery<value_type>& each) {
    const std::size_t other = state->homes.of(each.vertex);
    if (other != home) {
      auto& box = lane.box_for(other);
      box.slots[box.size++] = each;
    } else {
      state->op.reach(each.vertex, each.value, lane.level() + 1);
      lane.push(lane.level() + 1, each.vertex);
    }
  });
}

/// Expands this worker's part of the frontier, then what others have left of theirs. What it finds
/// goes to its list, to its boxes for other workers, and to the owners of ghosts.
/// Call: local, all workers, within an epoch if there are several ranks.
template <reach_operator Operator>
void expand_frontier(search_state<Operator>& state, worker& self,
                     discovery_channel<Operator>& discoveries) {
  if (state.lanes.size() == 1) {
    expand_all<claiming::one_home>(state, self, discoveries);
  } else {
    expand_all<claiming::own_home>(state, self, discoveries);
  }
}

/// Expands the whole frontier; all that is found goes to the list of `self`.
/// Call: local, worker 0 of a team of one rank, while the other workers wait.
template <reach_operator Operator>
void expand_frontier_alone(search_state<Operator>& state, worker& self,
                           discovery_channel<Operator>& discoveries) {
  expand_all<claiming::any_home>(state, self, discoveries);
}

/// Takes in what other workers have found of this worker's vertices.
/// Call: local, all workers, after a barrier behind expand_frontier() and its epoch.
template <reach_operator Operator>
void take_in_boxes(search_state<Operator>& state, worker& self) {
  const auto home = static_cast<std::size_t>(self.index());
  auto& lane = state.lane_of(self);
  for (std::size_t i = 1; i < state.lanes.size(); ++i) {
    const auto& box = state.lanes[(home + i) % state.lanes.size()].box_for(home);
    sift(state, self, box.items(), [&](const auto& each) {
      state.op.reach(each.vertex, each.value, lane.level() + 1);
      lane.push(lane.level() + 1, each.vertex);
    });
  }
}

/// What `lane` has of the level that is being found, its edges counted until they reach
/// `edge_limit`, if of its first vertices `counted` is known. Call: its worker.
template <reach_operator Operator>
[[nodiscard]] frontier_size size_of_found(
    const search_state<Operator>& state,
    const search_lane<typename search_state<Operator>::value_type>& lane, std::uint64_t edge_limit,
    const frontier_size& counted = {}) {
  const auto vertices = lane.vertices(lane.level() + 1);
  constexpr std::size_t stride = 256;  // vertices between two looks at the limit
  frontier_size size{.vertices = vertices.size(), .edges = counted.edges};
  for (std::size_t i = counted.vertices; i < vertices.size() && size.edges < edge_limit;
       i += stride) {
    for (const local_vertex v : vertices.subspan(i, std::min(stride, vertices.size() - i))) {
      size.edges += state.edges.out->degree(v);
    }
  }
  return size;
}

}  // namespace orujo::level_wise
