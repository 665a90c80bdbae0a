// Finds the vertices of other ranks that a rank's rows lead to, and numbers them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/building/arc_exchange.hpp"
#include "orujo/graph/building/ranked_bitmap.hpp"
#include "orujo/graph/building/row_builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

/// A set of target numbers (see target_numbering) at or above the number of owned vertices.
/// As a bitmap, or as a sorted list where a bitmap would outgrow the rows themselves.
class ghost_numbers {
public:
  /// `owned` and `vertices` are numbers of vertices, `arcs` that of the arcs of this rank.
  ghost_numbers(vertex_id owned, vertex_id vertices, std::uint64_t arcs);

  /// Adds all numbers of `targets` that are not owned. Call: local, worker 0.
  template <typename Target>
  void collect(rank_team& team, std::span<const Target> targets) {
    parallel_for(team, targets.size(), loop_chunk, [&](std::size_t first, std::size_t last) {
      add(targets.subspan(first, last - first));
    });
  }

  /// Numbers them. Call: local, after the last collect().
  void seal();

  /// The local number of a target: its own if it is owned, else behind the owned vertices.
  [[nodiscard]] local_vertex local(std::uint64_t target) const noexcept {
    if (target < owned_) { return static_cast<local_vertex>(target); }
    return static_cast<local_vertex>(
        owned_ + (bitmap_ ? bitmap_->rank(target - owned_) : place_in_list(target)));
  }

  /// All members, ascending.
  [[nodiscard]] std::vector<std::uint64_t> members() const;

  static constexpr std::size_t loop_chunk = std::size_t{1} << 16U;

private:
  template <typename Target>
  void add(std::span<const Target> targets) {
    if (bitmap_) {
      for (const Target target : targets) {
        if (target >= owned_) { bitmap_->mark(target - owned_); }
      }
      return;
    }
    std::vector<std::uint64_t> some;
    for (const Target target : targets) {
      if (target >= owned_) { some.push_back(target); }
    }
    add_to_list(std::move(some));
  }
  void add_to_list(std::vector<std::uint64_t> some);
  [[nodiscard]] std::uint64_t place_in_list(std::uint64_t target) const noexcept;

  vertex_id owned_;
  std::unique_ptr<ranked_bitmap> bitmap_;
  std::mutex list_mutex_;
  std::vector<std::uint64_t> list_;
};

/// The owned vertices that `ghosts`, the ids of every rank's ghosts, ascending, name.
/// Call: collective.
[[nodiscard]] mirror_lists find_mirrors(rank_team& team, const block_partition& partition,
                                        std::span<const vertex_id> ghosts);

/// The arrays of an adjacency that was built in memory.
struct owned_arrays {
  huge_array<std::uint64_t> offsets;
  huge_array<local_vertex> targets;
  weight_array weights;
};

/// The first `arcs` targets of `arrays`, and as many weights if there are any.
[[nodiscard]] adjacency adjacency_of(owned_arrays arrays, std::uint64_t arcs);

/// Makes local vertex numbers of target numbers. Call: local, worker 0. Throws: memory_error.
template <typename Target>
[[nodiscard]] adjacency localize(rank_team& team, built_rows<Target> rows,
                                 const ghost_numbers& ghosts) {
  constexpr bool in_place = sizeof(Target) == sizeof(local_vertex);
  const std::uint64_t arcs = rows.counts.arcs;
  huge_array<local_vertex> targets(in_place ? 0 : arcs);
  if constexpr (in_place) { targets = std::move(rows.targets); }
  if (!in_place || team.size() > 1) {
    const auto* const from = [&] {
      if constexpr (in_place) {
        return targets.data();
      } else {
        return rows.targets.data();
      }
    }();
    local_vertex* const to = targets.data();
    parallel_for(team, arcs, ghost_numbers::loop_chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) { to[i] = ghosts.local(from[i]); }
    });
  }
  return adjacency_of({std::move(rows.offsets), std::move(targets), std::move(rows.weights)}, arcs);
}

}  // namespace orujo::building
