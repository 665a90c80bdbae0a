// orujo betweenness: the share of shortest paths that lead through each vertex.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/betweenness.hpp"

#include <array>
#include <memory>

#include "orujo/algorithms/betweenness/verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/source_choice.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/report/vertex_scores.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

// In the order of enum class betweenness_method.
constexpr std::array<method_name, 3> betweenness_methods{
    {{"direction_optimizing", "each step starts where there are fewer edges"},
     {"pull", "levels read their neighbours"},
     {"push", "levels add to their neighbours"}}};

struct betweenness_command_options {
  run_options run;
  bool normalized = false;
  std::uint64_t top = 5;
};

/// What is computed from where.
struct betweenness_work {
  std::vector<vertex_id> sources;
  json named_source;  ///< The only one, where the user names it.
  betweenness_options options;
};

betweenness_work work_of(rank_team& team, const csr_graph& graph,
                         const betweenness_command_options& options) {
  betweenness_work work;
  work.options.method =
      static_cast<betweenness_method>(method_index(options.run.method, betweenness_methods));
  if (options.run.source) {
    work.options.scale = betweenness_scale::dependency;
  } else if (options.normalized) {
    work.options.scale = betweenness_scale::normalized;
  }
  std::vector<vertex_id> candidates = vertices_with_edges(team, graph);
  work.options.candidates = candidates.size();
  if (options.run.source || options.run.sources) {
    for (const chosen_source& each : choose_sources(team, graph, options.run)) {
      work.sources.push_back(each.vertex);
      if (options.run.source) { work.named_source = each.label; }
    }
  } else {
    work.sources = std::move(candidates);
  }
  return work;
}

void add_facts(run_record& record, const betweenness_facts& facts) {
  record.result["sources"] = facts.sources;
  record.result["max_depth"] = facts.max_depth;
  record.work["pushed_levels"] = facts.pushed_levels;
  record.work["pulled_levels"] = facts.pulled_levels;
}

run_record run_on(rank_team& team, const betweenness_command_options& options) {
  const loaded_graph loaded =
      load_graph_of(team, options.run, {.weights = false, .in_edges = true});
  const csr_graph& graph = loaded.graph;
  betweenness_work work = work_of(team, graph, options);
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  trial_clock clock(team, options.run, "adding up", options.run.trials);
  work.options.on_source = [&](std::uint64_t done) {
    clock.note(static_cast<double>(done) / static_cast<double>(work.sources.size()));
  };
  betweenness_scores scores;
  for (std::uint64_t i = 0; i < options.run.trials; ++i) {
    trial_record trial;
    trial.source = work.named_source;
    trial.seconds =
        clock.time([&] { scores = betweenness(team, graph, work.sources, work.options); });
    trial.edges_traversed = scores.facts.edges_reached / (graph.directed() ? 1 : 2);
    if (options.run.verify) {
      add_verdict(trial, verify_betweenness(team, graph,
                                            {scores.score.span(), work.sources, work.options}));
    }
    record.trials.push_back(std::move(trial));
  }
  add_facts(record, scores.facts);
  record.result["top"] = top_vertices(team, graph, scores.score.span(), options.top);
  graph.describe(record.card);
  scores.describe(record.card);
  add_team_facts(record, team, before);
  if (options.run.output) { write_scores(team, graph, *options.run.output, scores.score.span()); }
  answer_page(team, graph, options.run, record).add_vertices("score", [&](local_vertex v) {
    return scores.score[v];
  });
  return record;
}

exit_code run_betweenness(const betweenness_command_options& options) {
  check_options(options.run, "betweenness");
  static_cast<void>(
      method_index(options.run.method, betweenness_methods));  // wrong names before the graph
  return run_and_print("betweenness", options.run,
                       [&](rank_team& team) { return run_on(team, options); });
}

void add_betweenness_options(CLI::App& app, betweenness_command_options& options) {
  add_source_options(app, options.run);
  app.get_option("--source")
      ->description(
          "Only paths that begin at V, by its id in the input; scores are then its dependencies");
  app.get_option("--sources")
      ->description("Estimate from K drawn vertices, from which paths begin; default: all, exact");
  app.add_flag("--normalized", options.normalized,
               "Divide by the number of pairs that a path could join: scores from 0 to 1")
      ->excludes("--source")
      ->group("The work");
  add_top_option(app, options.top);
}

}  // namespace

command add_betweenness_command(CLI::App& parent) {
  auto options = std::make_shared<betweenness_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "betweenness",
               .group = "Analyse a graph",
               .help = "Betweenness: how many shortest paths lead through each vertex",
               .example = "  orujo betweenness roads.gr.xz --sources 64 --output scores.npy"});
  add_algorithm_options(*app, options->run, betweenness_methods);
  add_betweenness_options(*app, *options);
  return {app, [options] { return run_betweenness(*options); }};
}

}  // namespace orujo::cli
