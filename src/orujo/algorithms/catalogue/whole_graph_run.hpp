// Runs about the whole graph that nothing is asked for, as runs of an entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"

namespace orujo {

/// `Kind` says what is found: the type `found`, `find(team, graph)` and `verify(team, graph,
/// found)`, the edges that count for a rate, and what can be said of it as an algorithm_answer.
template <typename Kind>
class whole_graph_run final : public algorithm_run {
public:
  whole_graph_run(rank_team& team, const csr_graph& graph) : team_(team), graph_(graph) {}

  void run(const run_start& /*from*/) override { found_ = Kind::find(team_, graph_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return Kind::edges(graph_.facts());
  }
  [[nodiscard]] std::string problem() const override {
    return first_problem(Kind::verify(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override { return Kind::answer(found_); }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  typename Kind::found found_;
};

/// Completes an entry that has texts and needs: how it is run.
template <typename Kind>
[[nodiscard]] algorithm_entry whole_graph_entry(algorithm_entry entry) {
  entry.prepare = [](rank_team& team, const csr_graph& graph, const algorithm_choices&) {
    return std::make_unique<whole_graph_run<Kind>>(team, graph);
  };
  return entry;
}

}  // namespace orujo
