// In how many triangles each vertex is, where that is asked for; else nothing, at no cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::triangle_counting {

/// Triangles are counted all together.
struct no_corners {
  static constexpr bool counts = false;
  static constexpr bool weighs = false;
};

/// Triangles are also counted at each of their vertices.
class corner_counts {
public:
  static constexpr bool counts = true;
  static constexpr bool weighs = false;

  /// Throws: memory_error.
  explicit corner_counts(const csr_graph& graph)
      : counts_(std::size_t{graph.num_local()} + graph.num_ghosts()) {}

  /// `v` is in so many triangles more. Call: any worker, concurrently.
  void add(local_vertex v, std::uint64_t triangles) noexcept { add_to(counts_[v], triangles); }

  /// Those of the owned vertices. Call: collective; once.
  [[nodiscard]] huge_array<std::uint64_t> collected(rank_team& team, const csr_graph& graph) && {
    if (team.size() == 1) { return std::move(counts_); }
    const auto combine = [](std::uint64_t& into, std::uint64_t more) { add_to(into, more); };
    ghost_contributions<std::uint64_t, decltype(combine)>(team, graph, combine)
        .collect(counts_.span());
    huge_array<std::uint64_t> owned(graph.num_local());
    std::copy_n(counts_.begin(), owned.size(), owned.begin());
    return owned;
  }

private:
  // relaxed: the counts are read after the workers have met
  static void add_to(std::uint64_t& into, std::uint64_t more) noexcept {
    std::atomic_ref<std::uint64_t>(into).fetch_add(more, std::memory_order_relaxed);
  }

  huge_array<std::uint64_t> counts_;  // of owned vertices, then of ghosts
};

/// The same, and each triangle counts at a vertex as often as edges of a directed graph lead from
/// one of the other two to the other: once or twice.
class arc_counts : public corner_counts {
public:
  static constexpr bool weighs = true;

  using corner_counts::corner_counts;
};

}  // namespace orujo::triangle_counting
