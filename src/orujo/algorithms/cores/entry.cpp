// How people and programs reach core numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/cores/kcore.hpp"
#include "orujo/algorithms/cores/verify.hpp"

namespace orujo {

namespace {

class cores_run final : public algorithm_run {
public:
  cores_run(rank_team& team, const csr_graph& graph) : team_(team), graph_(graph) {}

  void run(const run_start& /*from*/) override { found_ = kcore(team_, graph_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_kcore(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    return {.figures = {{"max_core", std::uint64_t{found_.facts.max_core}}},
            .work = {{"rounds", std::uint64_t{found_.facts.rounds}}},
            .table = {.columns = {{"core", "core number", found_.core.span()}}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  core_numbers found_;
};

}  // namespace

algorithm_entry cores_entry() {
  return {
      .name = "kcore",
      .help = "Core numbers: the densest part that each vertex belongs to",
      .example = "orujo kcore facebook_combined.txt.gz --output cores.csv",
      .activity = "peeling",
      .methods = {{.name = "peeling",
                   .help = "vertices of few neighbours are taken away, round by round",
                   .use_when = "always",
                   .cost = "O(E + V log(highest degree)), a barrier per round",
                   .order = "rounds",
                   .source = "Seidman 1983; Matula, Beck 1983"}},
      .edges = taken_edges::both_ways,
      .columns = {"core"},
      .needs = [](const algorithm_choices&) { return graph_needs{}; },
      .prepare = [](rank_team& team, const csr_graph& graph,
                    const algorithm_choices&) { return std::make_unique<cores_run>(team, graph); }};
}

}  // namespace orujo
