// How people and programs reach widest paths.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/label_search_run.hpp"
#include "orujo/algorithms/widest/verify.hpp"
#include "orujo/algorithms/widest/widest.hpp"
#include "orujo/algorithms/widest/width_column.hpp"

namespace orujo {

namespace {

struct widest_declaration {
  using search = widest_search;
  using found = path_widths;
  static constexpr parallel_edges parallel = parallel_edges::greatest;
  static constexpr auto verify = verify_widest;
  static constexpr auto column = width_column;

  static widest_options options_of(const algorithm_choices& choices) {
    return {.order = order_of(choices), .reduces = !choices.options.flag("no-reduction")};
  }
  static void add_work(algorithm_answer& answer, const search& by) {
    answer.statistics = by.work();
    answer.history = by.history();
  }
  static std::vector<figure> figures(const csr_graph& graph, const found& paths) {
    return {{"reached", paths.facts.reached},
            weight_figure(graph, "narrowest", paths.facts.narrowest),
            weight_figure(graph, "width_sum", paths.facts.width_sum)};
  }
};

}  // namespace

algorithm_entry widest_entry() {
  std::vector<method_entry> methods = order_methods();
  methods[0].cost = "that of delta";
  methods[0].order = "buckets, 64 up to the widest edge";
  methods[2].source = "Pollack 1960; Dijkstra 1959";
  return label_search_entry<widest_declaration>(
      {.name = "widest",
       .help = "Widest paths: how much gets from a source to each vertex along one path",
       .example = "orujo widest pipes.wel --source 1 --output widths.csv",
       .methods = methods,
       .columns = {"width"}});
}

}  // namespace orujo
