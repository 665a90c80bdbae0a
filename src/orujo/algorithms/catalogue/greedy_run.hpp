// Decisions vertex by vertex in an order, as runs of an entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/traversal/dag_correcting/state.hpp"
#include "orujo/traversal/vertex_order.hpp"

namespace orujo {

/// How vertices decide, and in what order.
struct greedy_choice {
  dag_options how;
  vertex_order order;
};

/// Methods jp and dc.
[[nodiscard]] std::vector<method_entry> greedy_methods();

/// --order, which is `order` unless it is given, and --send-cache.
[[nodiscard]] std::vector<option_entry> greedy_options(vertex_order order);

/// Throws: usage_error with the nearest name.
[[nodiscard]] greedy_choice greedy_choice_of(const algorithm_choices& choices,
                                             vertex_order standard);

/// `Kind` says what is found: the type `found`, and what can be done with it.
template <typename Kind>
class greedy_run final : public algorithm_run {
public:
  greedy_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        choice_(greedy_choice_of(choices, Kind::standard)),
        seed_(choices.seed) {}

  void run(const run_start& /*from*/) override {
    found_ = Kind::find(team_, graph_, choice_, seed_);
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    const auto priority = vertex_priorities(team_, graph_, choice_.order, seed_);
    return first_problem(Kind::verify(team_, graph_, found_, priority.span()));
  }
  [[nodiscard]] algorithm_answer answer() override {
    return {.figures = {Kind::size_figure(found_)},
            .work = {},
            .statistics = found_.work,
            .history = found_.history,
            .table = {.columns = {Kind::column(found_)}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  greedy_choice choice_;
  std::uint64_t seed_;
  typename Kind::found found_;
};

/// Completes an entry that has texts.
template <typename Kind>
[[nodiscard]] algorithm_entry greedy_entry(algorithm_entry entry) {
  entry.methods = greedy_methods();
  entry.options = greedy_options(Kind::standard);
  entry.edges = taken_edges::both_ways;
  entry.check = [](const algorithm_choices& choices) {
    static_cast<void>(greedy_choice_of(choices, Kind::standard));
  };
  entry.needs = [](const algorithm_choices&) { return graph_needs{}; };
  entry.prepare = [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
    return std::make_unique<greedy_run<Kind>>(team, graph, choices);
  };
  return entry;
}

}  // namespace orujo
