// How people and programs reach counts of triangles.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/algorithms/triangles/triangles.hpp"
#include "orujo/algorithms/triangles/verify.hpp"

namespace orujo {

namespace {

/// Counts in how many triangles each vertex is where somebody will see it, else all together.
class triangles_run final : public algorithm_run {
public:
  triangles_run(rank_team& team, const csr_graph& graph, const algorithm_choices& choices)
      : team_(team), graph_(graph), by_vertex_(choices.shows_vertices) {}

  void run(const run_start& /*from*/) override {
    found_ = by_vertex_ ? triangles_by_vertex(team_, graph_)
                        : vertex_triangles{triangles(team_, graph_), {}};
  }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(by_vertex_ ? verify_triangles(team_, graph_, found_)
                                    : verify_triangles(team_, graph_, found_.all));
  }
  [[nodiscard]] algorithm_answer answer() override {
    algorithm_answer found{
        .figures = {{"triangles", found_.all.triangles}},
        .work = {{"looks", found_.all.looks}, {"rows_sent", found_.all.rows_sent}}};
    if (by_vertex_) {
      // The array has values of ghosts, too.
      found.table.columns = {
          {"triangles", "number of triangles", found_.at.span().first(graph_.num_local())}};
    }
    return found;
  }
  void describe(report_card& card) const override { found_.all.describe(card); }

private:
  rank_team& team_;
  const csr_graph& graph_;
  bool by_vertex_;
  vertex_triangles found_;
};

}  // namespace

algorithm_entry triangles_entry() {
  return {.name = "triangles",
          .help = "How many triangles there are, whatever the directions of edges",
          .example = "orujo triangles facebook_combined.txt.gz --output triangles.csv",
          .activity = "counting",
          .methods = {{.name = "degree_ordered",
                       .help = "neighbours of higher degree are looked up among each other's",
                       .use_when = "always",
                       .cost = "O(E^1.5), often far less",
                       .order = "one epoch; rows are merged as they are in one rank if degrees "
                                "are small",
                       .source = "forward: Chiba, Nishizeki 1985; Schank, Wagner 2005; words of "
                                 "bits: Aberger et al. 2016"}},
          .columns = {"triangles"},
          .needs = [](const algorithm_choices&) { return graph_needs{.in_edges = true}; },
          .prepare =
              [](rank_team& team, const csr_graph& graph, const algorithm_choices& choices) {
                return std::make_unique<triangles_run>(team, graph, choices);
              }};
}

}  // namespace orujo
