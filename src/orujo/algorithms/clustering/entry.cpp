// How people and programs reach clustering coefficients.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/clustering/clustering.hpp"
#include "orujo/algorithms/clustering/verify.hpp"

namespace orujo {

namespace {

/// In the order of the methods.
clustering_rule rule_of(const algorithm_choices& choices) {
  return choices.method == 0 ? clustering_rule::undirected : clustering_rule::directed;
}

class clustering_run final : public algorithm_run {
public:
  clustering_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), rule_(rule_of(choices)) {}

  void run(const run_start& /*from*/) override { found_ = clustering(team_, graph_, rule_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_clustering(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    const clustering_facts& facts = found_.facts;
    return {.figures = {{"average", facts.average},
                        {"transitivity", facts.transitivity},
                        {"triangles", facts.triangles},
                        {"wedges", facts.wedges}},
            .work = {},
            .table = {
                .columns = {{"clustering", "clustering coefficient", found_.coefficient.span()}}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  clustering_rule rule_;
  clustering_coefficients found_;
};

}  // namespace

algorithm_entry clustering_entry() {
  return {.name = "clustering",
          .help = "Clustering: how many neighbours of a vertex are neighbours of each other",
          .example = "orujo clustering facebook_combined.txt.gz --output clustering.csv",
          .activity = "counting",
          .methods = {{.name = "triangles",
                       .help = "triangles of each vertex, divided by the pairs of its neighbours",
                       .use_when = "always",
                       .cost = "that of triangles",
                       .order = "one epoch",
                       .source = "Watts, Strogatz 1998; Newman 2003"},
                      {.name = "lcc",
                       .help = "edges by their directions: those between the neighbours of a "
                               "vertex, divided by the ordered pairs of them",
                       .use_when = "edges have directions, or LDBC Graphalytics asks",
                       .cost = "that of triangles, and as many looks again",
                       .order = "one epoch",
                       .source = "Iosup et al. 2016",
                       .edges = taken_edges::as_input_says}},
          .edges = taken_edges::both_ways,
          .columns = {"clustering"},
          .needs =
              [](const algorithm_choices& choices) {
                return graph_needs{.in_edges = rule_of(choices) == clustering_rule::directed};
              },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<clustering_run>(team, graph, choices);
              }};
}

}  // namespace orujo
