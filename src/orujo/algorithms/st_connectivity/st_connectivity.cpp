// Colours vertices from both ends until the colours meet.
//
// Invariant: between rounds the vertices of a colour that are not in the frontier have only
// neighbours of that colour, unless the colours have met.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/st_connectivity/st_connectivity.hpp"

#include <atomic>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/activity_map.hpp"

namespace orujo {

namespace {

/// "You are of my colour." Always succeeds, and returns what it found: white, the colour, or the
/// other one, in which case the ends are connected and nothing matters any more.
struct colouring_operator {
  using value_type = st_colour;
  using arguments = edge_arguments<st_colour>;
  using element = std::uint8_t;

  element* colour;
  std::atomic<bool>* have_met;

  [[nodiscard]] st_colour value_of(local_vertex source) const {
    return static_cast<st_colour>(isolation::atomic::load(colour[source]));
  }
  [[nodiscard]] bool matters(const arguments& each) const {
    return isolation::atomic::load(colour[each.target]) != static_cast<element>(each.value) &&
           !have_met->load(std::memory_order_relaxed);
  }
  [[nodiscard]] element& place(const arguments& each) const { return colour[each.target]; }
  static st_colour act(element& known, const arguments& each) {
    const auto found = static_cast<st_colour>(known);
    if (found == st_colour::white) { known = static_cast<element>(each.value); }
    return found;
  }
  void returned(vertex_lane& next, const arguments& each, st_colour found) const {
    if (found == st_colour::white) { return next.add(each.target); }
    if (found != each.value) { have_met->store(true, std::memory_order_relaxed); }
  }
};

void check(const csr_graph& graph, const path_ends& ends) {
  require_everywhere(!graph.directed(),
                     "stconn: the edges must go both ways; build the graph undirected");
  for (const vertex_id end : {ends.source, ends.target}) {
    require_everywhere(
        end < graph.num_vertices(),
        fmt::format("stconn: {} is not a vertex: there are {} of them", end, graph.num_vertices()));
  }
}

}  // namespace

st_answer st_connectivity(rank_team& team, const csr_graph& graph, const path_ends& ends,
                          const isolation_choice& isolation) {
  check(graph, ends);
  require_room(team, graph, "stconn", {.per_vertex = 5});
  st_answer found{.colour = huge_array<std::uint8_t>(graph.num_local())};
  std::atomic<bool> have_met = ends.source == ends.target;
  activity_map colour(team, graph, colouring_operator{found.colour.data(), &have_met},
                      {.isolation = isolation, .name = "st-connectivity"});
  frontier active(team, graph);
  const auto begin = [&](vertex_id end, st_colour as) {
    if (!graph.owns(end)) { return; }
    found.colour[graph.local(end)] = static_cast<std::uint8_t>(as);
    active.lane(team.worker_at(0)).add(graph.local(end));
  };
  begin(ends.target, st_colour::of_target);
  begin(ends.source, st_colour::of_source);
  while (all_max(team, have_met ? 1 : 0) == 0 && active.gather()) {
    ++found.rounds;
    found.coloured += active.size();
    colour(active);
  }
  found.connected = all_max(team, have_met ? 1 : 0) == 1;
  found.activities = colour.counts_of_all();
  colour.describe(found.choices);
  return found;
}

void st_answer::describe(report_card& card) const {
  for (const report_entry& entry : choices.entries()) { card.add(entry.section, entry.row); }
  card.add(report_section::algorithm,
           {"method", "two colours", {{"rounds", static_cast<double>(rounds), ""}}});
}

}  // namespace orujo
