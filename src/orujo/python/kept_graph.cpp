// Makes the forms of a graph that algorithms need.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/kept_graph.hpp"

#include <chrono>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/graph_parts.hpp"

namespace orujo::python {

namespace {

/// The same graph without its weights.
csr_graph without_weights(rank_team& team, const csr_graph& graph) {
  csr_parts parts = parts_of(graph);
  parts.facts.weights = weight_kind::none;
  parts.facts.parallel = building::effective_rule(parts.facts.parallel, false);
  parts.out.weights = {};
  if (parts.in) { parts.in->weights = {}; }
  return csr_graph(team.rank(), std::move(parts));
}

bool is_weighted(const csr_graph& graph) { return graph.facts().weights != weight_kind::none; }

/// Throws agreed_error where what was left out when the graph was made would count.
void check_left_out(const graph_facts& facts, const graph_needs& needs) {
  require_everywhere(
      !needs.loops || facts.dropped_loops == 0,
      fmt::format("{}: {} loops were left out when it was stored, but they count; store it again "
                  "with all of them, or leave them out with --no-loops, or read it with --simple",
                  facts.name, facts.dropped_loops));
  const bool matters = needs.weights && facts.weights != weight_kind::none &&
                       facts.dropped_duplicates > 0 && needs.parallel != parallel_edges::one;
  require_everywhere(
      !matters || facts.parallel == needs.parallel,
      fmt::format("{}: of {} parallel edges only the {} was stored, but the {} is needed; "
                  "store it again with all of them, or read it with --simple",
                  facts.name, facts.dropped_duplicates, name_of(facts.parallel),
                  name_of(needs.parallel)));
}

}  // namespace

kept_graph::kept_graph(rank_team& team, csr_graph graph, simple_choice simple)
    : whole_(std::make_shared<const csr_graph>(std::move(graph))),
      surplus_(surplus_of(team, *whole_)),
      simple_(simple) {}

shared_graph kept_graph::whole() const {
  const std::lock_guard lock(mutex_);
  return whole_;
}

void kept_graph::add_in_edges(rank_team& team) {
  if (!whole()->directed() || whole()->has_in_edges()) { return; }
  const graph_needs needs{
      .weights = true, .in_edges = true, .loops = true, .parallel = whole()->facts().parallel};
  static_cast<void>(suited(team, needs, taken_edges::as_input_says));
}

kept_graph::form_key kept_graph::key_for(const graph_needs& needs, bool directed) const {
  const shared_graph graph = whole();
  const bool weights = needs.weights && is_weighted(*graph);
  // A form with more than is needed is as good, if it is there anyway.
  const bool in_edges =
      directed && (needs.in_edges || (graph->directed() && graph->has_in_edges()));
  const bool merges = surplus_.parallel > 0 || directed != graph->directed();
  return {.directed = directed,
          .weights = weights,
          .in_edges = in_edges,
          .loops = needs.loops || surplus_.loops == 0,
          .parallel =
              merges ? building::effective_rule(needs.parallel, weights) : parallel_edges::kept};
}

shared_graph kept_graph::suited(rank_team& team, const graph_needs& needs, taken_edges edges) {
  const shared_graph graph = whole();
  if (simple_ == simple_choice::not_made) { check_left_out(graph->facts(), needs); }
  const bool directed = edges != taken_edges::both_ways && graph->directed();
  if (shared_graph found = find(key_for(needs, directed))) { return found; }
  std::unique_lock<std::timed_mutex> mine(making_, std::defer_lock);
  while (!mine.try_lock_for(std::chrono::milliseconds(20))) { team.transport().check(); }
  return found_or_made(team, needs, directed);
}

/// The form with `key` if it is there.
shared_graph kept_graph::find(const form_key& key) const {
  const std::lock_guard lock(mutex_);
  if (key == key_of(*whole_)) { return whole_; }
  for (const kept_form& each : forms_) {
    if (each.key == key) { return each.graph; }
  }
  return nullptr;
}

/// Call: collective, by the job that holds making_.
shared_graph kept_graph::found_or_made(rank_team& team, const graph_needs& needs, bool directed) {
  const form_key key = key_for(needs, directed);  // now: another job may have changed the whole
  shared_graph form = find(key);
  if (!form) {
    form = made_form(team, *whole(), key);
    keep(key, form);
  }
  return form;
}

void kept_graph::keep(const form_key& key, shared_graph made) {
  const std::lock_guard lock(mutex_);
  form_key same_but_in_edges = key_of(*whole_);
  same_but_in_edges.in_edges = true;
  if (key == same_but_in_edges) {  // the whole graph, and more: nobody needs the other
    whole_ = std::move(made);
  } else {
    forms_.push_back({key, std::move(made)});
  }
}

kept_graph::form_key kept_graph::key_of(const csr_graph& graph) {
  return {.directed = graph.directed(),
          .weights = is_weighted(graph),
          .in_edges = graph.has_in_edges(),
          .loops = true,
          .parallel = parallel_edges::kept};
}

shared_graph kept_graph::made_form(rank_team& team, const csr_graph& whole, const form_key& key) {
  const bool same_rows = key.directed == whole.directed() && key.loops &&
                         key.in_edges == whole.has_in_edges() &&
                         key.parallel == parallel_edges::kept;
  if (same_rows) { return std::make_shared<const csr_graph>(without_weights(team, whole)); }
  build_options build;
  build.directed = key.directed;
  build.parallel = key.parallel;
  build.keep_self_loops = key.loops;
  build.in_edges = key.in_edges;
  if (!key.weights) { build.weights.from = weight_origin::none; }
  return std::make_shared<const csr_graph>(rebuild_graph(team, whole, build));
}

}  // namespace orujo::python
