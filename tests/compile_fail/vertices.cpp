// A vertex of the whole graph is not one that a rank numbers, though both are numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/csr_graph.hpp"

namespace orujo {

[[maybe_unused]] vertex_id right_ones(const csr_graph& graph, local_vertex v) {
  const vertex_id everywhere = graph.global(v);
  return graph.owns(everywhere)
             ? graph.out_edges().degree(graph.local(everywhere))
             : graph.ids().input_id(everywhere) + graph.out_edges().row(0).size();
}

[[maybe_unused]] void wrong_ones(const csr_graph& graph, local_vertex v, vertex_id everywhere) {
  static_cast<void>(graph.owns(0) ? v : everywhere);
#ifdef SECTION_local_as_owned  // error: use of deleted function .*owns
  static_cast<void>(graph.owns(v));
#endif
#ifdef SECTION_local_as_global  // error: use of deleted function .*owner
  static_cast<void>(graph.owner(v));
#endif
#ifdef SECTION_local_made_local  // error: use of deleted function .*local
  static_cast<void>(graph.local(v));
#endif
#ifdef SECTION_local_with_an_id  // error: use of deleted function .*input_id
  static_cast<void>(graph.ids().input_id(v));
#endif
#ifdef SECTION_global_made_global  // error: use of deleted function .*global
  static_cast<void>(graph.global(everywhere));
#endif
#ifdef SECTION_row_of_global  // error: use of deleted function .*row
  static_cast<void>(graph.out_edges().row(everywhere));
#endif
#ifdef SECTION_degree_of_global  // error: use of deleted function .*degree
  static_cast<void>(graph.out_edges().degree(everywhere));
#endif
}

}  // namespace orujo
