// Times breadth-first searches of one graph; prints one JSON line. See README.md in this folder.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/bfs.hpp"
#include "orujo/algorithms/graph500.hpp"
#include "orujo/algorithms/verify/bfs_verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;

struct bench_options {
  launch_options team;
  std::string graph = "kron:16";
  std::string method = "direction_optimizing";
  std::vector<vertex_id> sources;  ///< Empty: 8 drawn ones.
  int trials = 5;
  bfs_options search;
};

bfs_method method_named(std::string_view name) {
  if (name == "direction_optimizing") { return bfs_method::direction_optimizing; }
  if (name == "top_down") { return bfs_method::top_down; }
  require(name == "bottom_up", "method is direction_optimizing, top_down or bottom_up");
  return bfs_method::bottom_up;
}

std::vector<vertex_id> numbers_in(std::string_view list) {
  std::vector<vertex_id> numbers;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    numbers.push_back(std::stoull(std::string(list.substr(0, end))));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return numbers;
}

void assign(bench_options& options, const std::string& name, const std::string& value) {
  if (name == "ranks") {
    options.team.ranks = std::stoi(value);
  } else if (name == "workers") {
    options.team.workers = std::stoi(value);
  } else if (name == "transport") {
    options.team.transport = value;
  } else if (name == "graph") {
    options.graph = value;
  } else if (name == "method") {
    options.method = value;
    options.search.method = method_named(value);
  } else if (name == "sources") {
    options.sources = numbers_in(value);
  } else if (name == "trials") {
    options.trials = std::stoi(value);
  } else if (name == "depths") {
    options.search.result =
        value == "no" ? bfs_result::parents_only : bfs_result::parents_and_depths;
  } else {
    options.team.values.assign(name, value, setting_source::option);
  }
}

/// Reads "name=value" arguments: those of assign(), and any runtime setting.
bench_options parse(int count, char** arguments) {
  bench_options options;
  for (int i = 1; i < count; ++i) {
    const std::string text = arguments[i];
    const std::size_t equals = text.find('=');
    require(equals != std::string::npos, "arguments are of the form name=value");
    assign(options, text.substr(0, equals), text.substr(equals + 1));
  }
  return options;
}

/// Seconds of one search, from when all ranks were ready until all were done.
double seconds_of(rank_team& team, bfs_search& search, vertex_id source) {
  barrier(team);
  const auto start = std::chrono::steady_clock::now();
  search.run(source);
  barrier(team);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Searches once from each source, to warm up and to check the answers.
void check(rank_team& team, const csr_graph& graph, const std::vector<vertex_id>& sources) {
  bfs_search search(team, graph);
  for (const vertex_id source : sources) {
    const auto violations = verify_bfs(team, graph, source, search.run(source));
    if (!violations.empty()) { throw transport_error(violations.front().text()); }
  }
}

std::vector<vertex_id> draw_sources(rank_team& team, const csr_graph& graph) {
  std::vector<vertex_id> sources;
  const graph500_options options = {.roots = 8, .validation = graph500_validation::none};
  for (const auto& each : run_graph500(team, graph, options)) { sources.push_back(each.root); }
  return sources;
}

void run_on(rank_team& team, const bench_options& options) {
  load_options loading;
  loading.build.directed = false;
  const csr_graph graph = load_graph(team, options.graph, loading);
  const auto sources = options.sources.empty() ? draw_sources(team, graph) : options.sources;
  check(team, graph, sources);
  bfs_search search(team, graph, options.search);
  std::vector<double> seconds;
  double sum_of_minima = 0;
  for (const vertex_id source : sources) {
    std::vector<double> of_source;
    for (int i = 0; i < options.trials; ++i) {
      of_source.push_back(seconds_of(team, search, source));
    }
    sum_of_minima += *std::min_element(of_source.begin(), of_source.end());
    seconds.insert(seconds.end(), of_source.begin(), of_source.end());
  }
  std::sort(seconds.begin(), seconds.end());
  if (index_of(team.rank()) != 0) { return; }
  print_out(fmt::format(
      R"({{"name":"orujo","graph":"{}","method":"{}","transport":"{}","ranks":{},"workers":{},)"
      R"("sources":{},"trials":{},"median_seconds":{:.5f},"min_seconds":{:.5f},)"
      R"("mean_of_minima_by_source":{:.5f}}})"
      "\n",
      options.graph, options.method, team.transport().name(), team.size(), team.num_workers(),
      sources.size(), options.trials, seconds[seconds.size() / 2], seconds.front(),
      sum_of_minima / static_cast<double>(sources.size())));
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const bench_options options = parse(count, arguments);
    run_team(options.team, [&](rank_team& team) { run_on(team, options); });
    return 0;
  } catch (const error& problem) {
    print_error(problem.what());
    return static_cast<int>(problem.code());
  }
}
