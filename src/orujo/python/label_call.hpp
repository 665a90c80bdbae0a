// A user's operator, compiled by somebody else, on the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_order.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo::python {

/// What calls a function that was compiled elsewhere.
enum class calling_form : std::uint8_t {
  block,       ///< For several rows of edges: as block_form says.
  each_whole,  ///< For each edge, whose weight is an std::int64_t.
  each_real,   ///< For each edge, whose weight is a double.
};

/// Looks along rows of edges, as block_function's `pick` does, with weights as the graph stores
/// them.
template <typename Label>
using block_form = void (*)(std::uint64_t rows, const Label* from, const std::uint64_t* first,
                            const std::uint64_t* last, const local_vertex* targets,
                            const void* weights, const Label* known, local_vertex* better_targets,
                            Label* better_labels, std::uint64_t* ends);

/// The label that an edge of such a weight gives its target.
template <typename Label, typename Weight>
using each_form = Label (*)(Label from, Weight weight);

/// A function by its address. It throws nothing, needs no interpreter, and any worker calls it.
struct operator_address {
  std::uintptr_t address;
  calling_form form;
};

/// Which of two labels is better.
enum class better_label : std::uint8_t { less, greater };

template <typename Label>
struct label_request {
  operator_address along;
  better_label better = better_label::less;
  work_order order = {};
  std::vector<vertex_id> roots = {};  ///< None: all vertices.
  std::vector<Label> starts = {};     ///< For each root, or without roots for each vertex.
  Label rest{};                       ///< The label of vertices that are no roots.
};

template <typename Label>
struct label_answer {
  std::vector<Label> labels;  ///< Of this rank's vertices.
  work_statistics work;       ///< Of all ranks.
  double seconds = 0;         ///< Of the run.
};

/// The fixed point. Call: collective. Throws: as label_correcting.
template <typename Label>
[[nodiscard]] label_answer<Label> correct_labels(rank_team& team, const csr_graph& graph,
                                                 const label_request<Label>& request);

extern template label_answer<std::int32_t> correct_labels(rank_team&, const csr_graph&,
                                                          const label_request<std::int32_t>&);
extern template label_answer<std::int64_t> correct_labels(rank_team&, const csr_graph&,
                                                          const label_request<std::int64_t>&);
extern template label_answer<double> correct_labels(rank_team&, const csr_graph&,
                                                    const label_request<double>&);

}  // namespace orujo::python
