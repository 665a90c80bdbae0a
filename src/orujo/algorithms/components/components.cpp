// What all methods for connected components share: checks and the report.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components/components.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "orujo/algorithms/components/hooking.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"

namespace orujo {

component_labels components(rank_team& team, const csr_graph& graph,
                            const components_options& options) {
  if (is_told(options.method)) {
    component_search search(team, graph, options);
    search.run();
    return std::move(search).take_labels();
  }
  require_everywhere(!options.order, "components: an order of work is for distributed_control");
  if (options.method == components_method::afforest) {
    connectivity::joined_vertices found = connectivity::join_vertices(team, graph, options.joining);
    return {.label = std::move(found.label),
            .facts = {.components = found.components,
                      .method = options.method,
                      .merge_rounds = found.merge_rounds,
                      .skipped_vertices = found.skipped_vertices}};
  }
  require_room(team, graph, "components", {.per_vertex = 24, .per_ghost = 8});
  return options.method == components_method::shiloach_vishkin
             ? connectivity::label_by_hooking(team, graph)
             : connectivity::label_by_search_and_hooking(team, graph);
}

void component_labels::describe(report_card& card) const {
  constexpr std::array<const char*, 5> names = {
      "afforest: trees joined", "label propagation", "distributed control: the least label first",
      "Shiloach-Vishkin: trees hooked and made flat", "a search, then Shiloach-Vishkin"};
  report_row row{"method", names[static_cast<std::size_t>(facts.method)], {}};
  if (!is_told(facts.method)) {
    row.numbers = {{"vertices skipped", static_cast<double>(facts.skipped_vertices), ""},
                   {"rounds", static_cast<double>(facts.merge_rounds), ""}};
  }
  card.add(report_section::algorithm, std::move(row));
}

}  // namespace orujo
