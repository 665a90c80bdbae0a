// How people and programs reach shortest paths.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/label_search_run.hpp"
#include "orujo/algorithms/sssp/distance_column.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/sssp/verify.hpp"

namespace orujo {

namespace {

struct shortest_paths {
  using search = sssp_search;
  using found = sssp_distances;
  static constexpr parallel_edges parallel = parallel_edges::lightest;
  static constexpr auto verify = verify_sssp;
  static constexpr auto column = distance_column;

  static std::vector<figure> figures(const csr_graph& graph, const found& paths) {
    return {{"reached", paths.facts.reached},
            weight_figure(graph, "max_distance", paths.facts.max_distance),
            weight_figure(graph, "distance_sum", paths.facts.distance_sum)};
  }
};

}  // namespace

algorithm_entry sssp_entry() {
  std::vector<method_entry> methods = order_methods();
  methods[0].cost = "that of delta or dc";
  methods[0].order =
      "buckets; among ranks whose barriers cost more than a search without, priority per worker; "
      "width from weights and degrees";
  return label_search_entry<shortest_paths>(
      {.name = "sssp",
       .help = "Shortest paths: distances from a source along weighted edges",
       .example = "orujo sssp roads.gr.xz --source 1 --output distances.csv",
       .methods = methods,
       .columns = {"distance"}});
}

}  // namespace orujo
