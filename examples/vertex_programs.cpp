// Six vertex programs of a few lines, one in an order of work, too; FOLDER gets a page of one.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "orujo/algorithms/clustering/clustering.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/vertex_centric/ordered_vertex_engine.hpp"
#include "orujo/frameworks/vertex_centric/vertex_engine.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/report/html_report.hpp"
#include "orujo/report/vertex_run_record.hpp"
#include "orujo/runtime/launch.hpp"
#include "vertex_programs/breadth_first.hpp"
#include "vertex_programs/connected_components.hpp"
#include "vertex_programs/label_propagation.hpp"
#include "vertex_programs/local_clustering.hpp"
#include "vertex_programs/page_rank.hpp"
#include "vertex_programs/shortest_paths.hpp"

namespace {

void say(orujo::rank_team& team, std::string_view name, const orujo::vertex_run& run,
         double result) {
  std::uint64_t messages = 0;
  for (const orujo::iteration_facts& each : run.iterations) { messages += each.messages; }
  if (orujo::index_of(team.rank()) != 0) { return; }
  orujo::print_out(fmt::format("{:22} {:4} iterations, {:7} values between ranks: {}\n", name,
                               run.iterations.size(), messages, result));
}

/// The sum of `value_of(state)` over the states of all ranks.
template <typename Engine, typename ValueOf>
double sum_of(orujo::rank_team& team, const Engine& engine, ValueOf value_of) {
  double sum = 0;
  for (const auto& state : engine.states()) { sum += value_of(state); }
  return orujo::all_sum(team, sum);
}

double sum_of_distances(orujo::rank_team& team, std::span<const std::uint32_t> states) {
  std::uint64_t sum = 0;
  for (const std::uint32_t each : states) { sum += each; }
  return static_cast<double>(orujo::all_sum(team, sum));
}

void find_paths(orujo::rank_team& team, const orujo::csr_graph& graph) {
  orujo::vertex_engine rounds(team, graph, shortest_paths{0});
  const orujo::vertex_run& run = rounds.run();
  const double sum = sum_of_distances(team, rounds.states());
  say(team, "shortest paths", run, sum);
  orujo::ordered_vertex_engine ordered(team, graph, shortest_paths{0},
                                       {.order = {orujo::order_kind::buckets, 64}});
  ordered.run();
  orujo::require(sum_of_distances(team, ordered.states()) == sum,
                 "the order changed the distances");

  orujo::vertex_engine search(team, graph, breadth_first{0});
  const orujo::vertex_run& levels = search.run();
  const double reached =
      sum_of(team, search, [](orujo::vertex_id parent) { return parent != orujo::no_vertex; });
  say(team, "breadth-first search", levels, reached);
}

void find_groups(orujo::rank_team& team, const orujo::csr_graph& graph) {
  orujo::vertex_engine components(team, graph, connected_components{});
  const orujo::vertex_run& joined = components.run();
  say(team, "components", joined,
      sum_of(team, components, [](std::uint32_t least) { return least == 0; }));

  orujo::gathering_engine labels(team, graph, label_propagation{});
  const orujo::vertex_run& rounds = labels.run({.max_iterations = 10});
  say(team, "label propagation", rounds,
      sum_of(team, labels, [](orujo::vertex_id label) { return label < 100; }));

  orujo::gathering_engine clustering(team, graph, local_clustering{});
  const orujo::vertex_run& looked = clustering.run();
  const double average = sum_of(team, clustering, [](double share) { return share; }) / 2000;
  say(team, "local clustering", looked, average);
  orujo::require(std::abs(average - orujo::clustering(team, graph).facts.average) < 1e-9,
                 "the program and the algorithm find the same");
}

/// Writes a page for a browser into `folder`, if there is one: what each iteration did.
void show(orujo::rank_team& team, const orujo::csr_graph& graph, const orujo::vertex_run& run,
          const std::string& folder) {
  if (folder.empty()) { return; }
  const orujo::run_record record =
      orujo::record_of(team, graph, {.run = run, .program = "page_rank"});
  if (orujo::index_of(team.rank()) == 0) {
    orujo::write_report(record, folder + "/page_rank.html");
  }
}

void run_all(orujo::rank_team& team, const std::string& folder) {
  orujo::load_options weights;
  weights.build.weights = {.from = orujo::weight_origin::random, .low = 1, .high = 1000};
  const orujo::csr_graph graph = orujo::load_graph(team, "smallworld:2000:6:0.1", weights);
  orujo::vertex_engine ranks(team, graph, page_rank{.threshold = 1e-6});
  const orujo::vertex_run& run = ranks.run();
  const double sum = sum_of(team, ranks, [](const page_rank::state& mine) { return mine.rank; });
  say(team, "PageRank", run, sum);
  orujo::require(std::abs(sum - 2000) < 1, "ranks add up to the number of vertices");
  show(team, graph, run, folder);
  find_paths(team, graph);
  find_groups(team, graph);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "";
  orujo::launch_options options;
  options.ranks = 2;
  options.workers = 2;
  orujo::run_team(options, [&](orujo::rank_team& team) { run_all(team, folder); });
  return 0;
}
