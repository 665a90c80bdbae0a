// orujo sssp: shortest paths along weighted edges.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "orujo/algorithms/sssp.hpp"
#include "orujo/algorithms/verify/sssp_verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/graph_loading.hpp"
#include "orujo/cli/search_trials.hpp"
#include "orujo/cli/vertex_output.hpp"
#include "orujo/cli/work_figures.hpp"
#include "orujo/graph/generators/open_generator.hpp"

namespace orujo::cli {

namespace {

constexpr std::array<method_name, 6> methods{
    {{"auto", "what suits the graph"},
     {"delta", "Δ-stepping: ranges of distance, one after the other"},
     {"dijkstra", "one distance at a time"},
     {"kla", "so many hops at a time (k-level asynchronous)"},
     {"chaotic", "in no order"},
     {"dc", "Distributed Control: each worker its nearest vertex first, no barrier"}}};

// In the order of `methods`.
constexpr std::array<std::optional<order_kind>, 6> kinds{
    {std::nullopt, order_kind::buckets, order_kind::strict, order_kind::levels,
     order_kind::unordered, order_kind::priority_per_worker}};

struct sssp_command_options {
  run_options run;
  std::optional<std::string> order;
  std::optional<double> delta;
  std::optional<std::uint64_t> levels;
  bool no_reduction = false;
};

/// The order that the options name; empty: to be chosen. Throws: usage_error.
std::optional<work_order> order_of(const sssp_command_options& options) {
  const std::size_t method = method_index(options.run.method, methods);
  require(!options.order || method == 0, "--order says what --method does; give one of them");
  std::optional<work_order> order;
  if (options.order) { order = order_named(*options.order); }
  if (kinds[method]) { order = work_order{.kind = *kinds[method], .width = 0}; }
  if (options.delta) {
    require(std::isfinite(*options.delta) && *options.delta > 0, "--delta is a number above 0");
    order = order.value_or(work_order{.kind = order_kind::buckets, .width = 0});
    require(order->kind == order_kind::buckets && order->width == 0,
            "--delta is the width of buckets, that of --method delta");
    order->width = *options.delta;
  }
  if (options.levels) {
    require(order && order->kind == order_kind::levels && order->width == 0,
            "--levels is the number of levels at a time of --method kla");
    order->width = static_cast<double>(*options.levels);
  }
  return order;
}

bool is_reached(const sssp_distances& found, local_vertex v) {
  return found.whole.empty() ? std::isfinite(found.real[v]) : found.whole[v] != no_distance;
}

json figure_of(double value, bool is_whole) {
  return is_whole ? json(static_cast<std::uint64_t>(value)) : json(value);
}

void add_result(run_record& record, const sssp_distances& found, bool is_whole) {
  record.result["reached"] = found.facts.reached;
  record.result["max_distance"] = figure_of(found.facts.max_distance, is_whole);
  record.result["distance_sum"] = figure_of(found.facts.distance_sum, is_whole);
}

void write_distances(rank_team& team, const csr_graph& graph, const std::string& path,
                     const sssp_distances& found) {
  const bool is_real = graph.facts().weights == weight_kind::real;
  const auto cell_of = [&](local_vertex v) {
    if (is_real) { return real_cell(std::isfinite(found.real[v]) ? found.real[v] : -1); }
    return integer_cell(static_cast<std::int64_t>(found.whole[v]));  // no_distance becomes -1
  };
  write_vertices(team, graph, path,
                 {{{"distance", is_real ? column_kind::real : column_kind::integer}, cell_of}});
}

run_record run_on(rank_team& team, const run_options& options, const sssp_options& wanted) {
  const csr_graph graph = load_graph_of(team, options, {.weights = true});
  sssp_search search(team, graph, wanted);
  run_record record;
  record.graph = graph_record_of(graph);
  const metric_totals before = all_metrics_of(team);
  const sssp_distances* found = nullptr;
  const auto search_from = [&](vertex_id source, trial_clock& clock, trial_record& trial) {
    trial.seconds = clock.time([&] { found = &search.run(source); });
    trial.edges_traversed =
        edges_between_reached(team, graph, [&](local_vertex v) { return is_reached(*found, v); });
    if (options.verify) { add_verdict(trial, verify_sssp(team, graph, source, *found)); }
  };
  record.trials = run_searches(team, graph, options, search_from);
  add_result(record, *found, graph.facts().weights != weight_kind::real);
  add_work(record, search.work(), search.history());
  graph.describe(record.card);
  search.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) { write_distances(team, graph, *options.output, *found); }
  return record;
}

exit_code run(sssp_command_options options) {
  check_options(options.run, "sssp");
  const sssp_options wanted{.order = order_of(options), .reduces = !options.no_reduction};
  if (!options.run.graph.weights && is_generator(options.run.graph.graph)) {
    options.run.graph.weights = "1..255";
  }
  return run_and_print("sssp", options.run,
                       [&](rank_team& team) { return run_on(team, options.run, wanted); });
}

void add_sssp_options(CLI::App& app, sssp_command_options& options) {
  constexpr const char* group = "The work";
  app.add_option("--order", options.order,
                 "In what order, instead of --method: unordered, levels:K, buckets:WIDTH, "
                 "priority_per_worker, priority_per_rank or strict")
      ->type_name("NAME")
      ->group(group);
  app.add_option("--delta", options.delta,
                 "Width of the ranges of Δ-stepping; default: from weights and degrees")
      ->type_name("WIDTH")
      ->group(group);
  app.add_option("--levels", options.levels, "Hops at a time of kla; default: 1")
      ->type_name("K")
      ->check(CLI::PositiveNumber)
      ->group(group);
  app.add_flag("--no-reduction", options.no_reduction,
               "Send distances even if one at least as short was sent before")
      ->group(group);
}

}  // namespace

command add_sssp_command(CLI::App& parent) {
  auto options = std::make_shared<sssp_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "sssp",
               .group = "Analyse a graph",
               .help = "Shortest paths: distances from a source along weighted edges",
               .example = "  orujo sssp roads.gr.xz --source 1 --output distances.csv"});
  add_source_options(*app, options->run);
  add_algorithm_options(*app, options->run, methods);
  add_sssp_options(*app, *options);
  return {app, [options] { return run(*options); }};
}

}  // namespace orujo::cli
