// What comes in at each vertex in a step of PageRank, by pulling or by pushing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/algorithms/pagerank/start.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/additions.hpp"

namespace orujo::page_rank {

/// Reads what the in-neighbours give. Ghosts are updated first, then all is local. `Shares` says
/// what an edge carries of what its source gives: see pagerank_shares.hpp.
template <std::floating_point T, typename Shares>
class pulled_sums {
public:
  using share_type = Shares;

  pulled_sums(rank_team& team, const csr_graph& graph)
      : rows_(graph.in_edges()), ghosts_(team, graph), shares_(Shares::of_in_edges(team, graph)) {}

  /// Takes what each vertex gives in this step; ghosts are filled in. Call: collective.
  void take(std::span<T> given) {
    ghosts_.update(given);
    given_ = given;
  }

  /// Sets sums[v - part.first] for the vertices of `part`. Call: any worker.
  void sums_of(index_range part, T* sums) const noexcept {
    shares_.template sum_rows<T>({rows_, given_}, part, sums);
  }

private:
  const adjacency& rows_;
  std::span<const T> given_;
  ghost_values<T> ghosts_;
  [[no_unique_address]] Shares shares_;
};

/// Adds what each vertex gives to its out-neighbours. What goes to ghosts is added up here first,
/// so that an owner gets one value for each ghost, not one for each edge.
template <std::floating_point T, typename Shares>
class pushed_sums {
public:
  using share_type = Shares;

  pushed_sums(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        sums_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        contributions_(team, graph, summing::add_shared{}),
        shares_(Shares::of_out_edges(team, graph)) {}

  /// As pulled_sums::take(), but for the ghosts.
  void take(std::span<const T> given) {
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   if (team_.num_workers() > 1) {
                     push({first, last}, given, summing::add_shared{});
                   } else {
                     push({first, last}, given, summing::add_alone{});
                   }
                 });
    contributions_.collect(sums_.span());
  }

  /// As pulled_sums::sums_of(), once for each step.
  void sums_of(index_range part, T* sums) noexcept {
    for (std::size_t v = part.first; v < part.last; ++v) {
      sums[v - part.first] = static_cast<T>(sums_[v]);
      sums_[v] = 0;
    }
  }

private:
  template <typename Add>
  void push(index_range part, std::span<const T> given, Add add) noexcept {
    const std::uint64_t* const offsets = graph_.out_edges().offsets.data();
    const local_vertex* const targets = graph_.out_edges().targets.data();
    double* const sums = sums_.data();
    for (std::size_t v = part.first; v < part.last; ++v) {
      const auto value = static_cast<double>(given[v]);
      const std::uint64_t end = offsets[v + 1];
      for (std::uint64_t i = offsets[v]; i < end; ++i) {
        add(sums[targets[i]], shares_.carried(value, i));
      }
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<double> sums_;
  ghost_contributions<double, summing::add_shared> contributions_;
  [[no_unique_address]] Shares shares_;
};

}  // namespace orujo::page_rank
