// orujo bfs: breadth-first search.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/bfs/bfs.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "orujo/algorithms/bfs/verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/tree_output.hpp"
#include "orujo/cli/options/order_options.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/report/work_figures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/search_trials.hpp"

namespace orujo::cli {

namespace {

// In the order of enum class bfs_method.
constexpr std::array<method_name, 4> bfs_methods{
    {{"direction_optimizing", "bottom-up while the frontier is large"},
     {"top_down", "the frontier looks for vertices"},
     {"bottom_up", "vertices look for the frontier"},
     {"dc", "Distributed Control: each worker its nearest vertex first, no levels"}}};

struct bfs_command_options {
  run_options run;
  std::optional<std::string> order;
};

/// The options of the algorithm. Throws: usage_error.
bfs_options wanted_of(const bfs_command_options& options) {
  bfs_options wanted;
  wanted.method = static_cast<bfs_method>(method_index(options.run.method, bfs_methods));
  require(!options.order || wanted.method == bfs_method::distributed_control,
          "--order is the order of --method dc");
  if (options.order) { wanted.order = order_named(*options.order); }
  return wanted;
}

void add_result(run_record& record, const bfs_facts& facts) {
  record.result["reached"] = facts.reached;
  record.result["max_depth"] = facts.max_depth;
  record.result["depth_sum"] = facts.depth_sum;
}

/// Call: collective.
void add_work_of(run_record& record, const bfs_search& search, const bfs_facts& facts) {
  if (facts.top_down_levels + facts.bottom_up_levels == 0) {
    return add_work(record, search.work(), search.history());
  }
  record.work["top_down_levels"] = facts.top_down_levels;
  record.work["bottom_up_levels"] = facts.bottom_up_levels;
}

run_record run_on(rank_team& team, const run_options& options, const bfs_options& wanted) {
  const bool has_levels = wanted.method != bfs_method::distributed_control;
  const loaded_graph loaded =
      load_graph_of(team, options, {.weights = false, .in_edges = has_levels});
  const csr_graph& graph = loaded.graph;
  bfs_search search(team, graph, wanted);
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  const bfs_tree* tree = nullptr;
  const auto search_from = [&](vertex_id source, trial_clock& clock, trial_record& trial) {
    trial.seconds = clock.time([&] { tree = &search.run(source); });
    trial.edges_traversed = edges_between_reached(
        team, graph, [&](local_vertex v) { return tree->parent[v] != no_vertex; });
    if (options.verify) { add_verdict(trial, verify_bfs(team, graph, source, *tree)); }
  };
  record.trials = run_searches(team, graph, options, search_from);
  add_result(record, tree->facts);
  add_work_of(record, search, tree->facts);
  graph.describe(record.card);
  search.describe(record.card);
  add_team_facts(record, team, before);
  if (options.output) { write_tree(team, graph, *options.output, *tree); }
  show_tree(answer_page(team, graph, options, record), *tree);
  return record;
}

exit_code run_bfs(const bfs_command_options& options) {
  check_options(options.run, "bfs");
  const bfs_options wanted = wanted_of(options);
  return run_and_print("bfs", options.run,
                       [&](rank_team& team) { return run_on(team, options.run, wanted); });
}

}  // namespace

command add_bfs_command(CLI::App& parent) {
  auto options = std::make_shared<bfs_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "bfs",
               .group = "Analyse a graph",
               .help = "Breadth-first search: hops from a source, and a tree of shortest paths",
               .example = "  orujo bfs roads.gr.xz --source 1 --output depths.csv"});
  add_source_options(*app, options->run);
  add_algorithm_options(*app, options->run, bfs_methods);
  add_order_option(*app, options->order, "In what order, with --method dc");
  return {app, [options] { return run_bfs(*options); }};
}

}  // namespace orujo::cli
