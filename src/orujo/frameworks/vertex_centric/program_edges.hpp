// Gathers along the edges of a vertex, whatever their weights are stored as.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/vertex_centric/vertex_program.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/traversal/parallel_reduce.hpp"

namespace orujo::vertex_programs {

/// Calls `visit(rows)` for the edges of each side that `side` means; an undirected graph has each
/// edge once on every side.
template <typename Visit>
void for_each_side(const csr_graph& graph, edge_side side, Visit visit) {
  if (!graph.directed() || side != edge_side::in) { visit(graph.out_edges()); }
  if (graph.directed() && side != edge_side::out) { visit(graph.in_edges()); }
}

/// How many edges owned vertex v has on a side.
[[nodiscard]] inline std::uint64_t degree_of(const csr_graph& graph, edge_side side,
                                             local_vertex v) noexcept {
  std::uint64_t degree = 0;
  for_each_side(graph, side, [&](const adjacency& rows) { degree += rows.degree(v); });
  return degree;
}

/// What functions of a program are told of owned vertex v.
[[nodiscard]] inline program_vertex program_vertex_at(const csr_graph& graph, edge_side side,
                                                      local_vertex v) noexcept {
  return {graph.global(v), v, degree_of(graph, side, v), graph.num_vertices()};
}

/// Whether the graph stores the edges of a side.
[[nodiscard]] inline bool has_side(const csr_graph& graph, edge_side side) noexcept {
  return side == edge_side::out || !graph.directed() || graph.has_in_edges();
}

/// Throws agreed_error unless the graph has the edges that a program follows, with weights that it
/// takes. Call: collective.
template <typename P>
void require_edges(const csr_graph& graph) {
  require_everywhere(has_side(graph, side_of<P>()),
                     "vertex program: it follows in-edges, and the directed graph was built "
                     "without them");
  const bool takes =
      with_weight_type(graph.stored_weights(), []<typename Stored>(std::type_identity<Stored>) {
        return takes_weights<weight_of_t<P>, Stored>;
      });
  require_everywhere(takes || graph.stored_weights() == weight_type::none,
                     "vertex program: its weight_type is not that of the graph's weights");
}

/// Whether all that anybody may hear in an iteration, combined, can be told from those that
/// scatter: it makes no difference how often each is heard, nor along which edge.
template <typename P>
inline constexpr bool knows_all = P::reduction::repeats && !has_weights<P>;

/// Whether nobody hears that a vertex tells `told`: nothing, where values may be heard twice. The
/// program is not asked about it; where values are added up, what it gathers of nothing is nothing.
template <typename P>
[[nodiscard]] bool is_silent(typename P::reduction::value_type told) {
  return P::reduction::repeats && told == P::reduction::none();
}

/// The edges of a side with the weights that a program looks at, stored as W.
template <typename P, typename W>
class weighted_rows {
public:
  using value_type = typename P::reduction::value_type;

  weighted_rows(const P& program, const adjacency& rows) noexcept : program_(program), rows_(rows) {
    if constexpr (has_weights<P>) {
      if (!rows.weights.empty()) { weights_ = rows.weights.template as<W>().data(); }
    }
  }

  /// What is heard along edge number `edge` of what is told there.
  [[nodiscard]] value_type heard(value_type told, std::uint64_t edge) const {
    if constexpr (has_weights<P>) {
      using weight = weight_of_t<P>;
      return program_.gather(told,
                             weights_ == nullptr ? weight{1} : static_cast<weight>(weights_[edge]));
    } else {
      return program_.gather(told);
    }
  }

  /// `total` with what owned vertex v hears of what its neighbours tell: `told` has a value for
  /// each local vertex. Several sums, so that one need not wait for the other. Where `all` is
  /// known, which is all that anybody may hear, combined, nobody looks further once the total has
  /// it.
  [[nodiscard]] value_type heard_by(local_vertex v, const value_type* told, value_type total,
                                    value_type all) const {
    constexpr std::size_t lanes = 4;
    if (has_all(total, all)) { return total; }
    const std::uint64_t end = rows_.offsets[v + 1];
    std::uint64_t edge = rows_.offsets[v];
    std::array<value_type, lanes> sums;
    sums.fill(reduction_type::none());
    for (; edge + lanes <= end; edge += lanes) {
      for (std::size_t k = 0; k < lanes; ++k) { sums[k] = with(sums[k], told, edge + k); }
      if constexpr (knows_all<P>) {
        total = reduction_type::combine(total, sum_of(sums));
        if (has_all(total, all)) { return total; }
      }
    }
    for (; edge < end; ++edge) { sums[0] = with(sums[0], told, edge); }
    return reduction_type::combine(total, sum_of(sums));
  }

private:
  using reduction_type = typename P::reduction;

  [[nodiscard]] static value_type sum_of(const std::array<value_type, 4>& sums) {
    return reduction_type::combine(reduction_type::combine(sums[0], sums[1]),
                                   reduction_type::combine(sums[2], sums[3]));
  }
  [[nodiscard]] static bool has_all(value_type total, value_type all) {
    return knows_all<P> && reduction_type::combine(total, all) == total;
  }

  /// `sum` with what is heard along one edge. What nobody tells is not asked of the program, but
  /// where a sum of nothing is nothing.
  [[nodiscard]] value_type with(value_type sum, const value_type* told, std::uint64_t edge) const {
    const value_type value = told[rows_.targets[edge]];
    if (is_silent<P>(value)) { return sum; }
    return reduction_type::combine(sum, heard(value, edge));
  }

  const P& program_;
  const adjacency& rows_;
  const W* weights_ = nullptr;
};

/// Calls `visit(weighted_rows)` for each side that `side` means.
template <typename P, typename Visit>
void for_each_weighted_side(const P& program, const csr_graph& graph, edge_side side, Visit visit) {
  const weight_type stored = has_weights<P> ? graph.stored_weights() : weight_type::none;
  with_weight_type(stored, [&]<typename W>(std::type_identity<W>) {
    if constexpr (takes_weights<weight_of_t<P>, W> || std::is_same_v<W, std::uint32_t>) {
      for_each_side(graph, side, [&](const adjacency& rows) {
        visit(weighted_rows<P, W>(program, rows), rows);
      });
    }
  });
}

/// Vertices that tell something, and what: a value for each local vertex.
template <typename P>
struct told_values {
  std::span<const local_vertex> sources;
  const typename P::reduction::value_type* told;
};

/// All that the neighbours of `from` of all ranks hear, combined; nothing where that is not known.
/// Call: collective; worker 0, outside on_workers().
template <typename P>
[[nodiscard]] auto all_heard(rank_team& team, const csr_graph& graph, const P& program,
                             const told_values<P>& from) {
  using reduction_type = typename P::reduction;
  using value_type = typename reduction_type::value_type;
  if constexpr (knows_all<P>) {
    const auto of_share = [&](index_range share) {
      value_type sum = reduction_type::none();
      for (const local_vertex v : from.sources.subspan(share.first, share.last - share.first)) {
        if (is_silent<P>(from.told[v]) || degree_of(graph, side_of<P>(), v) == 0) { continue; }
        sum = reduction_type::combine(sum, program.gather(from.told[v]));
      }
      return sum;
    };
    return parallel_reduce(team, from.sources.size(), of_share, [](value_type a, value_type b) {
      return reduction_type::combine(a, b);
    });
  } else {
    return reduction_type::none();
  }
}

}  // namespace orujo::vertex_programs
