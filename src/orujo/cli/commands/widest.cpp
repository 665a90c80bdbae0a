// orujo widest: widest paths, each as wide as its narrowest edge.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/widest/widest.hpp"

#include <cstdint>

#include "orujo/algorithms/widest/verify.hpp"
#include "orujo/cli/run/label_search.hpp"

namespace orujo::cli {

namespace {

struct widest_paths_of {
  using search = widest_search;
  using search_options = widest_options;
  using found = path_widths;
  static constexpr const char* name = "widest";
  static constexpr parallel_edges parallel = parallel_edges::greatest;

  static bool is_reached(const found& paths, local_vertex v) { return paths.reaches(v); }

  static auto verify(rank_team& team, const csr_graph& graph, vertex_id source,
                     const found& paths) {
    return verify_widest(team, graph, source, paths);
  }

  static void add_result(run_record& record, const csr_graph& graph, const found& paths) {
    record.result["reached"] = paths.facts.reached;
    record.result["narrowest"] = weight_figure(graph, paths.facts.narrowest);
    record.result["width_sum"] = weight_figure(graph, paths.facts.width_sum);
  }

  static double value(const found& paths, local_vertex v) {
    if (!is_reached(paths, v)) { return no_value; }
    return paths.whole.empty() ? paths.real[v] : static_cast<double>(paths.whole[v]);
  }

  static vertex_column column(const csr_graph& graph, const found& paths) {
    // -1 for the source, which no edge makes narrow
    if (graph.facts().weights == weight_kind::real) {
      return {{"width", column_kind::real}, [&](local_vertex v) {
                return real_cell(graph.global(v) == paths.source ? -1 : paths.real[v]);
              }};
    }
    return {{"width", column_kind::integer}, [&](local_vertex v) {
              return integer_cell(graph.global(v) == paths.source ? -1 : paths.whole[v]);
            }};
  }
};

}  // namespace

command add_widest_command(CLI::App& parent) {
  return add_label_search_command<widest_paths_of>(
      parent, {.name = "widest",
               .group = "Analyse a graph",
               .help = "Widest paths: how much gets from a source to each vertex along one path",
               .example = "  orujo widest pipes.wel --source 1 --output widths.csv"});
}

}  // namespace orujo::cli
