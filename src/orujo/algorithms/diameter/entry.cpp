// How people and programs reach diameters and eccentricities.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/diameter/diameter.hpp"
#include "orujo/algorithms/diameter/verify.hpp"

namespace orujo {

namespace {

class diameter_run final : public algorithm_run {
public:
  diameter_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), goal_(static_cast<diameter_goal>(choices.method)) {}

  void run(const run_start& /*from*/) override { found_ = diameter(team_, graph_, goal_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return found_.facts.edges_reached / 2;
  }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_diameter(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    const diameter_facts& facts = found_.facts;
    return {.figures = {{"diameter", std::uint64_t{facts.diameter}},
                        {"radius", std::uint64_t{facts.radius}}},
            .work = {{"searches", facts.searches}},
            .table = {.columns = {{"least", "least eccentricity", found_.least.span()},
                                  {"most", "greatest eccentricity", found_.most.span()}}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  diameter_goal goal_;
  eccentricity_bounds found_;
};

}  // namespace

algorithm_entry diameter_entry() {
  return {
      .name = "diameter",
      .help = "Diameter, exact: the longest of all shortest paths; and eccentricities",
      .example = "orujo diameter roads.gr.xz --method eccentricities --output far.csv",
      .activity = "searching",
      .methods = {{.name = "diameter",
                   .help = "until diameter and radius are known; eccentricities lie between "
                           "`least` and `most`",
                   .use_when = "always",
                   .cost =
                       "O(V + E) for each search, mostly a few dozen; V at worst, as where each "
                       "vertex is joined with the same few",
                   .order = "levels",
                   .source = "Takes, Kosters 2011; Borassi et al. 2015"},
                  {.name = "eccentricities",
                   .help = "until the eccentricity of each vertex is known, too",
                   .use_when = "eccentricities are wanted",
                   .cost = "O(V + E) for each search, V at worst",
                   .order = "levels",
                   .source = "Takes, Kosters 2013"}},
      .edges = taken_edges::both_ways,
      .columns = {"least", "most"},
      .needs = [](const algorithm_choices&) { return graph_needs{}; },
      .prepare =
          [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
            return std::make_unique<diameter_run>(team, graph, choices);
          }};
}

}  // namespace orujo
