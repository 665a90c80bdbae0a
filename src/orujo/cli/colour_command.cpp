// orujo colour: greedy colouring, neighbours get different colours.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "orujo/algorithms/colour.hpp"
#include "orujo/algorithms/verify/colour_verify.hpp"
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
  trial_clock clock(team, options, "colouring", options.trials);
  colouring found;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] {
      found = colour(team, graph, {.how = choice.how, .order = choice.order, .seed = seed});
    });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) {
      const auto priority = vertex_priorities(team, graph, choice.order, seed);
      add_verdict(trial, verify_colours(team, graph, found, priority.span()));
    }
    record.trials.push_back(std::move(trial));
  }
  record.result["colours"] = found.colours;
  add_work(record, found.work, std::move(found.history));
  graph.describe(record.card);
  found.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) {
    write_vertices(team, graph, *options.output,
                   {{{"colour", column_kind::integer},
                     [&](local_vertex v) { return integer_cell(found.colour[v]); }}});
  }
  return record;
}

exit_code run(greedy_options options) {
  check_options(options.run, "colour");
  take_edges_both_ways(options.run, "colour");
  const greedy_choice choice = choice_of(options);
  return run_and_print("colour", options.run,
                       [&](rank_team& team) { return run_on(team, options.run, choice); });
}

}  // namespace

command add_colour_command(CLI::App& parent) {
  auto options = std::make_shared<greedy_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "colour",
               .group = "Analyse a graph",
               .help = "Greedy colouring: neighbours get different colours, few of them",
               .example = "  orujo colour school1_nsh.col --order smallest_last --verify"});
  add_greedy_options(*app, *options, colour_options{}.order);
  return {app, [options] { return run(*options); }};
}

}  // namespace orujo::cli
