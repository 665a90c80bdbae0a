// Values that go up and down: each vertex has the value that those before it in an order give it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "orujo/base/error.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/dag_correcting/final.hpp"
#include "orujo/traversal/dag_correcting/oriented_graph.hpp"
#include "orujo/traversal/dag_correcting/speculative.hpp"
#include "orujo/traversal/dag_correcting/state.hpp"
#include "orujo/worklists/progress_pace.hpp"
#include "orujo/worklists/work_history.hpp"

namespace orujo {

/// Gives each vertex of an oriented graph the value that its predecessors' values decide, as greedy
/// colouring does. Unlike labels (label_correcting.hpp) values need not get better: a vertex that
/// decided too early takes another value, or an earlier one again, when its predecessors change.
/// The values at the end are the same for every order, number of ranks and workers, and run.
///
/// A function has, besides the type `value_type` (an unsigned integer or enumeration of at most 32
/// bits) and its value `undecided`, that of a vertex that has none yet:
/// - `decide(values)`: the value that predecessors with these values give; `values` is a range with
///   a size, to go through once or more, and those that are `undecided` do not count;
/// - `affects(own, before, after)`: whether a vertex that decided on `own` may decide otherwise
/// when
///   the value of one predecessor changes so;
/// - `settles(value)`: whether one predecessor with this value is enough to decide;
/// - `rank(value)`: what comes first among vertices equally far from the roots: lower ones.
/// All are pure and do not throw. The contract is in docs/contracts/dag-correcting.md.
template <dag_function F>
class dag_correcting {
public:
  using value_type = typename F::value_type;

  /// Memory for the values. `team` and `dag` outlive the object. Call: collective.
  /// Throws on every rank: agreed_error for wrong use if `send_cache` is 0; memory_error.
  /// Memory: 16 bytes for each owned vertex, 8 for each ghost, and the vertices under way.
  dag_correcting(rank_team& team, const oriented_graph& dag, const dag_options& options = {});

  /// Gives all vertices their values. `function` is copied. Call: collective. Cost: under
  /// jones_plassmann two looks at each edge; under distributed_control more, at worst exponential.
  void run(const F& function);

  /// The value of an owned vertex after the last run.
  [[nodiscard]] value_type value(local_vertex v) const noexcept { return walk_->value(v); }

  /// What the last run did, summed over the ranks. Call: collective.
  [[nodiscard]] work_statistics work() const;

  /// The same worker by worker, and over time if the setting work_samples asks for it.
  /// Call: collective. Cost: as gather_history().
  [[nodiscard]] work_history history() const { return gather_history(team_, walk_->records()); }

  void describe(report_card& card) const;

private:
  template <bool Shared>
  [[nodiscard]] std::unique_ptr<dag_walks::dag_walk<F>> make_walk();

  rank_team& team_;
  const oriented_graph& dag_;
  dag_options options_;
  std::optional<F> function_;  // of the last run
  std::unique_ptr<dag_walks::dag_walk<F>> walk_;
};

// --- implementation --------------------------------------------------------------------------

template <dag_function F>
dag_correcting<F>::dag_correcting(rank_team& team, const oriented_graph& dag,
                                  const dag_options& options)
    : team_(team), dag_(dag), options_(options) {
  require_everywhere(options.send_cache > 0, "the send cache needs room for at least one value");
  require_room(team, dag.graph(), "values", {.per_vertex = 16, .per_ghost = 8});
  walk_ = team.num_workers() > 1 ? make_walk<true>() : make_walk<false>();
}

template <dag_function F>
template <bool Shared>
std::unique_ptr<dag_walks::dag_walk<F>> dag_correcting<F>::make_walk() {
  using namespace dag_walks;
  if (options_.order == dag_order::jones_plassmann) {
    return std::make_unique<final_walk<F, Shared>>(team_, dag_);
  }
  return std::make_unique<speculative_walk<F, Shared>>(team_, dag_, options_);
}

template <dag_function F>
void dag_correcting<F>::run(const F& function) {
  function_.emplace(function);
  walk_->run(*function_);
}

template <dag_function F>
work_statistics dag_correcting<F>::work() const {
  work_statistics mine;
  for (const work_record* each : walk_->records()) { mine.add(each->counts); }
  // The last value that a vertex took was the final one; all vertices took one.
  mine.useful = function_ ? dag_.graph().num_local() : 0;
  mine.useless = mine.improvements - mine.useful;
  return all_reduce(team_, mine, [](work_statistics a, const work_statistics& b) {
    a.add(b);
    return a;
  });
}

template <dag_function F>
void dag_correcting<F>::describe(report_card& card) const {
  const bool waits = options_.order == dag_order::jones_plassmann;
  report_row row{"order of work",
                 waits ? "jones_plassmann: after all predecessors"
                 : options_.priority == dag_priority::arrival
                     ? "distributed_control: at once, in the order of arrival"
                     : "distributed_control: at once, near the roots first",
                 {}};
  if (!waits) {
    row.numbers = {{"values in the send cache", static_cast<double>(options_.send_cache), ""}};
  }
  card.add(report_section::algorithm, std::move(row));
  card.add(report_section::algorithm, make_progress_pace(team_.values())->describe());
  card.add(report_section::algorithm,
           {"isolation", team_.num_workers() > 1 ? "atomics" : "one worker, none needed", {}});
}

}  // namespace orujo
