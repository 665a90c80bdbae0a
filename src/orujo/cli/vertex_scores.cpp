// Ranks scores, and writes them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/vertex_scores.hpp"

#include <utility>

#include "orujo/cli/ranked_values.hpp"
#include "orujo/cli/vertex_output.hpp"

namespace orujo::cli {

json top_vertices(rank_team& team, const csr_graph& graph, std::span<const double> score,
                  std::uint64_t count) {
  greatest_values of_rank(count);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    of_rank.offer({score[v], graph.ids().input_id(graph.global(v))});
  }
  json top = json::array();
  for (const ranked_value& each : greatest_of_team(team, std::move(of_rank), count)) {
    json entry;
    entry["vertex"] = each.id;
    entry["score"] = each.value;
    top.push_back(std::move(entry));
  }
  return top;
}

void write_scores(rank_team& team, const csr_graph& graph, const std::string& path,
                  std::span<const double> score) {
  write_vertices(
      team, graph, path,
      {{{"score", column_kind::real}, [&](local_vertex v) { return real_cell(score[v]); }}});
}

}  // namespace orujo::cli
