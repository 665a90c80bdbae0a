// How people and programs reach trusses.
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/truss/truss.hpp"
#include "orujo/algorithms/truss/verify.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

class truss_run final : public algorithm_run {
public:
  truss_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), least_(choices.options.whole("k")) {}

  void run(const run_start& /*from*/) override { found_ = truss(team_, graph_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_truss(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override { found_.describe(card); }

private:
  void list_edges();

  rank_team& team_;
  const csr_graph& graph_;
  std::optional<std::uint64_t> least_;
  truss_numbers found_;
  std::vector<vertex_id> sources_;  // of the edges that are shown, as the following
  std::vector<vertex_id> targets_;
  std::vector<std::uint32_t> trussness_;
};

void truss_run::list_edges() {
  sources_.clear();
  targets_.clear();
  trussness_.clear();
  for (const truss_edge& edge : found_.edges) {
    if (edge.trussness < least_.value_or(0)) { continue; }
    sources_.push_back(edge.source);
    targets_.push_back(edge.target);
    trussness_.push_back(edge.trussness);
  }
}

algorithm_answer truss_run::answer() {
  list_edges();
  const truss_facts& facts = found_.facts;
  algorithm_answer all{.figures = {{"max_trussness", std::uint64_t{facts.max_trussness}},
                                   {"edges_of_max", facts.edges_of_max},
                                   {"triangles", facts.triangles}},
                       .work = {{"rounds", std::uint64_t{facts.rounds}}}};
  if (least_) {
    all.figures.push_back({"edges_of_truss", all_sum(team_, std::uint64_t{sources_.size()})});
  }
  all.table = {.things = "edges",
               .key = "source",
               .keys = sources_,
               .columns = {{.name = "target",
                            .label = "target",
                            .values = std::span<const std::uint64_t>(targets_),
                            .are_vertices = true},
                           {.name = "trussness",
                            .label = "trussness",
                            .values = std::span<const std::uint32_t>(trussness_)}}};
  return all;
}

}  // namespace

algorithm_entry truss_entry() {
  return {.name = "ktruss",
          .help = "Trusses: how tightly the ends of each edge are tied together by others",
          .example = "orujo ktruss facebook_combined.txt.gz --output trusses.csv",
          .activity = "peeling",
          .methods = {{.name = "peeling",
                       .help = "edges in few triangles are taken away, round by round",
                       .use_when = "always",
                       .cost = "O(E^1.5), often less, two barriers per round, and a look at the "
                               "edges left for each trussness",
                       .order = "rounds",
                       .source = "Cohen 2008; Wang, Cheng 2012; Kabir, Madduri 2017"}},
          .options = {{.name = "k",
                       .type = option_type::whole,
                       .help = "only the edges of the k-truss, of which each is in K - 2 triangles "
                               "or more",
                       .unit = "K",
                       .least = 2}},
          .edges = taken_edges::both_ways,
          .rows = "edge",
          .key = "source",
          .columns = {"target", "trussness"},
          .needs = [](const algorithm_choices&) { return graph_needs{}; },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<truss_run>(team, graph, choices);
              }};
}

}  // namespace orujo
