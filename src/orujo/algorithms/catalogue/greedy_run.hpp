// Decisions vertex by vertex in an order, as runs of an entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
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
  bool in_own_way = false;  ///< By the method that only this kind has, where it has one.
};

/// A kind of greedy decision with a method of its own, which is the first one.
template <typename Kind>
concept has_own_way = requires {
  { Kind::own_method() } -> std::convertible_to<method_entry>;
};

/// Methods jp and dc.
[[nodiscard]] std::vector<method_entry> greedy_methods();

/// --order, which is `order` unless it is given, --send-cache and --priority.
[[nodiscard]] std::vector<option_entry> greedy_options(vertex_order order);

/// `own_ways`: how many methods come before those of greedy_methods(). Throws: usage_error with the
/// nearest name.
[[nodiscard]] greedy_choice greedy_choice_of(const algorithm_choices& choices,
                                             vertex_order standard, std::size_t own_ways);

/// `Kind` says what is found: the type `found`, and what can be done with it.
template <typename Kind>
class greedy_run final : public algorithm_run {
public:
  greedy_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team),
        graph_(graph),
        choice_(greedy_choice_of(choices, Kind::standard, has_own_way<Kind>)),
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
    algorithm_answer answer{.figures = {Kind::size_figure(found_)},
                            .work = {},
                            .table = {.columns = {Kind::column(found_)}}};
    Kind::add_work(answer, found_);
    return answer;
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
  if constexpr (has_own_way<Kind>) {
    entry.methods.insert(entry.methods.begin(), Kind::own_method());
  }
  entry.options = greedy_options(Kind::standard);
  entry.edges = taken_edges::both_ways;
  entry.check = [](const algorithm_choices& choices) {
    static_cast<void>(greedy_choice_of(choices, Kind::standard, has_own_way<Kind>));
  };
  entry.needs = [](const algorithm_choices&) { return graph_needs{}; };
  entry.prepare = [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
    return std::make_unique<greedy_run<Kind>>(team, graph, choices);
  };
  return entry;
}

}  // namespace orujo
