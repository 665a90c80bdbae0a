// How people and programs reach bridges, articulation points and biconnected components.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/biconnectivity/biconnectivity.hpp"
#include "orujo/algorithms/biconnectivity/verify.hpp"
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"

namespace orujo {

namespace {

class biconnectivity_run final : public algorithm_run {
public:
  biconnectivity_run(rank_team& team, const csr_graph& graph) : team_(team), graph_(graph) {}

  void run(const run_start& /*from*/) override { found_ = biconnectivity(team_, graph_); }
  [[nodiscard]] std::uint64_t edges_traversed() const override { return graph_.facts().num_edges; }
  [[nodiscard]] std::string problem() const override {
    return first_problem(verify_biconnectivity(team_, graph_, found_));
  }
  [[nodiscard]] algorithm_answer answer() override {
    const biconnectivity_facts& facts = found_.facts;
    return {.figures = {{"bridges", facts.bridges},
                        {"articulation_points", facts.articulation_points},
                        {"blocks", facts.blocks},
                        {"largest_block", facts.largest_block},
                        {"two_edge_components", facts.two_edge_components},
                        {"largest_two_edge_component", facts.largest_two_edge_component}},
            .work = {{"certificate_edges", facts.certificate_edges}},
            .table = {.columns = {{.name = "articulation",
                                   .label = "articulation point",
                                   .values = found_.articulation.span()},
                                  of_vertices("two_edge_component", found_.two_edge_component),
                                  of_vertices("block", found_.block),
                                  of_vertices("head", found_.head)}}};
  }
  void describe(report_card& card) const override { found_.describe(card); }

private:
  [[nodiscard]] static result_column of_vertices(std::string name,
                                                 const huge_array<vertex_id>& values) {
    return {.name = std::move(name), .label = "", .values = values.span(), .are_vertices = true};
  }

  rank_team& team_;
  const csr_graph& graph_;
  biconnected_parts found_;
};

/// Parallel edges of the input stay where they count.
graph_needs biconnectivity_needs(const algorithm_choices& choices) {
  const bool kept = choices.options.flag("keep-duplicates");
  return {.parallel = kept ? parallel_edges::kept : parallel_edges::lightest};
}

}  // namespace

algorithm_entry biconnectivity_entry() {
  return {
      .name = "bridges",
      .help = "Bridges, articulation points, biconnected and 2-edge-connected components",
      .example = "orujo bridges facebook_combined.txt.gz --output parts.csv",
      .activity = "searching",
      .methods = {{.name = "depth_first",
                   .help = "one search depth first, of several ranks over few edges that stand for "
                           "the blocks of each",
                   .use_when = "always",
                   .cost =
                       "O(V + E) of one worker; of several ranks O(E) shared, and O(V) for each "
                       "of log2(P) steps",
                   .order = "depth first",
                   .source = "Hopcroft, Tarjan 1973; certificates: Eppstein, Galil, Italiano, "
                             "Nissenzweig 1997"}},
      .options = {{.name = "keep-duplicates",
                   .help = "edges that the input lists more than once, either way round, are "
                           "several, and no bridges; else they are one"}},
      .edges = taken_edges::both_ways,
      .columns = {"articulation", "two_edge_component", "block", "head"},
      .needs = biconnectivity_needs,
      .prepare = [](rank_team& team, const csr_graph& graph, const algorithm_choices&) {
        return std::make_unique<biconnectivity_run>(team, graph);
      }};
}

}  // namespace orujo
