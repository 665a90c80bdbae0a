// orujo triangles: how many there are.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/triangles/triangles.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "orujo/algorithms/triangles/verify.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/vertex_output.hpp"
#include "orujo/cli/report/answer_pictures.hpp"
#include "orujo/cli/run/graph_loading.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

constexpr std::array<method_name, 1> triangles_methods{
    {{"degree_ordered", "neighbours of higher degree are looked up among each other's"}}};

/// Counts in how many triangles each vertex is where somebody will see it, else all together.
class triangle_work {
public:
  triangle_work(rank_team& team, const csr_graph& graph, const run_options& options)
      : team_(team), graph_(graph), by_vertex_(options.output || options.report) {}

  /// Call: collective, as the following.
  [[nodiscard]] vertex_triangles count() const {
    if (by_vertex_) { return triangles_by_vertex(team_, graph_); }
    return {triangles(team_, graph_), {}};
  }

  [[nodiscard]] std::vector<triangles_violation> wrong_in(const vertex_triangles& found) const {
    return by_vertex_ ? verify_triangles(team_, graph_, found)
                      : verify_triangles(team_, graph_, found.all);
  }

private:
  rank_team& team_;
  const csr_graph& graph_;
  bool by_vertex_;
};

run_record run_on(rank_team& team, const run_options& options) {
  const loaded_graph loaded = load_graph_of(team, options, {.in_edges = true});
  const csr_graph& graph = loaded.graph;
  run_record record;
  record.graph = loaded.record;
  const rank_counts before = count_rank(team);
  trial_clock clock(team, options, "counting", options.trials);
  const triangle_work work(team, graph, options);
  vertex_triangles found;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    trial_record trial;
    trial.seconds = clock.time([&] { found = work.count(); });
    trial.edges_traversed = graph.facts().num_edges;
    if (options.verify) { add_verdict(trial, work.wrong_in(found)); }
    record.trials.push_back(std::move(trial));
  }
  record.result["triangles"] = found.all.triangles;
  record.work["looks"] = found.all.looks;
  record.work["rows_sent"] = found.all.rows_sent;
  graph.describe(record.card);
  found.all.describe(record.card);
  add_team_facts(record, team, before);
  const auto at = [&](local_vertex v) { return static_cast<std::int64_t>(found.at[v]); };
  if (options.output) {
    write_vertices(team, graph, *options.output,
                   {{{"triangles", column_kind::integer},
                     [&](local_vertex v) { return integer_cell(at(v)); }}});
  }
  answer_page(team, graph, options, record)
      .add_vertices("number of triangles",
                    [&](local_vertex v) { return static_cast<double>(at(v)); });
  return record;
}

exit_code run_triangles(const run_options& options) {
  check_options(options, "triangles");
  static_cast<void>(
      method_index(options.method, triangles_methods));  // wrong names before the graph
  return run_and_print("triangles", options,
                       [&](rank_team& team) { return run_on(team, options); });
}

}  // namespace

command add_triangles_command(CLI::App& parent) {
  auto options = std::make_shared<run_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "triangles",
               .group = "Analyse a graph",
               .help = "How many triangles there are, whatever the directions of edges",
               .example = "  orujo triangles facebook_combined.txt.gz --output triangles.csv"});
  add_algorithm_options(*app, *options, triangles_methods);
  return {app, [options] { return run_triangles(*options); }};
}

}  // namespace orujo::cli
