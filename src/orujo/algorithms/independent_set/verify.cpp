// Looks which neighbours of each vertex are in the set, and which of them come before it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/independent_set/verify.hpp"

#include <algorithm>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

using set_findings = property_findings<independent_set_property>;

/// Which owned vertices and ghosts are in the set. Call: collective.
huge_array<std::uint8_t> members_of(rank_team& team, const csr_graph& graph,
                                    const independent_set& found) {
  huge_array<std::uint8_t> members(std::size_t{graph.num_local()} + graph.num_ghosts());
  std::copy(found.contains.begin(), found.contains.end(), members.begin());
  ghost_values<std::uint8_t>(team, graph).update(members.span());
  return members;
}

/// What is known of owned vertices and ghosts.
struct set_view {
  const csr_graph& graph;
  std::span<const std::uint8_t> members;
  std::span<const std::uint64_t> priority;

  [[nodiscard]] bool comes_first(local_vertex a, local_vertex b) const {
    return std::pair(priority[a], graph.global(a)) < std::pair(priority[b], graph.global(b));
  }
};

void check_choice(const set_view& set, local_vertex v, set_findings& into) {
  using enum independent_set_property;
  const vertex_id id = set.graph.global(v);
  bool has_any = false;
  bool has_earlier = false;
  for (const local_vertex u : set.graph.out_edges().row(v)) {
    if (u == v || set.members[u] == 0) { continue; }
    has_any = true;
    has_earlier = has_earlier || set.comes_first(u, v);
    if (set.members[v] != 0) { into.add(ends_are_apart, id, set.graph.global(u)); }
  }
  if (set.members[v] != 0) { return; }
  if (!has_any) { into.add(none_can_join, id); }
  if (!has_earlier) { into.add(first_of_order, id); }
}

}  // namespace

std::string sentence(independent_set_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case independent_set_property::ends_are_apart:
      return fmt::format("{} and {} are both in the set, and there is an edge", vertex, other);
    case independent_set_property::none_can_join:
      return fmt::format("vertex {} could join the set", vertex);
    case independent_set_property::first_of_order:
      return fmt::format("vertex {} is left out, and no neighbour before it is in the set", vertex);
    case independent_set_property::facts_add_up: break;
  }
  return "the number of vertices in the set is wrong";
}

std::vector<independent_set_violation> verify_independent_set(
    rank_team& team, const csr_graph& graph, const independent_set& found,
    std::span<const std::uint64_t> priority) {
  const bool fits = found.contains.size() == graph.num_local() &&
                    priority.size() == std::size_t{graph.num_local()} + graph.num_ghosts();
  require(all_min(team, fits ? 1 : 0) == 1,
          "verify_independent_set: there is not one mark and priority for each vertex");
  const huge_array<std::uint8_t> members = members_of(team, graph, found);
  const set_view set{graph, members.span(), priority};
  set_findings all = check_vertices<independent_set_property>(
      team, graph, [&](local_vertex v, set_findings& into) { check_choice(set, v, into); });
  const auto size = static_cast<std::uint64_t>(
      std::count_if(found.contains.begin(), found.contains.end(), [](auto in) { return in != 0; }));
  if (all_sum(team, size) != found.size) {
    all.add(independent_set_property::facts_add_up, no_vertex);
  }
  return all.violations();
}

}  // namespace orujo
