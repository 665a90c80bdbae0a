// How people and programs reach strongly connected components.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/scc/scc.hpp"
#include "orujo/algorithms/scc/verify.hpp"

namespace orujo {

namespace {

class scc_run final : public algorithm_run {
public:
  scc_run(rank_team& team, const csr_graph& graph) : team_(team), graph_(graph) {}

  void run(const run_start& /*from*/) override { found_ = scc(team_, graph_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_scc(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    const scc_facts& facts = found_.facts;
    return {.figures = {{"components", facts.components},
                        {"largest", facts.largest},
                        {"nontrivial", facts.nontrivial}},
            .work = {{"trimmed", facts.trimmed},
                     {"from_pivot", facts.from_pivot},
                     {"searched_alone", facts.searched_alone},
                     {"colour_rounds", std::uint64_t{facts.colour_rounds}}},
            .table = {.columns = {{.name = "component",
                                   .label = "",
                                   .values = found_.label.span(),
                                   .are_vertices = true}}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  scc_labels found_;
};

}  // namespace

algorithm_entry scc_entry() {
  return {
      .name = "scc",
      .help = "Strongly connected components: vertices that paths lead between both ways",
      .example = "orujo scc web-NotreDame.txt.gz --output components.csv",
      .activity = "joining",
      .methods = {{.name = "multistep",
                   .help = "ends are trimmed, a pivot's component is searched for both ways, "
                           "the rest goes to one rank or gets colours",
                   .use_when = "always",
                   .cost = "O(V + E); where much is left for colours, O(E · longest path) per "
                           "round at worst, mostly in few rounds",
                   .order = "levels; depth first on one rank; rounds",
                   .source = "Slota, Rajamanickam, Madduri 2014; Orzan 2004; Tarjan 1972"}},
      .columns = {"component"},
      .needs = [](const algorithm_choices&) { return graph_needs{.in_edges = true}; },
      .prepare = [](rank_team& team, const csr_graph& graph,
                    const algorithm_choices&) { return std::make_unique<scc_run>(team, graph); }};
}

}  // namespace orujo
