// What the input calls vertices, as JSON.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/vertex_labels.hpp"

#include "orujo/graph/input_labels.hpp"

namespace orujo {

std::vector<json> labels_of(rank_team& team, const csr_graph& graph,
                            std::span<const std::uint64_t> input_ids) {
  if (!graph.ids().is_named()) { return {input_ids.begin(), input_ids.end()}; }
  const name_lookup names(team, graph, input_ids);  // ids are the vertices' numbers
  std::vector<json> labels;
  for (const vertex_id v : input_ids) { labels.emplace_back(std::string(names[v])); }
  return labels;
}

std::string text_of_label(const json& label) {
  return label.is_string() ? label.get<std::string>() : label.dump();
}

}  // namespace orujo
