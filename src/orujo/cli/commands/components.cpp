// orujo components: connected components, of a directed graph the weakly connected ones.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components/components.hpp"

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "orujo/algorithms/components/verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/vertex_labels.hpp"
#include "orujo/cli/files/vertex_output.hpp"
#include "orujo/cli/options/order_options.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/report/work_figures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

// In the order of enum class components_method.
constexpr std::array<method_name, 5> components_methods{
    {{"afforest", "trees joined along a few edges of each vertex"},
     {"label_propagation", "vertices tell their neighbours the least id"},
     {"dc", "Distributed Control: the same, each worker the least id first, no barrier"},
     {"shiloach_vishkin", "trees hook to each other and are made flat, in rounds"},
     {"bfs_then_sv", "a search from a vertex of high degree, then shiloach_vishkin"}}};

struct components_command_options {
  run_options run;
  order_options order;
};

/// The options of the algorithm. Throws: usage_error.
components_options wanted_of(const components_command_options& options) {
  components_options wanted;
  wanted.method =
      static_cast<components_method>(method_index(options.run.method, components_methods));
  const bool is_dc = wanted.method == components_method::distributed_control;
  require(is_dc || !options.order.order, "--order is the order of --method dc");
  require(is_told(wanted.method) || !options.order.no_reduction,
          "--no-reduction is of --method dc and label_propagation");
  if (options.order.order) { wanted.order = order_named(*options.order.order); }
  wanted.reduces = !options.order.no_reduction;
  return wanted;
}

void write_labels(rank_team& team, const csr_graph& graph, const std::string& path,
                  const component_labels& labels) {
  const std::vector<table_cell> ids = input_ids_of(team, graph, labels.label.span());
  write_vertices(team, graph, path,
                 {{{"component", column_kind::vertex}, [&](local_vertex v) { return ids[v]; }}});
}

/// Shows how large components are. Call: collective.
void show_sizes(rank_team& team, const csr_graph& graph, const component_labels& labels,
                answer_page page) {
  if (!page.is_wanted()) { return; }
  const auto sizes = sizes_of_components(team, graph, labels.label.span());
  page.add({.things = "components",
            .value = "size",
            .id = "component",
            .count = sizes.size(),
            .value_of = [&](std::uint64_t i) { return static_cast<double>(sizes[i].vertices); },
            .id_of = [&](std::uint64_t i) { return graph.ids().input_id(sizes[i].label); }});
  page.add_degrees();
}

/// What is to be done.
struct components_task {
  const run_options& run;
  components_options wanted;
};

/// Labels components, one trial after the other, with `label()` and verifies them.
/// Call: collective.
template <typename Label>
std::vector<trial_record> run_trials(rank_team& team, const csr_graph& graph,
                                     const run_options& options, Label label) {
  trial_clock clock(team, options, "joining", options.trials);
  std::vector<trial_record> trials;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    const component_labels* labels = nullptr;
    trial.seconds = clock.time([&] { labels = &label(); });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) { add_verdict(trial, verify_components(team, graph, *labels)); }
    trials.push_back(std::move(trial));
  }
  return trials;
}

/// Joins vertices into trees. Call: collective.
component_labels join(rank_team& team, const csr_graph& graph, const components_task& task,
                      run_record& record) {
  component_labels labels;
  record.trials = run_trials(team, graph, task.run, [&]() -> const component_labels& {
    labels = components(team, graph, task.wanted);
    return labels;
  });
  record.work["merge_rounds"] = labels.facts.merge_rounds;
  record.work["skipped_vertices"] = labels.facts.skipped_vertices;
  labels.describe(record.card);
  return labels;
}

/// Has vertices tell each other labels. Call: collective.
component_labels tell(rank_team& team, const csr_graph& graph, const components_task& task,
                      run_record& record) {
  component_search search(team, graph, task.wanted);
  record.trials =
      run_trials(team, graph, task.run, [&]() -> const component_labels& { return search.run(); });
  add_work(record, search.work(), search.history());
  search.describe(record.card);
  return std::move(search).take_labels();
}

run_record run_on(rank_team& team, const components_task& task) {
  const bool tells = is_told(task.wanted.method);
  const bool looks_back = tells || task.wanted.method == components_method::bfs_then_sv;
  const loaded_graph loaded =
      load_graph_of(team, task.run, {.in_edges = looks_back || task.run.verify});
  const csr_graph& graph = loaded.graph;
  run_record record;
  record.graph = loaded.record;
  graph.describe(record.card);
  const rank_counts before = count_rank(team);
  const component_labels labels =
      tells ? tell(team, graph, task, record) : join(team, graph, task, record);
  const component_sizes sizes = measure_components(team, graph, labels.label.span());
  record.result["components"] = labels.facts.components;
  record.result["largest"] = sizes.largest;
  add_team_facts(record, team, before);
  if (task.run.output) { write_labels(team, graph, *task.run.output, labels); }
  show_sizes(team, graph, labels, {team, graph, task.run, record});
  return record;
}

exit_code run_components(const components_command_options& options) {
  check_options(options.run, "components");
  const components_task task{options.run, wanted_of(options)};
  return run_and_print("components", options.run,
                       [&](rank_team& team) { return run_on(team, task); });
}

}  // namespace

command add_components_command(CLI::App& parent) {
  auto options = std::make_shared<components_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "components",
               .group = "Analyse a graph",
               .help = "Connected components; of a directed graph the weakly connected ones",
               .example = "  orujo components as20graph.txt.xz --output components.csv"});
  add_algorithm_options(*app, options->run, components_methods);
  add_order_option(*app, options->order.order, "In what order, with --method dc");
  add_reduction_option(*app, options->order);
  return {app, [options] { return run_components(*options); }};
}

}  // namespace orujo::cli
