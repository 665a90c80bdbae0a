// Which way triangles are counted, and what at their corners.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/triangle_counting.hpp"

#include <cstdint>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/triangle_counting/corners.hpp"
#include "orujo/traversal/triangle_counting/merge.hpp"
#include "orujo/traversal/triangle_counting/row_exchange.hpp"
#include "orujo/traversal/triangle_counting/sent_rows.hpp"

namespace orujo {

namespace triangle_counting {

namespace {

/// Counts on the way that is faster on this graph. Call: collective.
template <typename Corners>
triangle_count count_all(rank_team& team, const csr_graph& graph, Corners& corners) {
  if constexpr (Corners::weighs) {
    return count_by_sent_rows(team, graph, corners, most_held_bytes(graph));
  } else {
    return merges_rows(team, graph)
               ? count_by_merging(team, graph, corners)
               : count_by_sent_rows(team, graph, corners, most_held_bytes(graph));
  }
}

/// Throws on every rank: agreed_error for wrong use; memory_error. Call: collective.
void check(rank_team& team, const csr_graph& graph, std::uint64_t bytes_of_vertex) {
  require_everywhere(
      !graph.directed() || graph.has_in_edges(),
      "triangles: a directed graph needs its in-edges, as directions make no difference; build it "
      "with them");
  const std::uint64_t known = std::uint64_t{graph.num_local()} + graph.num_ghosts();
  const std::uint64_t in_arcs = graph.directed() ? graph.in_edges().targets.size() : 0;
  const auto ranks = static_cast<std::uint64_t>(team.size());
  const std::uint64_t places = ranks == 1 ? known : graph.num_vertices();
  const std::uint64_t bits = places / 8 * 2 * static_cast<std::uint64_t>(team.num_workers());
  const std::uint64_t held = ranks == 1 ? 0 : places / 4 + most_held_bytes(graph);
  require_room(team, graph, "triangles",
               {.per_vertex = bytes_of_vertex,
                .per_ghost = bytes_of_vertex,
                .per_edge = 2,
                .more = in_arcs * 2 + bits + held});
}

}  // namespace

}  // namespace triangle_counting

triangle_count count_triangles(rank_team& team, const csr_graph& graph) {
  triangle_counting::check(team, graph, 24);
  triangle_counting::no_corners none;
  return triangle_counting::count_all(team, graph, none);
}

vertex_triangles triangles_by_vertex(rank_team& team, const csr_graph& graph) {
  triangle_counting::check(team, graph, 32);
  auto corners = run_agreed(team, [&] { return triangle_counting::corner_counts(graph); });
  const triangle_count all = triangle_counting::count_all(team, graph, corners);
  return {all, std::move(corners).collected(team, graph)};
}

vertex_triangles arcs_between_neighbours(rank_team& team, const csr_graph& graph) {
  require_everywhere(graph.directed(),
                     "triangles: edges between neighbours have directions only "
                     "where the graph has");
  triangle_counting::check(team, graph, 48);
  auto arcs = run_agreed(team, [&] { return triangle_counting::arc_counts(graph); });
  const triangle_count all = triangle_counting::count_all(team, graph, arcs);
  return {all, std::move(arcs).collected(team, graph)};
}

void triangle_count::describe(report_card& card) const {
  card.add(report_section::algorithm,
           {"method",
            merged ? "rows of neighbours merged, as degrees are small"
                   : "rows of neighbours of higher degree, as words of bits where dense",
            {{"looks", static_cast<double>(looks), ""},
             {"rows sent", static_cast<double>(rows_sent), ""}}});
}

}  // namespace orujo
