// orujo sssp: shortest paths along weighted edges.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/sssp.hpp"

#include <cmath>

#include "orujo/algorithms/sssp/verify.hpp"
#include "orujo/cli/run/label_search.hpp"

namespace orujo::cli {

namespace {

struct shortest_paths {
  using search = sssp_search;
  using search_options = sssp_options;
  using found = sssp_distances;
  static constexpr const char* name = "sssp";
  static constexpr parallel_edges parallel = parallel_edges::lightest;

  static bool is_reached(const found& paths, local_vertex v) {
    return paths.whole.empty() ? std::isfinite(paths.real[v]) : paths.whole[v] != no_distance;
  }

  static auto verify(rank_team& team, const csr_graph& graph, vertex_id source,
                     const found& paths) {
    return verify_sssp(team, graph, source, paths);
  }

  static void add_result(run_record& record, const csr_graph& graph, const found& paths) {
    record.result["reached"] = paths.facts.reached;
    record.result["max_distance"] = weight_figure(graph, paths.facts.max_distance);
    record.result["distance_sum"] = weight_figure(graph, paths.facts.distance_sum);
  }

  static double value(const found& paths, local_vertex v) {
    if (!is_reached(paths, v)) { return no_value; }
    return paths.whole.empty() ? paths.real[v] : static_cast<double>(paths.whole[v]);
  }

  static vertex_column column(const csr_graph& graph, const found& paths) {
    if (graph.facts().weights == weight_kind::real) {
      return {{"distance", column_kind::real, real_cell(-1)}, [&paths](local_vertex v) {
                return real_cell(std::isfinite(paths.real[v]) ? paths.real[v] : -1);
              }};
    }
    return {{"distance", column_kind::integer, integer_cell(-1)}, [&paths](local_vertex v) {
              return integer_cell(static_cast<std::int64_t>(paths.whole[v]));  // no_distance: -1
            }};
  }
};

}  // namespace

command add_sssp_command(CLI::App& parent) {
  return add_label_search_command<shortest_paths>(
      parent, {.name = "sssp",
               .group = "Analyse a graph",
               .help = "Shortest paths: distances from a source along weighted edges",
               .example = "  orujo sssp roads.gr.xz --source 1 --output distances.csv"});
}

}  // namespace orujo::cli
