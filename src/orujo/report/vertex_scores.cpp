// Ranks scores.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/vertex_scores.hpp"

#include <utility>

#include "orujo/graph/input_labels.hpp"
#include "orujo/report/vertex_labels.hpp"
#include "orujo/traversal/ranked_values.hpp"

namespace orujo {

json top_vertices(rank_team& team, const csr_graph& graph, std::span<const double> score,
                  std::uint64_t count) {
  const std::vector<ranked_value> greatest =
      greatest_vertices(team, graph, count, [&](local_vertex v) { return score[v]; });
  const std::vector<json> labels =
      labels_of(team, graph, input_ids_of(team, graph, vertices_of(greatest)));
  json top = json::array();
  for (std::size_t i = 0; i < greatest.size(); ++i) {
    json entry;
    entry["vertex"] = labels[i];
    entry["score"] = greatest[i].value;
    top.push_back(std::move(entry));
  }
  return top;
}

}  // namespace orujo
