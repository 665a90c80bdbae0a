// Distributed Control: values are taken at once, from what is known, and corrected later.
//
// A vertex that was told something is pending: it is in one worker's queue, or its new value is in
// one worker's send cache, and that worker alone holds it. The holder takes the count of what the
// vertex was told before it decides; when the count is still the same as the value leaves the
// cache, nothing has come in between, and it subtracts the count: 0 means that it holds the vertex
// no more. Else it decides again. So a change is lost neither while a vertex is pending nor after.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/tasks/ring.hpp"
#include "orujo/traversal/dag_correcting/walk.hpp"
#include "orujo/worklists/d_ary_heap.hpp"

namespace orujo::dag_walks {

/// A vertex that was told something. Near the roots first, then low values of who told it.
struct pending_vertex {
  std::uint64_t priority;  ///< The depth, then the rank of a value.
  local_vertex vertex;

  [[nodiscard]] static pending_vertex at(std::uint32_t depth, std::uint32_t rank,
                                         local_vertex v) noexcept {
    return {std::uint64_t{depth} << 32 | rank, v};
  }
  [[nodiscard]] std::uint32_t depth() const noexcept {
    return static_cast<std::uint32_t>(priority >> 32);
  }
  [[nodiscard]] std::uint32_t rank() const noexcept { return static_cast<std::uint32_t>(priority); }
};

struct comes_before {
  [[nodiscard]] bool operator()(const pending_vertex& a, const pending_vertex& b) const noexcept {
    return a.priority < b.priority;
  }
};

/// A value that was decided and not sent yet.
template <dag_function F>
struct cached_value {
  pending_vertex item;
  typename F::value_type value;
  std::uint32_t told;  ///< The count when it was decided.
};

/// One worker's pending vertices: those to decide, and those whose values wait to be sent.
template <dag_function F>
class pending_list {
public:
  explicit pending_list(const dag_options& options)
      : most_cached_(options.send_cache), by_arrival_(options.priority == dag_priority::arrival) {}

  [[nodiscard]] bool empty() const noexcept { return queue_.empty() && cache_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return queue_.size() + cache_.size(); }

  void push(const pending_vertex& item) {
    queue_.push(by_arrival_ ? pending_vertex{arrivals_++, item.vertex} : item);
  }
  void push(const cached_value<F>& item) { cache_.push(item); }

  /// Whether a value is to be sent before the next vertex decides: those nearer to the roots are
  /// not held back from it.
  [[nodiscard]] bool sends_next() const noexcept {
    if (queue_.empty() || cache_.size() >= most_cached_) { return true; }
    return !by_arrival_ && !cache_.empty() && queue_.top().depth() > cache_.peek(0).item.depth();
  }
  [[nodiscard]] cached_value<F> pop_cached() noexcept { return cache_.pop_oldest(); }
  [[nodiscard]] pending_vertex pop() { return queue_.pop(); }

private:
  std::size_t most_cached_;
  bool by_arrival_;
  std::uint64_t arrivals_ = 0;
  d_ary_heap<pending_vertex, comes_before> queue_;
  ring<cached_value<F>> cache_;
};

template <dag_function F, bool Shared>
class speculative_walk final : public dag_walk_base<F, Shared, speculative_walk<F, Shared>> {
  using base = dag_walk_base<F, Shared, speculative_walk>;
  friend base;
  using typename base::change;
  using typename base::slots;

public:
  /// Call: collective.
  speculative_walk(rank_team& team, const oriented_graph& dag, const dag_options& options)
      : base(team, dag),
        puts_off_(options.priority == dag_priority::near_roots),
        depths_(dag.graph().num_local()),
        numbers_(team.size() > 1 ? dag.graph().num_local() : 0) {
    for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(team.values(), options); }
  }

private:
  struct alignas(cache_line_bytes) lane {
    lane(const settings& values, const dag_options& options) : list(options), record(values) {}

    pending_list<F> list;
    work_record record;
  };

