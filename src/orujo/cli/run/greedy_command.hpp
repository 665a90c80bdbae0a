// Commands that decide vertex by vertex in an order: colour and mis.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/vertex_output.hpp"
#include "orujo/cli/options/greedy_options.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/report/work_figures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

/// Decides as `options` ask, verifies, and writes. `Kind` says what is found: the type `found`, its
/// names for people and JSON, and what can be done with it. Call: collective.
template <typename Kind>
[[nodiscard]] run_record run_greedy(rank_team& team, const run_options& options,
                                    const greedy_choice& choice) {
  const loaded_graph loaded = load_graph_of(team, options, {});
  const csr_graph& graph = loaded.graph;
  const std::uint64_t seed = options.graph.seed;
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  trial_clock clock(team, options, Kind::activity, options.trials);
  typename Kind::found found;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] { found = Kind::find(team, graph, choice, seed); });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) {
      const auto priority = vertex_priorities(team, graph, choice.order, seed);
      add_verdict(trial, Kind::verify(team, graph, found, priority.span()));
    }
    record.trials.push_back(std::move(trial));
  }
  record.result[Kind::figure] = Kind::figure_of(found);
  add_work(record, found.work, std::move(found.history));
  graph.describe(record.card);
  found.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) {
    write_vertices(team, graph, *options.output,
                   {{{Kind::column, column_kind::integer},
                     [&](local_vertex v) { return integer_cell(Kind::value_of(found, v)); }}});
  }
  answer_page(team, graph, options, record).add_vertices(Kind::value_name, [&](local_vertex v) {
    return static_cast<double>(Kind::value_of(found, v));
  });
  return record;
}

/// Adds the command of `Kind`. Edges count both ways.
template <typename Kind>
[[nodiscard]] command add_greedy_command(CLI::App& parent, const command_text& text) {
  auto options = std::make_shared<greedy_options>();
  CLI::App* app = add_subcommand(parent, text);
  add_greedy_options(*app, *options, Kind::default_order);
  return {app, [options] {
            run_options run = options->run;
            check_options(run, Kind::name);
            take_edges_both_ways(run, Kind::name);
            const greedy_choice choice = choice_of(*options);
            return run_and_print(Kind::name, run, [&](rank_team& team) {
              return run_greedy<Kind>(team, run, choice);
            });
          }};
}

}  // namespace orujo::cli
