// Counts the neighbours of each vertex that are as deep inside, and those that were left.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/cores/verify.hpp"

#include <algorithm>
#include <limits>

#include "orujo/base/error.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

using core_findings = property_findings<core_property>;

/// `own`, with the values that the ghosts have at their owners. Call: collective.
huge_array<std::uint32_t> with_ghosts(rank_team& team, const csr_graph& graph,
                                      const huge_array<std::uint32_t>& own) {
  huge_array<std::uint32_t> all(std::size_t{graph.num_local()} + graph.num_ghosts());
  std::copy(own.begin(), own.end(), all.begin());
  ghost_values<std::uint32_t>(team, graph).update(all.span());
  return all;
}

/// The lowest and the highest core number of a round.
struct core_range {
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t most = 0;

  void add(const core_range& more) noexcept {
    least = std::min(least, more.least);
    most = std::max(most, more.most);
  }
};

/// Whether rounds have one core number each, which does not fall. Call: collective.
bool core_rounds_rise(rank_team& team, const core_numbers& found) {
  std::vector<core_range> ranges(found.facts.rounds);
  for (local_vertex v = 0; v < found.core.size(); ++v) {
    if (found.round[v] < ranges.size()) {
      ranges[found.round[v]].add({found.core[v], found.core[v]});
    }
  }
  ranges = all_reduce(team, ranges, [](core_range a, const core_range& b) {
    a.add(b);
    return a;
  });
  std::uint32_t last = 0;
  for (const core_range& each : ranges) {
    if (each.least != each.most || each.least < last) { return false; }
    last = each.least;
  }
  return true;
}

bool core_facts_add_up(rank_team& team, const core_numbers& found) {
  std::uint32_t max_core = 0;
  std::uint32_t rounds = 0;
  for (local_vertex v = 0; v < found.core.size(); ++v) {
    max_core = std::max(max_core, found.core[v]);
    rounds = std::max(rounds, found.round[v] + 1);
  }
  max_core = all_max(team, max_core);
  rounds = all_max(team, rounds);
  return max_core == found.facts.max_core && rounds == found.facts.rounds;
}

}  // namespace

std::string sentence(core_property property, vertex_id vertex, vertex_id /*other*/) {
  switch (property) {
    case core_property::core_is_dense:
      return fmt::format("the core number of {} is too high for those of its neighbours", vertex);
    case core_property::few_are_left:
      return fmt::format("{} was taken away while it had more neighbours than its core number",
                         vertex);
    case core_property::rounds_do_not_fall:
      return "core numbers differ in a round, or fall from one to the next";
    case core_property::facts_add_up: break;
  }
  return "the highest core number or the number of rounds is wrong";
}

std::vector<core_violation> verify_kcore(rank_team& team, const csr_graph& graph,
                                         const core_numbers& found) {
  const bool fits =
      found.core.size() == graph.num_local() && found.round.size() == graph.num_local();
  require(all_min(team, fits ? 1 : 0) == 1,
          "verify_kcore: there is not one core number for each vertex");
  const huge_array<std::uint32_t> core = with_ghosts(team, graph, found.core);
  const huge_array<std::uint32_t> round = with_ghosts(team, graph, found.round);
  core_findings all =
      check_vertices<core_property>(team, graph, [&](local_vertex v, core_findings& into) {
        std::uint32_t as_deep = 0;
        std::uint32_t left = 0;
        for (const local_vertex u : graph.out_edges().row(v)) {
          as_deep += u != v && core[u] >= core[v] ? 1U : 0U;
          left += u != v && round[u] >= round[v] ? 1U : 0U;
        }
        if (as_deep < core[v]) { into.add(core_property::core_is_dense, graph.global(v)); }
        if (left > core[v]) { into.add(core_property::few_are_left, graph.global(v)); }
      });
  if (!core_rounds_rise(team, found)) { all.add(core_property::rounds_do_not_fall, no_vertex); }
  if (!core_facts_add_up(team, found)) { all.add(core_property::facts_add_up, no_vertex); }
  return all.violations();
}

}  // namespace orujo
