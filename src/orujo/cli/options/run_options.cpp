// Declares and checks the shared options.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/run_options.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/options/setting_options.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/graph/tables/table_output.hpp"

namespace orujo::cli {

namespace {

/// Throws: as check_table_name().
void check_output_name(std::string_view path) {
  try {
    check_table_name(path);
  } catch (const usage_error& problem) {
    throw usage_error(fmt::format("--output: {}", problem.what()));
  }
}

CLI::Validator at_least_one() { return whole_number(1, std::uint64_t{1} << 32U); }

}  // namespace

void add_team_options(CLI::App& app, team_options& options) {
  app.add_option("--ranks", options.ranks, "Ranks in this process; under mpirun, its processes")
      ->type_name("P")
      ->check(whole_number(1, 4096))
      ->group(team_group);
  app.add_option("--workers", options.workers, "Workers of each rank; default: the host's cores")
      ->type_name("W")
      ->check(whole_number(1, 1024))
      ->group(team_group);
  app.add_option("--transport", options.transport,
                 "local, sim:latency=20us,…, virtual:hdr or mpi; default: mpi under a launcher, "
                 "else local")
      ->type_name("local|sim|virtual|mpi")
      ->group(team_group);
  add_set_option(app, options.set);
  app.get_option("--set")->group(team_group);
}

void add_graph_options(CLI::App& app, graph_options& options) {
  app.add_option("GRAPH", options.graph,
                 "A file, - for standard input, or a generator such as kron:16")
      ->type_name("");
  auto* directed = app.add_flag("--directed", options.directed, "Edges are one-way");
  auto* undirected = app.add_flag("--undirected", options.undirected, "Edges go both ways");
  directed->excludes(undirected)->group(graph_group);
  undirected->group(graph_group);
  app.add_option("--weights", options.weights,
                 "Those of the file, the same as real numbers, none, or whole numbers drawn from "
                 "LOW..HIGH")
      ->type_name("file|real|none|LOW..HIGH")
      ->group(graph_group);
  app.add_option("--format", options.format,
                 fmt::format("Read the file as this, whatever its content looks like: {}",
                             fmt::join(all_format_names(), ", ")))
      ->type_name("NAME")
      ->group(graph_group);
  app.add_option("--columns", options.columns,
                 "Which columns of an edge list to read, by name or by number from 1: "
                 "source=NAME|N,target=NAME|N,weight=NAME|N, and vertex=NAME|N of --vertices; of "
                 "GraphML, GEXF and GML the weight")
      ->type_name("ROLE=COLUMN,…")
      ->group(graph_group);
  app.add_option("--vertices", options.vertices,
                 "A file that lists all vertices of an edge list, one on each line, with edges or "
                 "without")
      ->type_name("FILE")
      ->group(graph_group);
  app.add_option(
         "--ids", options.ids,
         "Whether an edge list calls its vertices by numbers or by names, and whether GraphML, "
         "GEXF, GML and Pajek by their labels; default: as the file's beginning looks")
      ->type_name("numbers|names|labels")
      ->check(CLI::IsMember({"numbers", "names", "labels"}))
      ->group(graph_group);
  add_seed_option(app, options);
}

void add_keep_options(CLI::App& app, graph_options& options) {
  app.add_flag("--keep-duplicates", options.keep_duplicates, "Keep parallel edges")
      ->group(graph_group);
  app.add_flag("--keep-loops", options.keep_loops, "Keep edges from a vertex to itself")
      ->group(graph_group);
}

void add_seed_option(CLI::App& app, graph_options& options) {
  app.add_option("--seed", options.seed, "Seed of everything that is drawn")
      ->type_name("S")
      ->check(whole_number())
      ->capture_default_str()
      ->group(work_group);
}

void add_source_options(CLI::App& app, run_options& options) {
  auto* one = app.add_option("--source", options.source,
                             "The vertex to start from, by its id or name in the input; default: "
                             "drawn")
                  ->type_name("V")
                  ->group(work_group);
  app.add_option("--sources", options.sources, "Run from K drawn vertices, one after another")
      ->type_name("K")
      ->check(at_least_one())
      ->excludes(one)
      ->group(work_group);
}

void add_method_option(CLI::App& app, run_options& options, std::span<const method_name> methods) {
  std::string help;
  for (const method_name& method : methods) {
    help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", method.name, method.help);
  }
  options.method = methods.front().name;
  app.add_option("--method", options.method, help)
      ->type_name("NAME")
      ->capture_default_str()
      ->group(work_group);
}

void add_trials_option(CLI::App& app, run_options& options) {
  app.add_option("--trials", options.trials, "Run N times; the table shows the median")
      ->type_name("N")
      ->check(at_least_one())
      ->capture_default_str()
      ->group(work_group);
}

void add_verify_option(CLI::App& app, run_options& options) {
  app.add_flag("--verify", options.verify, "Check every answer; exit code 1 if one is wrong")
      ->group(work_group);
}

void add_output_option(CLI::App& app, run_options& options) {
  app.add_option("--output", options.output,
                 "Write one row per vertex to FILE.csv, .csv.gz, .npy or .parquet, or as CSV to "
                 "stdout with -")
      ->type_name("FILE")
      ->group(result_group);
}

void add_top_option(CLI::App& app, std::uint64_t& count) {
  app.add_option("--top", count, "Name so many vertices of highest score")
      ->type_name("K")
      ->check(whole_number())
      ->capture_default_str()
      ->group(result_group);
}

void add_report_options(CLI::App& app, run_options& options) {
  add_json_option(app, options.json_target);
  app.get_option("--json")->group(result_group);
  app.add_flag("--report-card", options.report_card,
               "Print every choice that was in force, with its numbers")
      ->group(result_group);
  app.add_option("--report", options.report,
                 "Write a page to look at: the run, its work over time, metrics and report card")
      ->type_name("FILE.html")
      ->group(result_group);
  app.add_option("--trace", options.trace,
                 "Write what each worker did when, for ui.perfetto.dev (.pftrace or .json) and "
                 "speedscope (.json)")
      ->type_name("FILE.pftrace|.json")
      ->group(result_group);
  add_quiet_option(app, options);
}

void add_quiet_option(CLI::App& app, run_options& options) {
  app.add_flag("--quiet", options.quiet, "Print neither progress nor remarks")->group(result_group);
}

void add_algorithm_options(CLI::App& app, run_options& options,
                           std::span<const method_name> methods) {
  add_graph_options(app, options.graph);
  add_method_option(app, options, methods);
  add_trials_option(app, options);
  add_verify_option(app, options);
  add_team_options(app, options.team);
  add_output_option(app, options);
  add_report_options(app, options);
}

edge_direction direction_of(const graph_options& options) {
  if (options.directed) { return edge_direction::directed; }
  return options.undirected ? edge_direction::undirected : edge_direction::as_input_says;
}

std::size_t method_index(std::string_view chosen, std::span<const method_name> methods) {
  if (chosen.empty()) { return 0; }
  std::vector<std::string_view> names;
  for (const method_name& method : methods) { names.push_back(method.name); }
  const auto at = std::find(names.begin(), names.end(), chosen);
  if (at == names.end()) {
    throw usage_error(fmt::format("--method is one of {}, not '{}'{}", fmt::join(names, ", "),
                                  chosen, suggestion(chosen, names)));
  }
  return static_cast<std::size_t>(at - names.begin());
}

void check_options(const run_options& options, std::string_view command) {
  if (options.graph.graph.empty()) {
    throw usage_error(fmt::format(
        "{} needs a GRAPH: a file, or a generator such as kron:16 (see orujo {} --help)", command,
        command));
  }
  if (options.output) { check_output_name(*options.output); }
  check_graph_options(options.graph);
}

}  // namespace orujo::cli
