// How people and programs reach topological levels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/topological/topological.hpp"
#include "orujo/algorithms/topological/verify.hpp"

namespace orujo {

namespace {

class topological_run final : public algorithm_run {
public:
  topological_run(rank_team& team, const csr_graph& graph) : team_(team), graph_(graph) {}

  void run(const run_start& /*from*/) override { found_ = topological(team_, graph_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_arcs; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_topological(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    return {.figures = {{"acyclic", found_.facts.without == 0},
                        {"levels", std::uint64_t{found_.facts.levels}},
                        {"without_level", found_.facts.without}},
            .work = {},
            .table = {.columns = {{.name = "level",
                                   .label = "level",
                                   .values = found_.level.span(),
                                   .special = {{no_level, bits_of(std::int64_t{-1}), true}}}}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  topological_levels found_;
};

}  // namespace

algorithm_entry topological_entry() {
  return {.name = "topological",
          .help = "Topological levels: whether a directed graph has cycles, and if not, its order",
          .example = "orujo topological citations.el --output levels.csv",
          .activity = "taking away",
          .methods = {{.name = "levels",
                       .help = "vertices to which no edge leads are taken away, round by round",
                       .use_when = "always",
                       .cost = "O(V + E), a barrier per level",
                       .order = "rounds",
                       .source = "Kahn 1962"}},
          .edges = taken_edges::one_way,
          .columns = {"level"},
          .needs =
              [](const algorithm_choices&) { return graph_needs{.in_edges = true, .loops = true}; },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices&) {
                return std::make_unique<topological_run>(team, graph);
              }};
}

}  // namespace orujo
