// How people and programs reach closeness.
// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/closeness/closeness.hpp"
#include "orujo/algorithms/closeness/verify.hpp"
#include "orujo/traversal/drawn_sources.hpp"

namespace orujo {

namespace {

class closeness_run final : public algorithm_run {
public:
  closeness_run(rank_team& team, const csr_graph& graph)
      : team_(team), graph_(graph), with_edges_(num_vertices_with_edges(team, graph)) {}

  void run(const run_start& from) override {
    sources_.assign(from.sources.begin(), from.sources.end());
    // Drawn ones stand for those that they were drawn from: vertices without edges reach nobody.
    options_.candidates = from.is_named || sources_.empty() ? 0 : with_edges_;
    if (sources_.empty()) {
      sources_.resize(graph_.num_vertices());
      std::iota(sources_.begin(), sources_.end(), vertex_id{0});
    }
    options_.on_source = [&](std::uint64_t done) { from.tell(done, sources_.size()); };
    found_ = closeness(team_, graph_, sources_, options_);
    options_.on_source = {};
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override {
    return found_.facts.edges_reached / (graph_.directed() ? 1 : 2);
  }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_closeness(
        team_, graph_, {found_.harmonic.span(), found_.closeness.span(), sources_, options_}));
  }
  [[nodiscard]] algorithm_answer answer() override {
    const closeness_facts& facts = found_.facts;
    return {
        .figures = {{"sources", facts.sources},
                    {"pairs", facts.pairs},
                    {"max_distance", std::uint64_t{facts.max_distance}},
                    {"mean_distance", facts.pairs > 0 ? static_cast<double>(facts.distance_sum) /
                                                            static_cast<double>(facts.pairs)
                                                      : 0.0}},
        .work = {},
        .table = {.columns = {{"harmonic", "harmonic closeness", found_.harmonic.span()},
                              {"closeness", "closeness", found_.closeness.span()}}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  std::uint64_t with_edges_;  // vertices that have out-edges
  closeness_options options_;
  std::vector<vertex_id> sources_;  // of the last run
  closeness_scores found_;
};

}  // namespace

algorithm_entry closeness_entry() {
  return {.name = "closeness",
          .help = "Closeness: how near each vertex is to all others, harmonic and classic",
          .example = "orujo closeness facebook_combined.txt.gz --sources 256 --output near.csv",
          .activity = "searching",
          .methods = {{.name = "searches",
                       .help = "a breadth-first search from each source",
                       .use_when = "always; with `--sources K` where V is large",
                       .cost = "O(sources · E)",
                       .order = "levels",
                       .source = "Eppstein, Wang 2001; Rochat 2009; Boldi, Vigna 2014"}},
          .start = start_kind::all_sources,
          .source_help = "Only distances from V, by its id in the input",
          .sources_help = "Estimate from K drawn vertices; default: all, exact",
          .scored = "harmonic",
          .columns = {"harmonic", "closeness"},
          .needs = [](const algorithm_choices&) { return graph_needs{.in_edges = true}; },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices&) {
                return std::make_unique<closeness_run>(team, graph);
              }};
}

}  // namespace orujo
