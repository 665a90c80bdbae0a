// orujo triangles: how many there are.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>

#include "orujo/algorithms/triangles.hpp"
#include "orujo/algorithms/verify/triangles_verify.hpp"
#include "orujo/cli/answer_pictures.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/graph_loading.hpp"
#include "orujo/cli/trial_clock.hpp"

namespace orujo::cli {

namespace {

constexpr std::array<method_name, 1> methods{
    {{"degree_ordered", "neighbours of higher degree are looked up among each other's"}}};

run_record run_on(rank_team& team, const run_options& options) {
  const csr_graph graph = load_graph_of(team, options, {.in_edges = true});
  run_record record;
  record.graph = graph_record_of(graph);
  const metric_totals before = all_metrics_of(team);
  trial_clock clock(team, options, "counting", options.trials);
  triangle_count found;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] { found = triangles(team, graph); });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) { add_verdict(trial, verify_triangles(team, graph, found)); }
    record.trials.push_back(std::move(trial));
  }
  record.result["triangles"] = found.triangles;
  record.work["looks"] = found.looks;
  record.work["rows_sent"] = found.rows_sent;
  graph.describe(record.card);
  found.describe(record.card);
  add_team_facts(record, team, before);
  answer_page(team, graph, options, record).add_degrees();
  return record;
}

exit_code run(const run_options& options) {
  check_options(options, "triangles");
  static_cast<void>(method_index(options.method, methods));  // wrong names before the graph
  return run_and_print("triangles", options,
                       [&](rank_team& team) { return run_on(team, options); });
}

}  // namespace

command add_triangles_command(CLI::App& parent) {
  auto options = std::make_shared<run_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "triangles",
               .group = "Analyse a graph",
               .help = "How many triangles there are, whatever the directions of edges",
               .example = "  orujo triangles facebook_combined.txt.gz --verify"});
  add_graph_options(*app, options->graph);
  add_method_option(*app, *options, methods);
  add_trials_option(*app, *options);
  add_verify_option(*app, *options);
  add_team_options(*app, options->team);
  add_report_options(*app, *options);
  return {app, [options] { return run(*options); }};
}

}  // namespace orujo::cli
