// Trees over local vertices that workers join concurrently, without locks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/touched_array.hpp"

namespace orujo::connectivity {

/// A forest whose trees are the pieces known to be connected.
///
/// - A parent is less than its child: the root is the least vertex of its tree, and there is never
///   a cycle.
/// - A vertex that is no root never becomes one again; only its parent may be replaced, by one of
///   the parent's ancestors.
///
/// Hence every interleaving of the functions below is right, and all accesses are relaxed: what
/// they find is final only once the workers have met, and that publishes it.
class disjoint_forest {
public:
  /// `size` vertices; reset() comes first. Call: local, worker 0, outside on_workers().
  disjoint_forest(rank_team& team, std::size_t size)
      : parents_(touched_array<local_vertex>(team, size)) {}

  [[nodiscard]] std::size_t size() const noexcept { return parents_.size(); }

  /// Makes `v` a tree of its own.
  void reset(local_vertex v) noexcept { set_parent(v, v); }

  [[nodiscard]] local_vertex parent(local_vertex v) const noexcept {
    // atomic_ref takes no reference to const; nothing is written
    auto& place = const_cast<local_vertex&>(parents_[v]);
    return std::atomic_ref<local_vertex>(place).load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_root(local_vertex v) const noexcept { return parent(v) == v; }

  /// Replaces the parent by an ancestor; of a root, only while no other worker joins it.
  void set_parent(local_vertex v, local_vertex ancestor) noexcept {
    std::atomic_ref<local_vertex>(parents_[v]).store(ancestor, std::memory_order_relaxed);
  }

  /// The root of v's tree; paths become shorter on the way.
  [[nodiscard]] local_vertex find(local_vertex v) noexcept {
    local_vertex above = parent(v);
    while (true) {
      const local_vertex next = parent(above);
      if (next == above) { return above; }
      set_parent(v, next);
      v = above;
      above = next;
    }
  }

  /// As find(), and makes `v` a child of the root.
  local_vertex find_and_flatten(local_vertex v) noexcept {
    const local_vertex root = find(v);
    set_parent(v, root);
    return root;
  }

  /// Joins the trees of `a` and `b`.
  void link(local_vertex a, local_vertex b) noexcept {
    local_vertex x = parent(a);
    local_vertex y = parent(b);
    while (x != y) {
      const local_vertex high = std::max(x, y);
      const local_vertex low = std::min(x, y);
      local_vertex above = parent(high);
      if (above == high) {
        if (try_hook(high, low)) { return; }
        above = parent(high);
      }
      if (above == low) { return; }
      x = parent(above);
      set_parent(high, x);
      y = low;
    }
  }

  void prefetch(local_vertex v) const noexcept { prefetch_to_write(&parents_[v]); }

private:
  /// Makes root `high` a child of `low`; false if it is no root any more.
  [[nodiscard]] bool try_hook(local_vertex high, local_vertex low) noexcept {
    local_vertex expected = high;
    return std::atomic_ref<local_vertex>(parents_[high])
        .compare_exchange_strong(expected, low, std::memory_order_relaxed);
  }

  huge_array<local_vertex> parents_;
};

}  // namespace orujo::connectivity
