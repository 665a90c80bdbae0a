// Joins the lanes of a frontier.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/frontier.hpp"

#include "orujo/epochs/collectives.hpp"

namespace orujo {

frontier::frontier(rank_team& team, const csr_graph& graph) : team_(team), graph_(graph) {
  for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(static_cast<std::size_t>(w)); }
}

bool frontier::gather() {
  team_.transport().check();
  vertices_.clear();
  for (vertex_lane& each : lanes_) {
    if (vertices_.empty()) {
      vertices_.swap(each.found_);
    } else {
      vertices_.insert(vertices_.end(), each.found_.begin(), each.found_.end());
      each.found_.clear();
    }
  }
  here_ = {.vertices = vertices_.size(), .edges = 0};
  for (const local_vertex v : vertices_) { here_.edges += graph_.out_edges().degree(v); }
  everywhere_ =
      all_reduce(team_, here_, [](const frontier_extent& a, const frontier_extent& b) {
        return frontier_extent{a.vertices + b.vertices, a.edges + b.edges};
      });
  return everywhere_.vertices > 0;
}

}  // namespace orujo
