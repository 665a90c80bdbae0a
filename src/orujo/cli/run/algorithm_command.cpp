// Runs what an entry of the catalogue declares: trials, verdicts, figures, files, pictures.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/algorithm_command.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/cli/options/entry_options.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/cli/options/source_choice.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/tables/table_output.hpp"
#include "orujo/report/answer_pictures.hpp"
#include "orujo/report/answer_record.hpp"

namespace orujo::cli {

namespace {

/// What the command line said.
struct algorithm_request {
  run_options run;
  entry_options declared;
  std::uint64_t top = usual_top;
};

/// What is to be run, and over what.
struct algorithm_task {
  const algorithm_entry& entry;
  const run_options& options;
  const csr_graph& graph;
  algorithm_run& run;
};

trial_record trial_from(const algorithm_task& task, const run_start& from, trial_clock& clock) {
  trial_record trial;
  trial.seconds = clock.time([&] { task.run.run(from); });
  trial.edges_traversed = task.run.edges_traversed();
  if (task.options.verify) {
    trial.problem = task.run.problem();
    trial.verified = trial.problem.empty();
  }
  return trial;
}

/// A run for each source. Call: collective.
std::vector<trial_record> run_searches(rank_team& team, const algorithm_task& task) {
  const std::vector<chosen_source> sources =
      choose_sources(team, task.graph, task.options, source_use::run_each);
  const std::uint64_t times = task.options.trials;
  trial_clock clock(team, task.options, task.entry.activity, sources.size() * times);
  std::vector<trial_record> trials;
  for (const chosen_source& source : sources) {
    for (std::uint64_t i = 0; i < times; ++i) {
      trials.push_back(trial_from(
          task,
          {.sources = std::span(&source.vertex, 1), .is_named = task.options.source.has_value()},
          clock));
      trials.back().source = source.label;
    }
  }
  return trials;
}

/// Runs about the whole graph, or about all of several sources. Call: collective.
std::vector<trial_record> run_whole(rank_team& team, const algorithm_task& task) {
  const bool is_named = task.options.source.has_value();
  std::vector<vertex_id> sources;
  json label;
  if (is_named || task.options.sources) {
    for (const chosen_source& each :
         choose_sources(team, task.graph, task.options, source_use::run_once)) {
      sources.push_back(each.vertex);
      if (is_named) { label = each.label; }
    }
  }
  trial_clock clock(team, task.options, task.entry.activity, task.options.trials);
  std::vector<trial_record> trials;
  for (std::uint64_t i = 0; i < task.options.trials; ++i) {
    trials.push_back(trial_from(task,
                                {.sources = sources,
                                 .is_named = is_named,
                                 .on_progress = [&](double share) { clock.note(share); }},
                                clock));
    trials.back().source = label;
  }
  return trials;
}

run_record run_entry(rank_team& team, const algorithm_entry& entry,
                     const algorithm_request& request, const algorithm_choices& choices) {
  const run_options& options = request.run;
  const loaded_graph loaded = load_graph_of(team, options, entry.needs(choices));
  const csr_graph& graph = loaded.graph;
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  const std::unique_ptr<algorithm_run> run = entry.prepare(team, graph, choices);
  const algorithm_task task{entry, options, graph, *run};
  record.trials =
      entry.start == start_kind::each_source ? run_searches(team, task) : run_whole(team, task);
  algorithm_answer answer = run->answer();
  note_unused_weights(entry, choices, answer);
  add_answer(team, graph, answer, record);
  if (auto top = top_of(team, graph, answer.table, {entry.scored, request.top})) {
    record.result["top"] = std::move(*top);
  }
  graph.describe(record.card);
  run->describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) { write_table(team, graph, *options.output, answer.table); }
  if (options.report) {
    answer.further.insert(answer.further.begin(), std::move(answer.table));
    add_pictures(team, graph, answer.further, record);
  }
  return record;
}

/// What the entry asks of the graph, whatever it is.
void prepare_graph_options(run_options& run, const algorithm_entry& entry) {
  graph_options& options = run.graph;
  const std::size_t method = method_index(run.method, method_names_of(entry));
  const taken_edges edges = entry.methods[method].edges.value_or(entry.edges);
  if (edges == taken_edges::both_ways) {
    require(!options.directed,
            fmt::format("{} takes edges both ways; leave out --directed", entry.name));
    options.undirected = true;
  }
  if (edges == taken_edges::one_way) {
    require(!options.undirected,
            fmt::format("{} takes edges one way; leave out --undirected", entry.name));
    options.directed = true;
  }
  // Edges of generated graphs get weights from 1 to 255, unless options say otherwise.
  if (entry.draws_weights && !options.weights && is_generator(options.graph)) {
    options.weights = "1..255";
  }
}

exit_code run_request(const algorithm_entry& entry, const algorithm_request& given) {
  check_options(given.run, entry.name);
  const algorithm_choices choices{
      .method = method_index(given.run.method, method_names_of(entry)),
      .options = given.declared.values(),
      .seed = given.run.graph.seed,
      .weights_chosen = given.run.graph.weights && *given.run.graph.weights != "none",
      .verifies = given.run.verify,
      .shows_vertices = given.run.output || given.run.report,
      .shows_pictures = given.run.report.has_value()};
  entry.check(choices);
  return run_and_print(entry.name.c_str(), given.run,
                       [&](rank_team& team) { return run_entry(team, entry, given, choices); });
}

void add_start_options(CLI::App& app, const algorithm_entry& entry, run_options& options) {
  if (entry.start == start_kind::nowhere) { return; }
  add_source_options(app, options);
  if (!entry.source_help.empty()) { app.get_option("--source")->description(entry.source_help); }
  if (!entry.sources_help.empty()) { app.get_option("--sources")->description(entry.sources_help); }
}

}  // namespace

command add_algorithm_command(CLI::App& parent, const algorithm_entry& entry) {
  const auto request = std::make_shared<algorithm_request>();
  const std::string example = "  " + entry.example;
  CLI::App* app = add_subcommand(parent, {.name = entry.name.c_str(),
                                          .group = "Analyse a graph",
                                          .help = entry.help.c_str(),
                                          .example = example.c_str()});
  add_start_options(*app, entry, request->run);
  add_algorithm_options(*app, request->run, method_names_of(entry));
  if (!entry.rows.empty()) {
    app->get_option("--output")
        ->description(fmt::format("Write one row per {} to FILE.csv, .csv.gz, .npy or .parquet, or "
                                  "as CSV to stdout with -",
                                  entry.rows));
  }
  request->declared.add_to(*app, entry.options);
  if (!entry.scored.empty()) { add_top_option(*app, request->top); }
  return {app, [request, &entry] {
            prepare_graph_options(request->run, entry);
            request->run.inputs = request->declared.inputs(entry.options);
            request->run.outputs = request->declared.outputs(entry.options);
            return run_request(entry, *request);
          }};
}

}  // namespace orujo::cli
