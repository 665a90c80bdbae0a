// Every step is told to the owner of the vertex that it leaves, which knows its edges.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/walks/verify.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo {

walk_checker::walk_checker(rank_team& team, const csr_graph& graph, const walk_options& options)
    : team_(team),
      graph_(graph),
      options_(options),
      begun_(graph.num_local()),
      visited_(graph.num_local()),
      visits_(team, receiver{this}, {.how = deliver::home}) {}

void walk_checker::take(const walk_paths& paths) {
  // One worker of each rank tells, and one hears: what it counts needs no care.
  run_epoch(team_, [&](worker& self) {
    if (self.index() != 0) { return; }
    for (std::size_t i = 0; i < paths.vertices.size(); i += paths.stride) {
      take_walk(self, paths.vertices.subspan(i, paths.stride));
    }
  });
}

void walk_checker::take_walk(worker& self, std::span<const vertex_id> walk) {
  ++facts_.walks;
  for (std::size_t step = 0; step < walk.size() && walk[step] != no_vertex; ++step) {
    const vertex_id next = step + 1 < walk.size() ? walk[step + 1] : no_vertex;
    const rank_id owner = graph_.owner(walk[step]);
    const auto home =
        static_cast<std::size_t>(index_of(owner)) * static_cast<std::size_t>(team_.num_workers());
    visits_.send_home(
        self, home,
        {walk[0], next, static_cast<local_vertex>(walk[step] - graph_.partition().first(owner)),
         static_cast<std::uint32_t>(step)});
    facts_.steps += step > 0 ? 1U : 0U;
    if (next == no_vertex && step < options_.length) { ++facts_.ended_early; }
  }
}

void walk_checker::look(const visit& each) {
  ++visited_[each.at];
  begun_[each.at] += each.step == 0 ? 1U : 0U;
  const vertex_id here = graph_.global(each.at);
  if (each.next == no_vertex) {
    const bool may_end =
        each.step == options_.length || (options_.restart == 0 && !has_ways_out(each.at));
    if (!may_end) { found_.add(walks_property::ends_where_it_may, here); }
  } else if (!allows(each)) {
    found_.add(walks_property::step_is_allowed, here, each.next);
  }
}

bool walk_checker::allows(const visit& each) const {
  if (options_.restart > 0 && each.next == each.start) { return true; }
  const adjacency& out = graph_.out_edges();
  for (std::uint64_t i = out.offsets[each.at]; i < out.offsets[each.at + 1]; ++i) {
    if (graph_.global(out.targets[i]) != each.next) { continue; }
    if (!options_.weighted || out.weights.at<exact_number>(i) > 0) { return true; }
  }
  return false;
}

bool walk_checker::has_ways_out(local_vertex v) const {
  const adjacency& out = graph_.out_edges();
  if (!options_.weighted) { return out.degree(v) > 0; }
  for (std::uint64_t i = out.offsets[v]; i < out.offsets[v + 1]; ++i) {
    if (out.weights.at<exact_number>(i) > 0) { return true; }
  }
  return false;
}

void walk_checker::check_starts() {
  std::vector<std::uint64_t> wanted(graph_.num_local(), options_.starts ? 0 : options_.per_start);
  if (options_.starts) {
    for (const vertex_id each : *options_.starts) {
      if (graph_.owns(each)) { wanted[graph_.local(each)] += options_.per_start; }
    }
  }
  for (local_vertex v = 0; v < graph_.num_local(); ++v) {
    if (begun_[v] != wanted[v]) {
      found_.add(walks_property::starts_are_asked_for, graph_.global(v));
    }
  }
}

void walk_checker::check_sums(const walk_visits& found) {
  bool add_up = found.visits.size() == visited_.size() &&
                std::equal(visited_.begin(), visited_.end(), found.visits.begin());
  add_up = all_sum(team_, facts_.walks) == found.facts.walks && add_up;
  add_up = all_sum(team_, facts_.steps) == found.facts.steps && add_up;
  add_up = all_sum(team_, facts_.ended_early) == found.facts.ended_early && add_up;
  if (!add_up) { found_.add(walks_property::facts_add_up, no_vertex); }
}

std::vector<walks_violation> walk_checker::problems(const walk_visits& found) {
  check_starts();
  check_sums(found);
  return merged_everywhere(team_, found_).violations();
}

std::string sentence(walks_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case walks_property::starts_are_asked_for:
      return fmt::format("not as many walks begin at vertex {} as were asked for", vertex);
    case walks_property::step_is_allowed:
      return fmt::format("a walk goes from {} to {}, and nothing leads there", vertex, other);
    case walks_property::ends_where_it_may:
      return fmt::format("a walk ends at {} before its time", vertex);
    case walks_property::facts_add_up: break;
  }
  return "the numbers of walks, steps, early ends or visits are wrong";
}

}  // namespace orujo
