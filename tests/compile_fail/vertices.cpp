// A vertex of the whole graph is not one that a rank numbers, though both are numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/vertex_array.hpp"

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

[[maybe_unused]] double right_values(rank_team& team, const csr_graph& graph, vertex_id source) {
  const sssp_distances found = sssp(team, graph, source);
  const bfs_tree tree = bfs(team, graph, 0);
  return found.distance(graph.local(source)) + tree.depth[0];
}

[[maybe_unused]] void wrong_values(rank_team& team, const csr_graph& graph, vertex_id everywhere) {
  const sssp_distances found = sssp(team, graph, everywhere);
  const bfs_tree tree = bfs(team, graph, everywhere);
  const vertex_array<int> values(team, graph);
  static_cast<void>(found.reaches(0) ? tree.depth[0] : values[0]);
#ifdef SECTION_distance_of_global  // error: use of deleted function .*distance
  static_cast<void>(found.distance(everywhere));
#endif
#ifdef SECTION_reached_global  // error: use of deleted function .*reaches
  static_cast<void>(found.reaches(everywhere));
#endif
#ifdef SECTION_result_of_global  // error: use of deleted function .*operator
  static_cast<void>(tree.depth[everywhere]);
#endif
#ifdef SECTION_value_of_global  // error: use of deleted function .*operator
  static_cast<void>(values[everywhere]);
#endif
#ifdef SECTION_search_from_local  // error: use of deleted function .*bfs
  static_cast<void>(bfs(team, graph, graph.local(everywhere)));
#endif
#ifdef SECTION_paths_from_local  // error: use of deleted function .*sssp
  static_cast<void>(sssp(team, graph, graph.local(everywhere)));
#endif
}

}  // namespace orujo
