// Joins the lanes of a frontier.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/frontier.hpp"

#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/row_chunks.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo {

frontier::frontier(rank_team& team, const csr_graph& graph) : team_(team), graph_(graph) {
  for (int w = 0; w < team.num_workers(); ++w) { lanes_.emplace_back(static_cast<std::size_t>(w)); }
}

bool frontier::gather() {
  team_.transport().check();
  join_lanes();
  looks_ = all_reduce(team_, looks_here(), [](const looks_needed& a, const looks_needed& b) {
    return looks_needed{a.vertices + b.vertices, a.edges + b.edges};
  });
  is_short_ = is_done_alone(team_, looks_.vertices + looks_.edges);
  return looks_.vertices > 0;
}

void frontier::join_lanes() {
  vertices_.clear();
  for (vertex_lane& each : lanes_) {
    if (vertices_.empty()) {
      vertices_.swap(each.found_);
    } else {
      vertices_.insert(vertices_.end(), each.found_.begin(), each.found_.end());
      each.found_.clear();
    }
  }
}

/// Edges are counted only where it may depend on them whether other workers are woken, and some row
/// may be long: each is in no cache yet, and one worker would look at all.
frontier::looks_needed frontier::looks_here() const noexcept {
  looks_needed looks{.vertices = vertices_.size(), .edges = 0};
  if (team_.num_workers() == 1 || looks.vertices > few_looks) { return looks; }
  if (const std::uint64_t usual = usual_short_row(graph_); usual > 0) {
    looks.edges = looks.vertices * usual;
    return looks;
  }
  for (const local_vertex v : vertices_) { looks.edges += graph_.out_edges().degree(v); }
  return looks;
}

}  // namespace orujo
