// PageRank along weighted edges: the surfer follows an edge in proportion to its weight.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/algorithms/additions.hpp"
#include "orujo/algorithms/pagerank_start.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::page_rank {

/// The weights of each vertex's out-edges added up, those of ghosts, too. A long double holds the
/// sum of any weights. Call: collective.
[[nodiscard]] inline huge_array<exact_number> out_strengths(rank_team& team,
                                                            const csr_graph& graph) {
  huge_array<exact_number> strengths(std::size_t{graph.num_local()} + graph.num_ghosts());
  with_weight_type(graph.stored_weights(), [&]<typename W>(std::type_identity<W>) {
    parallel_for(
        team, graph.num_local(), vertices_per_chunk, [&](std::size_t first, std::size_t last) {
          for (std::size_t v = first; v < last; ++v) {
            exact_number sum = 0;
            for (const W weight : graph.out_edges().row_weights<W>(static_cast<local_vertex>(v))) {
              sum += weight;
            }
            strengths[v] = sum;
          }
        });
  });
  return strengths;
}

/// For each edge of `rows` the share of the surfers at its source that follow it; 0 where all edges
/// of the source weigh nothing, which is then as one without edges. `source_of(v, i)` is the source
/// of edge i, in row v. Call: collective.
template <std::floating_point T, typename SourceOf>
[[nodiscard]] huge_array<T> edge_shares(rank_team& team, const adjacency& rows,
                                        std::span<const exact_number> strengths,
                                        SourceOf source_of) {
  huge_array<T> shares(rows.targets.size());
  with_weight_type(rows.weights.type(), [&]<typename W>(std::type_identity<W>) {
    const std::span<const W> weights = rows.weights.as<W>();
    const auto of_row = [&](std::size_t v) {
      for (std::uint64_t i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
        const exact_number all = strengths[source_of(v, i)];
        shares[i] = all > 0 ? static_cast<T>(static_cast<exact_number>(weights[i]) / all) : T{0};
      }
    };
    parallel_for(team, rows.offsets.size() - 1, vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) { of_row(v); }
                 });
  });
  return shares;
}

/// As pulled_sums, but each in-neighbour gives the edge's share of its score.
template <std::floating_point T>
class weighted_pulled_sums {
public:
  weighted_pulled_sums(rank_team& team, const csr_graph& graph)
      : rows_(graph.in_edges()), ghosts_(team, graph) {
    huge_array<exact_number> strengths = out_strengths(team, graph);
    ghost_values<exact_number>(team, graph).update(strengths.span());
    shares_ = edge_shares<T>(team, rows_, strengths.span(), [&](std::size_t, std::uint64_t i) {
      return std::size_t{rows_.targets[i]};
    });
  }

  void take(std::span<T> given) {
    ghosts_.update(given);
    given_ = given;
  }

  void sums_of(index_range part, T* sums) const noexcept {
    for (std::size_t v = part.first; v < part.last; ++v) {
      double even = 0;  // two sums, so that one addition need not wait for the other
      double odd = 0;
      std::uint64_t i = rows_.offsets[v];
      const std::uint64_t end = rows_.offsets[v + 1];
      for (; i + 2 <= end; i += 2) {
        even += part_of(i);
        odd += part_of(i + 1);
      }
      if (i < end) { even += part_of(i); }
      sums[v - part.first] = static_cast<T>(even + odd);
    }
  }

private:
  [[nodiscard]] double part_of(std::uint64_t i) const noexcept {
    return static_cast<double>(given_[rows_.targets[i]]) * static_cast<double>(shares_[i]);
  }

  const adjacency& rows_;
  std::span<const T> given_;
  ghost_values<T> ghosts_;
  huge_array<T> shares_;
};

/// As pushed_sums, but each out-neighbour gets the edge's share of the score.
template <std::floating_point T>
class weighted_pushed_sums {
public:
  weighted_pushed_sums(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        sums_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        contributions_(team, graph, summing::add_shared{}) {
    const huge_array<exact_number> strengths = out_strengths(team, graph);
    shares_ = edge_shares<T>(team, graph.out_edges(), strengths.span(),
                             [](std::size_t v, std::uint64_t) { return v; });
  }

  void take(std::span<const T> given) {
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   push({first, last}, given);
                 });
    contributions_.collect(sums_.span());
  }

  void sums_of(index_range part, T* sums) noexcept {
    for (std::size_t v = part.first; v < part.last; ++v) {
      sums[v - part.first] = static_cast<T>(sums_[v]);
      sums_[v] = 0;
    }
  }

private:
  void push(index_range part, std::span<const T> given) noexcept {
    const summing::add_shared add;
    const adjacency& rows = graph_.out_edges();
    for (std::size_t v = part.first; v < part.last; ++v) {
      const auto value = static_cast<double>(given[v]);
      for (std::uint64_t i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
        add(sums_[rows.targets[i]], value * static_cast<double>(shares_[i]));
      }
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<double> sums_;
  ghost_contributions<double, summing::add_shared> contributions_;
  huge_array<T> shares_;
};

}  // namespace orujo::page_rank
