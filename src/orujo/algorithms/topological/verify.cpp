// Compares each level with those of the vertices before it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/topological/verify.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

using level_findings = property_findings<topological_property>;

void check_level(const csr_graph& graph, std::span<const std::uint32_t> level, local_vertex v,
                 level_findings& found) {
  using enum topological_property;
  std::uint32_t expected = 0;
  vertex_id before = no_vertex;
  for (const local_vertex source : graph.in_edges().row(v)) {
    if (level[source] == no_level || level[source] >= expected) {
      before = graph.global(source);
      expected = level[source] == no_level ? no_level : level[source] + 1;
    }
    if (expected == no_level) { break; }
  }
  if (level[v] == expected) { return; }
  found.add(level[v] == no_level ? behind_a_cycle : above_its_sources, graph.global(v), before);
}

bool level_facts_add_up(rank_team& team, const topological_levels& found) {
  std::uint32_t levels = 0;
  std::uint64_t without = 0;
  for (const std::uint32_t level : found.level) {
    if (level == no_level) {
      ++without;
    } else {
      levels = std::max(levels, level + 1);
    }
  }
  return all_max(team, levels) == found.facts.levels &&
         all_sum(team, without) == found.facts.without;
}

}  // namespace

std::string sentence(topological_property property, vertex_id vertex, vertex_id other) {
  using enum topological_property;
  switch (property) {
    case above_its_sources:
      return other == no_vertex
                 ? fmt::format("vertex {} is not on the first level, and no edge leads to it",
                               vertex)
                 : fmt::format("vertex {} is not one level above vertex {}", vertex, other);
    case behind_a_cycle:
      return fmt::format("vertex {} has no level, though all vertices before it have one", vertex);
    case facts_add_up: break;
  }
  return "the number of levels, or of vertices without one, is wrong";
}

std::vector<topological_violation> verify_topological(rank_team& team, const csr_graph& graph,
                                                      const topological_levels& found) {
  require(all_min(team, found.level.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_topological: there is not one level for each vertex");
  huge_array<std::uint32_t> level(std::size_t{graph.num_local()} + graph.num_ghosts());
  std::copy(found.level.begin(), found.level.end(), level.begin());
  ghost_values<std::uint32_t>(team, graph).update(level.span());
  level_findings wrong = check_vertices<topological_property>(
      team, graph,
      [&](local_vertex v, level_findings& into) { check_level(graph, level.span(), v, into); });
  if (!level_facts_add_up(team, found)) {
    wrong.add(topological_property::facts_add_up, no_vertex);
  }
  return wrong.violations();
}

}  // namespace orujo
