// Commands that search from a source on the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/vertex_output.hpp"
#include "orujo/cli/options/order_options.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/report/weight_figures.hpp"
#include "orujo/cli/report/work_figures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/search_trials.hpp"

namespace orujo::cli {

struct label_search_options {
  run_options run;
  order_options order;
};

/// Searches as `options` ask, verifies, and writes. `Kind` says what a search is: the types
/// `search` and `search_options`, its name, what parallel edges mean to it, and what can be done
/// with what it found. Call: collective.
template <typename Kind>
[[nodiscard]] run_record run_label_search(rank_team& team, const run_options& options,
                                          const typename Kind::search_options& wanted) {
  const loaded_graph loaded =
      load_graph_of(team, options, {.weights = true, .parallel = Kind::parallel});
  const csr_graph& graph = loaded.graph;
  typename Kind::search search(team, graph, wanted);
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  const typename Kind::found* found = nullptr;
  const auto search_from = [&](vertex_id source, trial_clock& clock, trial_record& trial) {
    trial.seconds = clock.time([&] { found = &search.run(source); });
    trial.edges_traversed = edges_between_reached(
        team, graph, [&](local_vertex v) { return Kind::is_reached(*found, v); });
    if (options.verify) { add_verdict(trial, Kind::verify(team, graph, source, *found)); }
  };
  record.trials = run_searches(team, graph, options, search_from);
  Kind::add_result(record, graph, *found);
  add_work(record, search.work(), search.history());
  graph.describe(record.card);
  search.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) {
    write_vertices(team, graph, *options.output, {Kind::column(graph, *found)});
  }
  answer_page(team, graph, options, record)
      .add_vertices(Kind::column(graph, *found).column.name,
                    [&](local_vertex v) { return Kind::value(*found, v); });
  return record;
}

/// Adds the command of `Kind`. Edges of generated graphs get weights from 1 to 255.
template <typename Kind>
[[nodiscard]] command add_label_search_command(CLI::App& parent, const command_text& text) {
  auto options = std::make_shared<label_search_options>();
  CLI::App* app = add_subcommand(parent, text);
  add_source_options(*app, options->run);
  add_algorithm_options(*app, options->run, order_methods);
  add_order_options(*app, options->order);
  return {app, [options] {
            run_options run = options->run;
            check_options(run, Kind::name);
            const typename Kind::search_options wanted{
                .order = order_of(run.method, options->order),
                .reduces = !options->order.no_reduction};
            draw_missing_weights(run.graph);
            return run_and_print(Kind::name, run, [&](rank_team& team) {
              return run_label_search<Kind>(team, run, wanted);
            });
          }};
}

}  // namespace orujo::cli
