// How people and programs reach minimum spanning forests.
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/catalogue/isolation_options.hpp"
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/algorithms/spanning_forest/verify.hpp"

namespace orujo {

namespace {

class forest_run final : public algorithm_run {
public:
  forest_run(rank_team& team, const csr_graph& graph, const forest_options& options)
      : team_(team), graph_(graph), options_(options) {}

  void run(const run_start& /*from*/) override {
    forest_ = minimum_spanning_forest(team_, graph_, options_);
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_spanning_forest(team_, graph_, forest_));
  }
  [[nodiscard]] algorithm_answer answer() override;
  void describe(report_card& card) const override { forest_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  forest_options options_;
  spanning_forest forest_;
  std::vector<vertex_id> sources_;  // of the edges, as the following
  std::vector<vertex_id> targets_;
  std::vector<std::int64_t> whole_weights_;
  std::vector<double> real_weights_;
};

std::vector<figure> forest_work(const forest_facts& facts) {
  std::vector<figure> work = {{"rounds", std::uint64_t{facts.rounds}}, {"offers", facts.offers}};
  if (facts.activities.operators > 0) {
    work.push_back({"operators", facts.activities.operators});
    work.push_back({"operators_failed", facts.activities.failed});
    work.push_back({"activities", facts.activities.activities});
    work.push_back({"attempts_given_up", facts.activities.aborts()});
    work.push_back({"activities_alone", facts.activities.serialised});
  }
  return work;
}

algorithm_answer forest_run::answer() {
  const bool is_real = graph_.facts().weights == weight_kind::real;
  sources_.clear();
  targets_.clear();
  whole_weights_.clear();
  real_weights_.clear();
  sources_.reserve(forest_.edges.size());
  targets_.reserve(forest_.edges.size());
  if (is_real) {
    real_weights_.reserve(forest_.edges.size());
  } else {
    whole_weights_.reserve(forest_.edges.size());
  }
  for (const forest_edge& edge : forest_.edges) {
    sources_.push_back(edge.source);
    targets_.push_back(edge.target);
    if (is_real) {
      real_weights_.push_back(static_cast<double>(edge.weight));
    } else {
      whole_weights_.push_back(static_cast<std::int64_t>(edge.weight));
    }
  }
  result_column weight{"weight", "weight", std::span<const std::int64_t>(whole_weights_)};
  if (is_real) { weight.values = std::span<const double>(real_weights_); }
  return {.figures = {weight_figure(graph_, "weight", forest_.facts.weight),
                      {"edges", forest_.facts.edges},
                      {"trees", forest_.facts.trees}},
          .work = forest_work(forest_.facts),
          .table = {.things = "edges of the forest",
                    .key = "source",
                    .keys = sources_,
                    .columns = {{.name = "target",
                                 .label = "target",
                                 .values = std::span<const std::uint64_t>(targets_),
                                 .are_vertices = true},
                                weight}}};
}

std::vector<method_entry> spanning_forest_methods() {
  // In the order of enum class forest_method.
  return {{.name = "auto",
           .help = "kruskal where one rank has a sparse graph, else boruvka",
           .use_when = "always",
           .cost = "that of either",
           .order = "edges by weight, then ends",
           .source = "Kruskal 1956; Borůvka 1926"},
          {.name = "boruvka",
           .help = "each tree takes the lightest edge out of it, round by round",
           .use_when = "vertices have many edges, or there are several ranks",
           .cost = "O(V) per round, O(log V) rounds, and O(E), often far less: the "
                   "light edges of each vertex come first, and the largest tree need "
                   "not look",
           .order = "rounds; edges by weight, then ends",
           .source = "Borůvka 1926; Nešetřil, Milková, Nešetřilová 2001"},
          {.name = "kruskal",
           .help = "one such round by all workers, then edges between trees one by one; on several "
                   "ranks boruvka",
           .use_when = "vertices have few edges, as on roads and meshes",
           .cost = "O(E), and O(e log e) for e edges that the round leaves between trees",
           .order = "edges by weight, then ends",
           .source = "Kruskal 1956; Borůvka 1926"},
          {.name = "activities",
           .help = "the same; trees of one rank are joined by activities of several vertices",
           .use_when = "to compare mechanisms of isolation",
           .cost = "O(V) per round, O(log V) rounds, and all edges of vertices whose lightest edge "
                   "lies inside their tree in each",
           .order = "rounds; edges by weight, then ends",
           .source = "Borůvka 1926; Besta, Hoefler 2015",
           .operators = operator_reach::several_elements}};
}

forest_options spanning_forest_options(const algorithm_choices& choices) {
  forest_options options;
  options.method = static_cast<forest_method>(choices.method);
  options.isolation = isolation_in(spanning_forest_methods()[choices.method], choices.options);
  return options;
}

}  // namespace

algorithm_entry spanning_forest_entry() {
  return {.name = "mst",
          .help = "Minimum spanning forest: the lightest edges that hold components together",
          .example = "orujo mst roads.gr.xz --output forest.csv",
          .activity = "joining",
          .methods = spanning_forest_methods(),
          .options = isolation_options(spanning_forest_methods()),
          .edges = taken_edges::both_ways,
          .draws_weights = true,
          .rows = "edge of the forest",
          .key = "source",
          .columns = {"target", "weight"},
          .check =
              [](const algorithm_choices& choices) {
                static_cast<void>(spanning_forest_options(choices));
              },
          .needs = [](const algorithm_choices&) { return graph_needs{.weights = true}; },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<forest_run>(team, graph, spanning_forest_options(choices));
              }};
}

}  // namespace orujo
