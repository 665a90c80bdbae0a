// How the surfers at a vertex share themselves out among its edges: all alike, or by weight.
//
// Both classes below say the same of an edge: what a score is divided by while it is kept, and what
// of a kept value the edge carries.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "orujo/algorithms/pagerank/start.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/row_sums.hpp"

namespace orujo::page_rank {

/// All edges of a vertex alike. A score is kept divided by their number, and each carries that.
class equal_shares {
public:
  [[nodiscard]] static equal_shares of_out_edges(rank_team& /*team*/, const csr_graph& /*graph*/) {
    return {};
  }
  [[nodiscard]] static equal_shares of_in_edges(rank_team& /*team*/, const csr_graph& /*graph*/) {
    return {};
  }

  /// What the score of a vertex with so many out-edges is divided by.
  template <std::floating_point T>
  [[nodiscard]] static T divisor(std::uint32_t edges) noexcept {
    return static_cast<T>(std::max(edges, std::uint32_t{1}));
  }

  /// What the edge with this place carries of `value`.
  [[nodiscard]] double carried(double value, std::uint64_t /*edge*/) const noexcept {
    return value;
  }

  /// Sets sums[v - part.first] to what the edges of row v carry, for the rows of `part`.
  template <std::floating_point T>
  void sum_rows(const summing::row_values<T>& of, index_range part, T* sums) const noexcept {
    summing::sum_rows<T>(of, part, sums);
  }
};

/// The weights of each vertex's out-edges added up, those of ghosts left at 0. A long double holds
/// the sum of any weights. Call: collective.
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

/// The shares of all out-edges. Call: collective.
template <std::floating_point T>
[[nodiscard]] huge_array<T> shares_of_out_edges(rank_team& team, const csr_graph& graph) {
  const huge_array<exact_number> strengths = out_strengths(team, graph);
  return edge_shares<T>(team, graph.out_edges(), strengths.span(),
                        [](std::size_t v, std::uint64_t) { return v; });
}

/// Each edge in proportion to its weight. A score is kept as it is, and an edge carries its share.
template <std::floating_point S>
class weighted_shares {
public:
  /// Call: collective.
  [[nodiscard]] static weighted_shares of_out_edges(rank_team& team, const csr_graph& graph) {
    return weighted_shares(shares_of_out_edges<S>(team, graph));
  }

  /// Call: collective.
  [[nodiscard]] static weighted_shares of_in_edges(rank_team& team, const csr_graph& graph) {
    const adjacency& rows = graph.in_edges();
    huge_array<exact_number> strengths = out_strengths(team, graph);
    ghost_values<exact_number>(team, graph).update(strengths.span());
    return weighted_shares(
        edge_shares<S>(team, rows, strengths.span(),
                       [&](std::size_t, std::uint64_t i) { return std::size_t{rows.targets[i]}; }));
  }

  template <std::floating_point T>
  [[nodiscard]] static T divisor(std::uint32_t /*edges*/) noexcept {
    return T{1};
  }

  [[nodiscard]] double carried(double value, std::uint64_t edge) const noexcept {
    return value * static_cast<double>(shares_[edge]);
  }

  template <std::floating_point T>
  void sum_rows(const summing::row_values<T>& of, index_range part, T* sums) const noexcept {
    const auto carried_by = [&](std::uint64_t edge) {
      return carried(static_cast<double>(of.values[of.rows.targets[edge]]), edge);
    };
    for (std::size_t v = part.first; v < part.last; ++v) {
      double even = 0;  // two sums, so that one addition need not wait for the other
      double odd = 0;
      std::uint64_t i = of.rows.offsets[v];
      const std::uint64_t end = of.rows.offsets[v + 1];
      for (; i + 2 <= end; i += 2) {
        even += carried_by(i);
        odd += carried_by(i + 1);
      }
      if (i < end) { even += carried_by(i); }
      sums[v - part.first] = static_cast<T>(even + odd);
    }
  }

private:
  explicit weighted_shares(huge_array<S> shares) : shares_(std::move(shares)) {}

  huge_array<S> shares_;  // by the place of the edge
};

}  // namespace orujo::page_rank
