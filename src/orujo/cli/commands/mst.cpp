// orujo mst: a minimum spanning forest.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/algorithms/spanning_forest/verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/vertex_labels.hpp"
#include "orujo/cli/files/vertex_output.hpp"
#include "orujo/cli/options/greedy_options.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/report/weight_figures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

constexpr std::array<method_name, 1> mst_methods{
    {{"boruvka", "each tree takes the lightest edge out of it, round by round"}}};

/// The input ids of the far ends of this rank's edges. Call: collective.
std::vector<std::uint64_t> target_ids_of(rank_team& team, const csr_graph& graph,
                                         const spanning_forest& forest) {
  std::vector<vertex_id> targets;
  targets.reserve(forest.edges.size());
  for (const forest_edge& edge : forest.edges) { targets.push_back(edge.target); }
  return input_ids_of(team, graph, targets);
}

/// Shows how heavy the edges are. Call: collective.
void show_edges(rank_team& team, const csr_graph& graph, const spanning_forest& forest,
                answer_page page) {
  if (!page.is_wanted()) { return; }
  const std::vector<std::uint64_t> target_ids = target_ids_of(team, graph, forest);
  page.add(
      {.things = "edges of the forest",
       .value = "weight",
       .id = "source",
       .second = "target",
       .count = forest.edges.size(),
       .value_of = [&](std::uint64_t i) { return static_cast<double>(forest.edges[i].weight); },
       .id_of = [&](std::uint64_t i) { return graph.ids().input_id(forest.edges[i].source); },
       .second_of = [&](std::uint64_t i) { return target_ids[i]; },
       .second_is_vertex = true});
  page.add_degrees();
}

/// One row per edge: its ends by input id, and its weight.
void write_edges(rank_team& team, const csr_graph& graph, const std::string& path,
                 const spanning_forest& forest) {
  const std::vector<std::uint64_t> target_ids = target_ids_of(team, graph, forest);
  const bool is_real = graph.facts().weights == weight_kind::real;
  const column_kind kind = is_real ? column_kind::real : column_kind::integer;
  const auto cells = [&](std::uint64_t first, std::uint64_t last) {
    std::vector<table_cell> rows;
    for (std::uint64_t i = first; i < last; ++i) {
      const forest_edge& edge = forest.edges[i];
      rows.push_back(graph.ids().input_id(edge.source));
      rows.push_back(target_ids[i]);
      rows.push_back(is_real ? real_cell(static_cast<double>(edge.weight))
                             : integer_cell(static_cast<std::int64_t>(edge.weight)));
    }
    return rows;
  };
  std::optional<name_lookup> names;
  if (graph.ids().is_named()) { names.emplace(team, graph, target_ids); }
  write_rows(team, graph, path,
             {.key = "source",
              .columns = {{"target", column_kind::vertex}, {"weight", kind}},
              .count = forest.edges.size(),
              .cells = cells,
              .names = names ? &*names : nullptr});
}

run_record run_forest_on(rank_team& team, const run_options& options) {
  const loaded_graph loaded = load_graph_of(team, options, {.weights = true});
  const csr_graph& graph = loaded.graph;
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  trial_clock clock(team, options, "joining", options.trials);
  spanning_forest forest;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] { forest = minimum_spanning_forest(team, graph); });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) { add_verdict(trial, verify_spanning_forest(team, graph, forest)); }
    record.trials.push_back(std::move(trial));
  }
  record.result["weight"] = weight_figure(graph, forest.facts.weight);
  record.result["edges"] = forest.facts.edges;
  record.result["trees"] = forest.facts.trees;
  record.work["rounds"] = forest.facts.rounds;
  record.work["offers"] = forest.facts.offers;
  graph.describe(record.card);
  forest.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) { write_edges(team, graph, *options.output, forest); }
  show_edges(team, graph, forest, {team, graph, options, record});
  return record;
}

exit_code run_mst(run_options options) {
  check_options(options, "mst");
  take_edges_both_ways(options, "mst");
  draw_missing_weights(options.graph);
  static_cast<void>(method_index(options.method, mst_methods));
  return run_and_print("mst", options,
                       [&](rank_team& team) { return run_forest_on(team, options); });
}

}  // namespace

command add_mst_command(CLI::App& parent) {
  auto options = std::make_shared<run_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "mst",
               .group = "Analyse a graph",
               .help = "Minimum spanning forest: the lightest edges that hold components together",
               .example = "  orujo mst roads.gr.xz --output forest.csv"});
  add_algorithm_options(*app, *options, mst_methods);
  app->get_option("--output")
      ->description("Write one row per edge of the forest to FILE.csv, .csv.gz, .npy or .parquet");
  return {app, [options] { return run_mst(*options); }};
}

}  // namespace orujo::cli
