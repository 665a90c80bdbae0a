// orujo kcore: core numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/cores/kcore.hpp"

#include <array>
#include <memory>

#include "orujo/algorithms/cores/verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/vertex_output.hpp"
#include "orujo/cli/options/greedy_options.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

constexpr std::array<method_name, 1> kcore_methods{
    {{"peeling", "vertices of few neighbours are taken away, round by round"}}};

run_record run_on(rank_team& team, const run_options& options) {
  const loaded_graph loaded = load_graph_of(team, options, {});
  const csr_graph& graph = loaded.graph;
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  trial_clock clock(team, options, "peeling", options.trials);
  core_numbers found;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] { found = kcore(team, graph); });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) { add_verdict(trial, verify_kcore(team, graph, found)); }
    record.trials.push_back(std::move(trial));
  }
  record.result["max_core"] = found.facts.max_core;
  record.work["rounds"] = found.facts.rounds;
  graph.describe(record.card);
  found.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) {
    write_vertices(team, graph, *options.output,
                   {{{"core", column_kind::integer},
                     [&](local_vertex v) { return integer_cell(found.core[v]); }}});
  }
  answer_page(team, graph, options, record).add_vertices("core number", [&](local_vertex v) {
    return static_cast<double>(found.core[v]);
  });
  return record;
}

exit_code run_kcore(run_options options) {
  check_options(options, "kcore");
  take_edges_both_ways(options, "kcore");
  static_cast<void>(method_index(options.method, kcore_methods));
  return run_and_print("kcore", options, [&](rank_team& team) { return run_on(team, options); });
}

}  // namespace

command add_kcore_command(CLI::App& parent) {
  auto options = std::make_shared<run_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "kcore",
               .group = "Analyse a graph",
               .help = "Core numbers: the densest part that each vertex belongs to",
               .example = "  orujo kcore facebook_combined.txt.gz --output cores.csv"});
  add_algorithm_options(*app, *options, kcore_methods);
  return {app, [options] { return run_kcore(*options); }};
}

}  // namespace orujo::cli
