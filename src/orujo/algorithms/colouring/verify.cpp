// Looks at the neighbours of each vertex: which colours they have, and who comes before it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/colouring/verify.hpp"

#include <algorithm>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

using colour_findings = property_findings<colour_property>;

class colour_checker {
public:
  colour_checker(rank_team& team, const csr_graph& graph, const colouring& found,
                 std::optional<std::span<const std::uint64_t>> priority)
      : graph_(graph),
        priority_(priority),
        colours_(std::size_t{graph.num_local()} + graph.num_ghosts()) {
    std::copy(found.colour.begin(), found.colour.end(), colours_.begin());
    ghost_values<std::uint32_t>(team, graph).update(colours_.span());
  }

  void check(local_vertex v, colour_findings& into) const {
    const std::uint32_t own = colours_[v];
    std::vector<std::uint32_t> before;
    for (const local_vertex u : graph_.out_edges().row(v)) {
      if (u == v) { continue; }
      if (colours_[u] == own) {
        into.add(colour_property::ends_differ, graph_.global(v), graph_.global(u));
      }
      if (!priority_) { continue; }
      if (place_of(u) < place_of(v) && colours_[u] < own) { before.push_back(colours_[u]); }
    }
    if (!priority_) { return; }
    std::sort(before.begin(), before.end());
    const auto distinct = std::unique(before.begin(), before.end()) - before.begin();
    if (distinct != static_cast<std::ptrdiff_t>(own)) {
      into.add(colour_property::lower_are_taken, graph_.global(v));
    }
  }

private:
  [[nodiscard]] std::pair<std::uint64_t, vertex_id> place_of(local_vertex v) const {
    return {(*priority_)[v], graph_.global(v)};
  }

  const csr_graph& graph_;
  std::optional<std::span<const std::uint64_t>> priority_;
  huge_array<std::uint32_t> colours_;  // ghosts, too
};

}  // namespace

std::string sentence(colour_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case colour_property::ends_differ:
      return fmt::format("{} and {} have the same colour, and there is an edge", vertex, other);
    case colour_property::lower_are_taken:
      return fmt::format("vertex {} could have a lower colour, by the vertices before it", vertex);
    case colour_property::facts_add_up: break;
  }
  return "the number of colours is wrong";
}

std::vector<colour_violation> verify_colours(
    rank_team& team, const csr_graph& graph, const colouring& found,
    std::optional<std::span<const std::uint64_t>> priority) {
  const std::size_t known = std::size_t{graph.num_local()} + graph.num_ghosts();
  const bool fits =
      found.colour.size() == graph.num_local() && (!priority || priority->size() == known);
  require(all_min(team, fits ? 1 : 0) == 1,
          "verify_colours: there is not one colour and priority for each vertex");
  const colour_checker checker(team, graph, found, priority);
  colour_findings all = check_vertices<colour_property>(
      team, graph, [&](local_vertex v, colour_findings& into) { checker.check(v, into); });
  std::uint64_t colours = 0;
  for (const std::uint64_t each : found.colour) { colours = std::max(colours, each + 1); }
  if (all_max(team, colours) != found.colours) {
    all.add(colour_property::facts_add_up, no_vertex);
  }
  return all.violations();
}

}  // namespace orujo
