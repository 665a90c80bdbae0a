// Ranks scores.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/report/vertex_scores.hpp"

#include <utility>

#include "orujo/cli/files/vertex_labels.hpp"
#include "orujo/traversal/ranked_values.hpp"

namespace orujo::cli {

json top_vertices(rank_team& team, const csr_graph& graph, std::span<const double> score,
                  std::uint64_t count) {
  greatest_values of_rank(count);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    of_rank.offer({score[v], graph.ids().input_id(graph.global(v))});
  }
  const std::vector<ranked_value> greatest = greatest_of_team(team, std::move(of_rank), count);
  std::vector<std::uint64_t> ids;
  for (const ranked_value& each : greatest) { ids.push_back(each.id); }
  const std::vector<json> labels = labels_of(team, graph, ids);
  json top = json::array();
  for (std::size_t i = 0; i < greatest.size(); ++i) {
    json entry;
    entry["vertex"] = labels[i];
    entry["score"] = greatest[i].value;
    top.push_back(std::move(entry));
  }
  return top;
}

}  // namespace orujo::cli
