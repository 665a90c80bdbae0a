// Paths as figures, lists and rows.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/target_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "orujo/algorithms/catalogue/named_vertex.hpp"

namespace orujo {

option_entry target_option() {
  return {.name = "target",
          .type = option_type::text,
          .help =
              "Only the distance to V, by its id in the input, and one path there; the search "
              "ends where it can once both are known",
          .unit = "V"};
}

vertex_id target_in(rank_team& team, const csr_graph& graph, const option_values& options) {
  const auto target = options.text("target");
  return target ? named_vertex(team, graph, {"--target", *target}) : no_vertex;
}

path_rows::path_rows(const csr_graph& graph, std::span<const vertex_id> path) {
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (graph.owns(path[i])) { own.push_back(i); }
  }
  std::sort(own.begin(), own.end(),
            [&](std::size_t a, std::size_t b) { return path[a] < path[b]; });
  for (const std::size_t i : own) {
    vertices.push_back(path[i]);
    parents.push_back(path[i == 0 ? 0 : i - 1]);
  }
}

result_table path_rows::table(result_column values) const {
  return {.keys = vertices,
          .columns = {
              std::move(values),
              {.name = "parent", .label = "", .values = std::span(parents), .are_vertices = true}}};
}

void add_path(algorithm_answer& answer, std::vector<vertex_id> path, figure distance) {
  answer.figures.push_back({"reachable", !path.empty()});
  if (!path.empty()) { answer.figures.push_back(std::move(distance)); }
  answer.lists.push_back({"path", std::move(path)});
}

}  // namespace orujo
