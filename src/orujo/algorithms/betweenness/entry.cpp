// How people and programs reach betweenness.
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "orujo/algorithms/betweenness/betweenness.hpp"
#include "orujo/algorithms/betweenness/verify.hpp"
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/traversal/drawn_sources.hpp"

namespace orujo {

namespace {

class betweenness_run final : public algorithm_run {
public:
  betweenness_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), all_sources_(vertices_with_edges(team, graph)) {
    options_.method = static_cast<betweenness_method>(choices.method);
    options_.candidates = all_sources_.size();
    if (choices.options.flag("normalized")) { options_.scale = betweenness_scale::normalized; }
  }

  void run(const run_start& from) override {
    sources_ = from.sources.empty() ? std::span<const vertex_id>(all_sources_) : from.sources;
    if (from.is_named) { options_.scale = betweenness_scale::dependency; }
    options_.on_source = [&](std::uint64_t done) { from.tell(done, sources_.size()); };
    found_ = betweenness(team_, graph_, sources_, options_);
    options_.on_source = {};
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return found_.facts.edges_reached / (graph_.directed() ? 1 : 2);
  }
  [[nodiscard]] std::string problem() const override {
    return first_problem(
        verify_betweenness(team_, graph_, {found_.score.span(), sources_, options_}));
  }
  [[nodiscard]] algorithm_answer answer() override {
    const betweenness_facts& facts = found_.facts;
    return {
        .figures = {{"sources", facts.sources}, {"max_depth", std::uint64_t{facts.max_depth}}},
        .work = {{"pushed_levels", facts.pushed_levels}, {"pulled_levels", facts.pulled_levels}},
        .table = {.columns = {{"score", "score", found_.score.span()}}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  std::vector<vertex_id> all_sources_;
  std::span<const vertex_id> sources_;  // of the last run
  betweenness_options options_;
  betweenness_scores found_;
};

std::vector<method_entry> betweenness_methods() {
  // In the order of enum class betweenness_method.
  return {{.name = "direction_optimizing",
           .help = "each step starts where there are fewer edges",
           .use_when = "always",
           .cost = "O(sources · E)",
           .order = "levels",
           .source = "Brandes 2001; Beamer et al. 2012"},
          {.name = "pull",
           .help = "levels read their neighbours",
           .use_when = "the last digits must not depend on W",
           .cost = "O(sources · E)",
           .order = "levels"},
          {.name = "push",
           .help = "levels add to their neighbours",
           .use_when = "comparing",
           .cost = "O(sources · E)",
           .order = "levels"}};
}

}  // namespace

algorithm_entry betweenness_entry() {
  return {.name = "betweenness",
          .help = "Betweenness: how many shortest paths lead through each vertex",
          .example = "orujo betweenness roads.gr.xz --sources 64 --output scores.npy",
          .activity = "adding up",
          .methods = betweenness_methods(),
          .options = {{.name = "normalized",
                       .help = "Divide by the number of pairs that a path could join: scores from "
                               "0 to 1",
                       .of_whole_run = true}},
          .start = start_kind::all_sources,
          .source_help =
              "Only paths that begin at V, by its id in the input; scores are then its "
              "dependencies",
          .sources_help =
              "Estimate from K drawn vertices, from which paths begin; default: all, "
              "exact",
          .scored = "score",
          .columns = {"score"},
          .needs = [](const algorithm_choices&) { return graph_needs{.in_edges = true}; },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<betweenness_run>(team, graph, choices);
              }};
}

}  // namespace orujo
