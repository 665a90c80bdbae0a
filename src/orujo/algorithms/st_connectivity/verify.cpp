// Looks at the colours of all neighbours, and searches once more.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/st_connectivity/verify.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/traversal/plain_search.hpp"

namespace orujo {

namespace {

using st_findings = property_findings<st_property>;

constexpr auto white = static_cast<std::uint8_t>(st_colour::white);

/// Whether a search from the source comes to the target. Call: collective.
bool leads_there(rank_team& team, const csr_graph& graph, const path_ends& ends) {
  bool is_reached = false;
  plain_search(team, graph).run(ends.source, [&](local_vertex v, std::uint32_t) {
    is_reached = is_reached || graph.global(v) == ends.target;
  });
  return all_max(team, is_reached ? 1 : 0) == 1;
}

void check_ends(const csr_graph& graph, const path_ends& ends, const st_answer& found,
                st_findings& into) {
  const auto is_of = [&](vertex_id end, st_colour as) {
    return !graph.owns(end) || found.colour[graph.local(end)] == static_cast<std::uint8_t>(as);
  };
  if (!is_of(ends.source, st_colour::of_source)) {
    into.add(st_property::ends_are_coloured, ends.source);
  }
  if (ends.source != ends.target && !is_of(ends.target, st_colour::of_target)) {
    into.add(st_property::ends_are_coloured, ends.target);
  }
}

}  // namespace

std::string sentence(st_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case st_property::ends_are_coloured:
      return fmt::format("{} is an end and has not its own colour", vertex);
    case st_property::colours_lead_back:
      return fmt::format("{} has a colour that none of its neighbours has", vertex);
    case st_property::colours_are_closed:
      return fmt::format(
          "{} and its neighbour {} have different colours, and the ends are said "
          "not to be connected",
          vertex, other);
    case st_property::facts_add_up: break;
  }
  return "a search from the source says otherwise whether the target is connected to it";
}

std::vector<st_violation> verify_st_connectivity(rank_team& team, const csr_graph& graph,
                                                 const path_ends& ends, const st_answer& found) {
  const bool fits = found.colour.size() == graph.num_local();
  require(all_min(team, fits ? 1 : 0) == 1,
          "verify_st_connectivity: there is not one colour for each vertex");
  huge_array<std::uint8_t> colour(std::size_t{graph.num_local()} + graph.num_ghosts());
  std::copy(found.colour.begin(), found.colour.end(), colour.begin());
  ghost_values<std::uint8_t>(team, graph).update(colour.span());
  st_findings of_ends;
  check_ends(graph, ends, found, of_ends);
  st_findings all =
      check_vertices<st_property>(team, graph, [&](local_vertex v, st_findings& into) {
        if (colour[v] == white) { return; }
        const vertex_id vertex = graph.global(v);
        bool leads_back = vertex == ends.source || vertex == ends.target;
        for (const local_vertex u : graph.out_edges().row(v)) {
          leads_back = leads_back || (u != v && colour[u] == colour[v]);
          if (!found.connected && colour[u] != colour[v]) {
            into.add(st_property::colours_are_closed, vertex, graph.global(u));
          }
        }
        if (!leads_back) { into.add(st_property::colours_lead_back, vertex); }
      });
  all.merge(merged_everywhere(team, of_ends));
  if (leads_there(team, graph, ends) != found.connected) {
    all.add(st_property::facts_add_up, no_vertex);
  }
  return all.violations();
}

}  // namespace orujo
