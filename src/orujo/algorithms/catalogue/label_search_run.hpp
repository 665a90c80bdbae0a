// Searches from a source on the label-correcting engine, as runs of an entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <memory>
#include <utility>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/catalogue/order_choice.hpp"

namespace orujo {

/// `Kind` says what a search is: the types `search` and `found`, its options, what parallel edges
/// mean to it, and what can be said of what it found and of its work.
template <typename Kind>
class label_search_run : public algorithm_run {
public:
  label_search_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), search_(team, graph, Kind::options_of(choices)) {}

  void run(const run_start& from) override {
    source_ = from.sources.front();
    found_ = &search_.run(source_);
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return edges_between_reached(team_, graph_, found_->facts.reached,
                                 [&](local_vertex v) { return found_->reaches(v); });
  }
  [[nodiscard]] std::string problem() const override {
    return first_problem(Kind::verify(team_, graph_, source_, *found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    algorithm_answer answer{.figures = Kind::figures(graph_, *found_),
                            .work = {},
                            .table = {.columns = {Kind::column(graph_, *found_)}}};
    Kind::add_work(answer, search_);
    return answer;
  }
  void describe(report_card& card) const override { search_.describe(card); }

protected:
  [[nodiscard]] rank_team& team() const noexcept { return team_; }
  [[nodiscard]] const csr_graph& graph() const noexcept { return graph_; }
  [[nodiscard]] vertex_id source() const noexcept { return source_; }
  [[nodiscard]] const typename Kind::found& found() const noexcept { return *found_; }

private:
  rank_team& team_;
  const csr_graph& graph_;
  typename Kind::search search_;
  vertex_id source_ = no_vertex;
  const typename Kind::found* found_ = nullptr;
};

/// Completes an entry that has texts: methods, options, and how it is run.
template <typename Kind>
[[nodiscard]] algorithm_entry label_search_entry(algorithm_entry entry) {
  entry.activity = "searching";
  if (entry.methods.empty()) { entry.methods = order_methods(); }
  entry.options = order_options();
  entry.start = start_kind::each_source;
  entry.draws_weights = true;
  entry.check = [](const algorithm_choices& choices) {
    static_cast<void>(Kind::options_of(choices));
  };
  entry.needs = [](const algorithm_choices&) {
    return graph_needs{.weights = true, .parallel = Kind::parallel};
  };
  entry.prepare = [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
    return std::make_unique<label_search_run<Kind>>(team, graph, choices);
  };
  return entry;
}

}  // namespace orujo
