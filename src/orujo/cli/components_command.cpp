// orujo components: connected components, of a directed graph the weakly connected ones.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>

#include "orujo/algorithms/components.hpp"
#include "orujo/algorithms/verify/components_verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/graph_loading.hpp"
#include "orujo/cli/trial_clock.hpp"
#include "orujo/cli/vertex_output.hpp"

namespace orujo::cli {

namespace {

// In the order of enum class components_method.
constexpr std::array<method_name, 2> methods{
    {{"afforest", "trees joined along a few edges of each vertex"},
     {"label_propagation", "vertices tell their neighbours the least id"}}};

void write_labels(rank_team& team, const csr_graph& graph, const std::string& path,
                  const component_labels& labels) {
  const std::vector<table_cell> ids = input_ids_of(team, graph, labels.label.span());
  write_vertices(team, graph, path,
                 {{{"component", column_kind::vertex}, [&](local_vertex v) { return ids[v]; }}});
}

run_record run_on(rank_team& team, const run_options& options, components_method method) {
  const bool in_edges = options.verify || method == components_method::label_propagation;
  const csr_graph graph = load_graph_of(team, options, {.in_edges = in_edges});
  components_options wanted;
  wanted.method = method;
  run_record record;
  record.graph = graph_record_of(graph);
  const metric_totals before = all_metrics_of(team);
  trial_clock clock(team, options, "joining", options.trials);
  component_labels labels;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] { labels = components(team, graph, wanted); });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) { add_verdict(trial, verify_components(team, graph, labels)); }
    record.trials.push_back(std::move(trial));
  }
  const component_sizes sizes = measure_components(team, graph, labels.label.span());
  record.result["components"] = labels.facts.components;
  record.result["largest"] = sizes.largest;
  record.work["merge_rounds"] = labels.facts.merge_rounds;
  record.work["skipped_vertices"] = labels.facts.skipped_vertices;
  graph.describe(record.card);
  labels.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) { write_labels(team, graph, *options.output, labels); }
  return record;
}

exit_code run(const run_options& options) {
  check_options(options, "components");
  const auto method = static_cast<components_method>(method_index(options.method, methods));
  return run_and_print("components", options,
                       [&](rank_team& team) { return run_on(team, options, method); });
}

}  // namespace

command add_components_command(CLI::App& parent) {
  auto options = std::make_shared<run_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "components",
               .group = "Analyse a graph",
               .help = "Connected components; of a directed graph the weakly connected ones",
               .example = "  orujo components as20graph.txt.xz --output components.csv"});
  add_algorithm_options(*app, *options, methods);
  return {app, [options] { return run(*options); }};
}

}  // namespace orujo::cli