  [[nodiscard]] std::vector<lane>& lanes() noexcept { return lanes_; }
  [[nodiscard]] const std::vector<lane>& lanes() const noexcept { return lanes_; }
  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  /// Roots are pending from the beginning, as if told something.
  [[nodiscard]] std::uint32_t first_count(local_vertex v) noexcept {
    depths_[v] = 0;
    if (!numbers_.empty()) { numbers_[v] = 0; }
    return this->dag().predecessors(v).empty() ? 1 : 0;
  }
  /// Only the worker that holds the vertex asks.
  [[nodiscard]] std::uint32_t next_number(local_vertex v) noexcept { return numbers_[v]; }

  static void start() {}

  void begin(lane& mine, local_vertex first, local_vertex last) {
    for (local_vertex v = first; v < last; ++v) {
      if (this->dag().predecessors(v).empty()) { mine.list.push(pending_vertex{0, v}); }
    }
  }

  void process_one(worker& self, lane& mine) {
    if (mine.list.sends_next()) {
      send_one(self, mine, mine.list.pop_cached());
    } else {
      pending_vertex item = mine.list.pop();
      if (put_off(item)) { return mine.list.push(item); }
      const std::uint32_t told = this->values().at(item.vertex).count();
      mine.list.push(cached_value<F>{item, this->decide(mine, item.vertex), told});
    }
  }

  /// Whether the vertex turned out to be farther from the roots since it came into the queue; then
  /// it goes to where it belongs, and most of those before it are decided first. One that a value
  /// settles is not put off.
  [[nodiscard]] bool put_off(pending_vertex& item) noexcept {
    if (!puts_off_ || item.priority == at_once) { return false; }
    const std::uint32_t depth = depth_of(item.vertex);
    if (depth <= item.depth()) { return false; }
    item = pending_vertex::at(depth, item.rank(), item.vertex);
    return true;
  }

  [[nodiscard]] std::uint32_t depth_of(local_vertex v) noexcept {
    if constexpr (!Shared) { return depths_[v]; }
    return std::atomic_ref<std::uint32_t>(depths_[v]).load(std::memory_order_relaxed);
  }

  /// Notes that `v` is at least so far from the roots. Relaxed: only the order of work depends on
  /// it.
  void deepen(local_vertex v, std::uint32_t depth) noexcept {
    std::uint32_t known = depth_of(v);
    if constexpr (Shared) {
      std::atomic_ref<std::uint32_t> place(depths_[v]);
      while (known < depth &&
             !place.compare_exchange_weak(known, depth, std::memory_order_relaxed)) {}
    } else {
      depths_[v] = std::max(known, depth);
    }
  }

  /// Sends a value from the cache, unless it is out of date or no news.
  void send_one(worker& self, lane& mine, const cached_value<F>& cached) {
    const local_vertex v = cached.item.vertex;
    const typename slots::slot now = this->values().at(v);
    if (now.count() != cached.told) {
      ++mine.record.counts.invalidated;
      mine.list.push(cached.item);
      return;
    }
    if (now.value() == cached.value) {
      ++mine.record.counts.reduced;
    } else {
      if (!numbers_.empty()) { ++numbers_[v]; }
      this->publish(self, mine, v, {now.value(), cached.value, depth_of(v)});
    }
    if (this->values().subtract(v, cached.told).count() != cached.told) {
      mine.list.push(cached.item);
    }
  }

  void hear(lane& mine, local_vertex v, const change& made) {
    const typename slots::slot known = this->values().at(v);
    const std::uint32_t depth = made.depth + 1;
    deepen(v, depth);
    if (known.count() == 0 && known.value() != F::undecided &&
        !this->function().affects(known.value(), made.before, made.after)) {
      ++mine.record.counts.rejected;
      return;
    }
    if (this->values().add(v, 1).count() > 0) { return; }
    mine.list.push(this->function().settles(made.after)
                       ? pending_vertex{at_once, v}
                       : pending_vertex::at(depth, this->function().rank(made.after), v));
  }

  /// The priority of roots, and of vertices that heard of a value that settles them.
  static constexpr std::uint64_t at_once = 0;

  bool puts_off_;
  huge_array<std::uint32_t> depths_;   // the longest way from a root that was heard of
  huge_array<std::uint32_t> numbers_;  // of the values sent, if there are other ranks
  std::vector<lane> lanes_;
};

}  // namespace orujo::dag_walks
