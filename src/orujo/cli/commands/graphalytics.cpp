// orujo graphalytics: the six algorithms of LDBC Graphalytics on one of its graphs, validated.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"
#include "orujo/base/output_file.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/benchmarks/graphalytics/dataset.hpp"
#include "orujo/benchmarks/graphalytics/jobs.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/cli/run/trial_clock.hpp"
#include "orujo/report/graph_facts_record.hpp"

namespace orujo::cli {

namespace {

struct graphalytics_command_options {
  run_options run;
  std::string path;
  std::string graph;
  std::vector<std::string> algorithms;
};

/// The files of the graph besides that of its edges.
std::vector<named_file> files_of(const graphalytics_dataset& dataset) {
  std::vector<named_file> files{{"DIRECTORY", dataset.properties},
                                {"DIRECTORY", dataset.vertex_file}};
  for (const graphalytics_job& job : dataset.jobs) {
    if (!job.reference.empty()) { files.push_back({"DIRECTORY", job.reference}); }
  }
  return files;
}

/// Leaves only the jobs that were asked for. Throws: usage_error.
void choose_jobs(graphalytics_dataset& dataset, const graphalytics_command_options& options) {
  const std::vector<std::string>& wanted = options.algorithms;
  for (const std::string& name : wanted) {
    const auto is_it = [&](const graphalytics_job& job) { return name_of(job.algorithm) == name; };
    if (std::ranges::any_of(dataset.jobs, is_it)) { continue; }
    std::vector<std::string_view> names;
    for (const graphalytics_job& job : dataset.jobs) { names.push_back(name_of(job.algorithm)); }
    throw usage_error(fmt::format("--algorithm: {} is to run {}, not '{}'{}", dataset.name,
                                  fmt::join(names, ", "), name, suggestion(name, names)));
  }
  if (!wanted.empty()) {
    std::erase_if(dataset.jobs, [&](const graphalytics_job& job) {
      return std::ranges::find(wanted, name_of(job.algorithm)) == wanted.end();
    });
  }
  require(!options.run.output || dataset.jobs.size() == 1,
          "--output takes the values of one algorithm; choose it by --algorithm");
}

struct graphalytics_line {
  std::string_view algorithm;
  trial_record trial;
  double values_per_second;  ///< EVPS: vertices and edges in a second.
  metric_totals counted;     ///< Of all ranks, while it ran.
};

/// Time, messages and bytes of each algorithm, for a page.
void add_pictures(run_record& record, const std::vector<graphalytics_line>& lines) {
  record.phases = {
      .title = "Where the time of the run went",
      .parts = {"read " + duration_text(record.graph->seconds_load),
                "build " + duration_text(record.graph->seconds_build)},
      .rows = {{.name = "", .parts = {record.graph->seconds_load, record.graph->seconds_build}}}};
  step_figures steps{.title = "The algorithms", .step = "algorithm", .figures = {}};
  steps.figures = {
      {"time", "ms", {}}, {"messages", "messages", {}}, {"bytes between ranks", "bytes", {}}};
  for (const graphalytics_line& each : lines) {
    const std::string name(each.algorithm);
    record.phases.parts.push_back(name + " " + duration_text(each.trial.seconds));
    record.phases.rows.front().parts.push_back(each.trial.seconds);
    steps.names.push_back(name);
    steps.figures[0].values.push_back(1000 * each.trial.seconds);
    steps.figures[1].values.push_back(static_cast<double>(each.counted[metric::messages_sent]));
    steps.figures[2].values.push_back(static_cast<double>(each.counted[metric::parcel_bytes_sent]));
  }
  record.steps.push_back(std::move(steps));
}

/// What the table says of an answer.
std::string verdict_of(const trial_record& trial) {
  if (!trial.verified) { return "no reference output"; }
  return *trial.verified ? "right" : "WRONG: " + trial.problem;
}

void add_graphalytics_lines(run_record& record, const std::vector<graphalytics_line>& lines) {
  text_table table;
  table.add({"algorithm", "seconds", "vertices and edges/s", "validation"});
  json all = json::object();
  for (const graphalytics_line& each : lines) {
    table.add({std::string(each.algorithm), fmt::format("{:.4g}", each.trial.seconds),
               number_text(each.values_per_second), verdict_of(each.trial)});
    all[std::string(each.algorithm)] = {
        {"seconds", each.trial.seconds},
        {"evps", each.values_per_second},
        {"validated", each.trial.verified ? json(*each.trial.verified) : json()}};
  }
  record.result["algorithms"] = std::move(all);
  record.report =
      fmt::format("{}\nread in {:.4g} s, built in {:.4g} s\n{}", graph_text(*record.graph),
                  record.graph->seconds_load, record.graph->seconds_build, table.text());
}

void write_answer(rank_team& team, const csr_graph& graph, const graphalytics_answer& answer,
                  const std::string& target) {
  const std::string text = graphalytics_output(team, graph, answer);
  run_agreed(team, [&] {
    if (!is_first(team)) { return; }
    output_file file(target);
    file.write(text);
    file.commit();
  });
}

graphalytics_line run_job(rank_team& team, const csr_graph& graph, const graphalytics_job& job,
                          const graphalytics_command_options& options) {
  const rank_counts before = count_rank(team);
  const graphalytics_answer answer =
      as_trial(team, [&] { return run_graphalytics_job(team, graph, job); });
  const metric_totals counted = gather_counts(team, before).all;
  trial_record trial;
  trial.seconds = answer.seconds;
  if (!job.reference.empty()) {
    trial.problem = compare_with_reference(team, graph, job, answer);
    trial.verified = trial.problem.empty();
  }
  if (options.run.output) { write_answer(team, graph, answer, *options.run.output); }
  const auto size = static_cast<double>(graph.num_vertices() + graph.facts().num_edges);
  const double values_per_second = answer.seconds > 0 ? size / answer.seconds : 0;
  return {name_of(job.algorithm), std::move(trial), values_per_second, counted};
}

run_record run_graphalytics_on(rank_team& team, const graphalytics_dataset& dataset,
                               const graphalytics_command_options& options) {
  const csr_graph graph = load_graphalytics_graph(team, dataset);
  run_record record;
  record.graph = graph_record_of(team, graph);
  const rank_counts before = count_rank(team);
  std::vector<graphalytics_line> lines;
  for (const graphalytics_job& job : dataset.jobs) {
    lines.push_back(run_job(team, graph, job, options));
    record.trials.push_back(lines.back().trial);
  }
  add_graphalytics_lines(record, lines);
  add_pictures(record, lines);
  graph.describe(record.card);
  add_team_facts(record, team, before);
  return record;
}

exit_code run_graphalytics(graphalytics_command_options options) {
  require(!options.path.empty(),
          "graphalytics needs the DIRECTORY of a graph (see orujo graphalytics --help)");
  graphalytics_dataset dataset = read_graphalytics_dataset(options.path, options.graph);
  options.run.method = dataset.name;
  options.run.graph.graph = dataset.edge_file;
  options.run.inputs = files_of(dataset);  // also those of jobs that are not chosen
  choose_jobs(dataset, options);
  return run_and_print("graphalytics", options.run, [&](rank_team& team) {
    return run_graphalytics_on(team, dataset, options);
  });
}

}  // namespace

command add_graphalytics_command(CLI::App& parent) {
  auto options = std::make_shared<graphalytics_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "graphalytics",
               .group = "Benchmarks",
               .help = "The algorithms of LDBC Graphalytics on one of its graphs, validated",
               .example = "  orujo graphalytics graphs/wiki-Talk\n"
                          "  orujo graphalytics graphs --graph kgs --algorithm bfs,pr --json -"});
  app->add_option("DIRECTORY", options->path,
                  "A folder with NAME.properties, or that file; the files it names and reference "
                  "outputs lie beside it or one folder deeper");
  app->add_option("--graph", options->graph, "The graph, where the folder has several")
      ->type_name("NAME");
  app->add_option("--algorithm", options->algorithms,
                  "Some of those that the graph is to run, with commas between")
      ->type_name("bfs|cdlp|lcc|pr|sssp|wcc")
      ->delimiter(',');
  app->add_option("--output", options->run.output,
                  "Write a line 'vertex value' for each vertex to FILE, of one algorithm")
      ->type_name("FILE")
      ->group(result_group);
  add_team_options(*app, options->run.team);
  add_report_options(*app, options->run);
  return {app, [options] { return run_graphalytics(*options); }};
}

}  // namespace orujo::cli
