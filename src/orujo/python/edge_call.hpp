// A user's operator, compiled by somebody else, along the edges out of some vertices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "orujo/python/label_call.hpp"

namespace orujo::python {

/// What rows of edges with weights as the graph stores them carry of values, row after row; what an
/// operator of calling_form::block is to edges whose values are combined.
template <typename Value>
using carry_form = void (*)(std::uint64_t rows, const Value* from, const std::uint64_t* first,
                            const std::uint64_t* last, const void* weights, Value* into);

/// How a value that arrives at a vertex changes the one that is there.
enum class combine_rule : std::uint8_t { least, greatest, sum };

/// Values of this rank's vertices, by local number. Both may be the same array: a vertex then tells
/// either what it was before or what it has become meanwhile.
template <typename Value>
struct edge_request {
  operator_address along;
  combine_rule combine;
  std::span<const Value> sources;
  std::span<Value> targets;
  std::span<const local_vertex> front;  ///< Own vertices whose edges count.
  std::span<std::uint8_t> marks;        ///< A zero for each own vertex, here and afterwards.
};

/// Combines what edges out of `front` carry into the values of their targets; returns the own
/// vertices whose values changed, or got something added, each once, in no order.
/// Call: collective. Throws: as edge_map.
template <typename Value>
[[nodiscard]] std::vector<local_vertex> map_edges(rank_team& team, const csr_graph& graph,
                                                  const edge_request<Value>& request);

/// The value of a vertex, and a number beside it, as an operator for each takes them.
template <typename Value>
struct vertex_request {
  operator_address along;
  std::span<Value> values;
  std::span<const std::int64_t> whole;  ///< For calling_form::each_whole.
  std::span<const double> real;         ///< For calling_form::each_real.
  std::span<const local_vertex> front;
};

/// Gives own vertices the values that the operator makes of theirs and of the numbers beside them;
/// returns those whose values changed. Call: collective. Throws: as frontier.
template <typename Value>
[[nodiscard]] std::vector<local_vertex> map_vertices(rank_team& team, const csr_graph& graph,
                                                     const vertex_request<Value>& request);

extern template std::vector<local_vertex> map_vertices(rank_team&, const csr_graph&,
                                                       const vertex_request<std::int32_t>&);
extern template std::vector<local_vertex> map_vertices(rank_team&, const csr_graph&,
                                                       const vertex_request<std::int64_t>&);
extern template std::vector<local_vertex> map_vertices(rank_team&, const csr_graph&,
                                                       const vertex_request<double>&);
extern template std::vector<local_vertex> map_edges(rank_team&, const csr_graph&,
                                                    const edge_request<std::int32_t>&);
extern template std::vector<local_vertex> map_edges(rank_team&, const csr_graph&,
                                                    const edge_request<std::int64_t>&);
extern template std::vector<local_vertex> map_edges(rank_team&, const csr_graph&,
                                                    const edge_request<double>&);

}  // namespace orujo::python
