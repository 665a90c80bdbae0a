// orujo mis: a maximal independent set.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "orujo/algorithms/maximal_independent_set.hpp"
#include "orujo/algorithms/verify/independent_set_verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/graph_loading.hpp"
#include "orujo/cli/greedy_options.hpp"
#include "orujo/cli/trial_clock.hpp"
#include "orujo/cli/vertex_output.hpp"
#include "orujo/cli/work_figures.hpp"

namespace orujo::cli {

namespace {

run_record run_on(rank_team& team, const run_options& options, const greedy_choice& choice) {
  const csr_graph graph = load_graph_of(team, options, {});
  const std::uint64_t seed = options.graph.seed;
  run_record record;
  record.graph = graph_record_of(graph);
  const metric_totals before = all_metrics_of(team);
  trial_clock clock(team, options, "choosing", options.trials);
  independent_set found;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] {
      found = maximal_independent_set(team, graph,
                                      {.how = choice.how, .order = choice.order, .seed = seed});
    });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) {
      const auto priority = vertex_priorities(team, graph, choice.order, seed);
      add_verdict(trial, verify_independent_set(team, graph, found, priority.span()));
    }
    record.trials.push_back(std::move(trial));
  }
  record.result["size"] = found.size;
  add_work(record, found.work, std::move(found.history));
  graph.describe(record.card);
  found.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) {
    write_vertices(team, graph, *options.output,
                   {{{"in_set", column_kind::integer},
                     [&](local_vertex v) { return integer_cell(found.contains[v]); }}});
  }
  return record;
}

exit_code run(greedy_options options) {
  check_options(options.run, "mis");
  take_edges_both_ways(options.run, "mis");
  const greedy_choice choice = choice_of(options);
  return run_and_print("mis", options.run,
                       [&](rank_team& team) { return run_on(team, options.run, choice); });
}

}  // namespace

command add_mis_command(CLI::App& parent) {
  auto options = std::make_shared<greedy_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "mis",
               .group = "Analyse a graph",
               .help = "Maximal independent set: no two of its vertices are neighbours",
               .example = "  orujo mis as20graph.txt.xz --order largest_first --output set.csv"});
  add_greedy_options(*app, *options, independent_set_options{}.order);
  return {app, [options] { return run(*options); }};
}

}  // namespace orujo::cli
