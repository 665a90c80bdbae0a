// orujo graph500: the Graph500 benchmark's breadth-first search, by its rules.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/graph500/graph500.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "orujo/algorithms/bfs/tree_table.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/cli/run/trial_clock.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/tables/table_output.hpp"
#include "orujo/report/answer_pictures.hpp"
#include "orujo/report/vertex_labels.hpp"

namespace orujo::cli {

namespace {

constexpr std::array<method_name, 3> graph500_methods{
    {{"direction_optimizing", "bottom-up while the frontier is large"},
     {"top_down", "the frontier looks for vertices"},
     {"bottom_up", "vertices look for the frontier"}}};

struct graph500_command_options {
  run_options run;
  std::string size;  ///< SCALE, or the generator kron:SCALE[:EDGEFACTOR].
  int scale = 16;
  int edgefactor = 16;
  std::uint64_t roots = 64;
  bool skip_validation = false;
};

graph500_options benchmark_options(const graph500_command_options& options) {
  graph500_options wanted;
  wanted.roots = options.roots;
  wanted.seed = options.run.graph.seed;
  wanted.search.method =
      static_cast<bfs_method>(method_index(options.run.method, graph500_methods));
  if (options.skip_validation) { wanted.validation = graph500_validation::none; }
  return wanted;
}

void add_searches(rank_team& team, const csr_graph& graph, run_record& record,
                  const std::vector<graph500_search>& searches) {
  std::vector<vertex_id> roots;
  for (const graph500_search& search : searches) { roots.push_back(search.root); }
  const std::vector<json> labels = labels_of(team, graph, input_ids_of(team, graph, roots));
  for (std::size_t i = 0; i < searches.size(); ++i) {
    trial_record trial;
    trial.source = labels[i];
    trial.seconds = searches[i].seconds;
    trial.edges_traversed = searches[i].edges;
    trial.verified = searches[i].problem.empty();
    trial.problem = searches[i].problem;
    record.trials.push_back(std::move(trial));
  }
}

void add_result(run_record& record, const graph500_command_options& options,
                const std::vector<graph500_search>& searches) {
  const graph500_statistics teps = teps_statistics(searches);
  record.result["scale"] = options.scale;
  record.result["edgefactor"] = options.edgefactor;
  record.result["roots"] = searches.size();
  record.result["harmonic_mean_teps"] = teps.mean;
  record.result["harmonic_stddev_teps"] = teps.deviation;
  record.result["min_teps"] = teps.minimum;
  record.result["median_teps"] = teps.median;
  record.result["max_teps"] = teps.maximum;
}

run_record run_on(rank_team& team, const graph500_command_options& options) {
  const graph500_options wanted = benchmark_options(options);
  const loaded_graph loaded = load_graph_of(team, options.run, {});
  const csr_graph& graph = loaded.graph;
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  const graph500_run found = as_trial(team, [&] { return run_graph500(team, graph, wanted); });
  const std::vector<graph500_search>& searches = found.searches;
  add_searches(team, graph, record, searches);
  if (options.skip_validation) {
    for (trial_record& trial : record.trials) { trial.verified.reset(); }
  }
  add_result(record, options, searches);
  const graph500_setup setup{.scale = options.scale,
                             .edgefactor = static_cast<double>(options.edgefactor),
                             .generation_seconds = graph.facts().seconds_load,
                             .construction_seconds = graph.facts().seconds_build,
                             .ranks = team.size()};
  for (const std::string& line : graph500_report(setup, searches, wanted.validation)) {
    record.report += line + "\n";
  }
  graph.describe(record.card);
  add_team_facts(record, team, before);
  const result_table tree = tree_table(found.last);
  if (options.run.output) { write_table(team, graph, *options.run.output, tree); }
  if (options.run.report) { add_pictures(team, graph, std::span(&tree, 1), record); }
  return record;
}

int whole_number_of(std::string_view text, const std::string& whole) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  require(problem == std::errc() && end == text.data() + text.size(),
          fmt::format("graph500 takes a SCALE such as 20, or kron:20, not '{}'", whole));
  return value;
}

/// Takes SCALE, and kron:SCALE[:EDGEFACTOR] as in other commands, for what it says.
void read_size(graph500_command_options& options) {
  if (options.size.empty()) { return; }
  std::string_view text = options.size;
  const bool generator = text.starts_with("kron:");
  if (generator) { text.remove_prefix(std::string_view("kron:").size()); }
  const std::size_t colon = generator ? std::min(text.find(':'), text.size()) : text.size();
  options.scale = whole_number_of(text.substr(0, colon), options.size);
  if (colon < text.size()) {
    options.edgefactor = whole_number_of(text.substr(colon + 1), options.size);
  }
}

exit_code run_graph500(graph500_command_options options) {
  read_size(options);
  options.run.graph.graph = fmt::format("kron:{}:{}", options.scale, options.edgefactor);
  options.run.graph.keep_duplicates = true;  // the rules count them
  options.run.graph.keep_loops = true;
  check_options(options.run, "graph500");
  static_cast<void>(benchmark_options(options));
  return run_and_print("graph500", options.run,
                       [&](rank_team& team) { return run_on(team, options); });
}

}  // namespace

command add_graph500_command(CLI::App& parent) {
  auto options = std::make_shared<graph500_command_options>();
  CLI::App* app =
      add_subcommand(parent, {.name = "graph500",
                              .group = "Benchmarks",
                              .help = "The Graph500 benchmark's breadth-first search, by its rules",
                              .example = "  mpirun -n 4 orujo graph500 20 --workers 1"});
  app->add_option("SCALE", options->size, "2^SCALE vertices; kron:SCALE says the same; default: 16")
      ->type_name("");
  app->add_option("EDGEFACTOR", options->edgefactor, "Edges for each vertex")
      ->type_name("")
      ->capture_default_str();
  app->add_option("--roots", options->roots, "Searches, each from another root; the rules say 64")
      ->type_name("N")
      ->check(whole_number(1, std::uint64_t{1} << 32U))
      ->capture_default_str();
  app->add_flag("--skip-validation", options->skip_validation, "Do not validate the searches");
  add_method_option(*app, options->run, graph500_methods);
  add_seed_option(*app, options->run.graph);
  add_output_option(*app, options->run);
  app->get_option("--output")
      ->description(
          "Write depth and parent of each vertex in the last search to FILE.csv, .csv.gz "
          "or .npy");
  add_team_options(*app, options->run.team);
  add_report_options(*app, options->run);
  return {app, [options] { return run_graph500(*options); }};
}

}  // namespace orujo::cli
