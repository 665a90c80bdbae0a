// Times betweenness from a few sources; prints one JSON line. See README.md in this folder.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/betweenness.hpp"
#include "orujo/algorithms/verify/betweenness_verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

using namespace orujo;

struct bench_options {
  launch_options team;
  std::string graph = "kron:16";
  std::string method = "direction_optimizing";
  int sources = 4;
  std::uint64_t seed = 1;
  int trials = 7;
};

constexpr std::array<const char*, 3> methods = {"direction_optimizing", "pull", "push"};

betweenness_method method_of(const std::string& name) {
  const auto at = std::find(methods.begin(), methods.end(), name);
  require(at != methods.end(), "method is direction_optimizing, pull or push");
  return static_cast<betweenness_method>(at - methods.begin());
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
  } else if (name == "sources") {
    options.sources = std::stoi(value);
  } else if (name == "seed") {
    options.seed = std::stoull(value);
  } else if (name == "trials") {
    options.trials = std::stoi(value);
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
  require(options.trials > 0 && options.sources > 0, "there is at least one trial and source");
  return options;
}

/// Seconds of `work()` on each trial, sorted: from when all ranks are ready until all are done.
template <typename Work>
std::vector<double> seconds_of(rank_team& team, int trials, Work work) {
  std::vector<double> seconds;
  for (int i = 0; i < trials; ++i) {
    barrier(team);
    const auto start = std::chrono::steady_clock::now();
    work();
    barrier(team);
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

/// As many vertices with edges as asked for, drawn.
std::vector<vertex_id> draw_sources(rank_team& team, const csr_graph& graph,
                                    const bench_options& options) {
  const std::vector<vertex_id> candidates = vertices_with_edges(team, graph);
  require(!candidates.empty(), "the graph has no edges");
  random_stream random(options.seed, 1);
  std::vector<vertex_id> sources;
  for (int i = 0; i < options.sources; ++i) {
    sources.push_back(candidates[random.below(candidates.size())]);
  }
  return sources;
}

void run_on(rank_team& team, const bench_options& options) {
  const csr_graph graph = load_graph(team, options.graph);
  const std::vector<vertex_id> sources = draw_sources(team, graph, options);
  const betweenness_options how = {.method = method_of(options.method)};
  const betweenness_scores found = betweenness(team, graph, sources, how);
  const auto wrong = verify_betweenness(team, graph, {found.score.span(), sources, how});
  if (!wrong.empty()) { throw error(exit_code::answer_is_no, wrong.front().text()); }
  const std::vector<double> seconds = seconds_of(
      team, options.trials, [&] { static_cast<void>(betweenness(team, graph, sources, how)); });
  if (index_of(team.rank()) != 0) { return; }
  print_out(fmt::format(
      R"({{"name":"orujo","graph":"{}","method":"{}","transport":"{}","ranks":{},"workers":{},)"
      R"("sources":{},"pushed_levels":{},"pulled_levels":{},"trials":{},)"
      R"("median_seconds":{:.5f},"min_seconds":{:.5f}}})"
      "\n",
      options.graph, options.method, team.transport().name(), team.size(), team.num_workers(),
      options.sources, found.facts.pushed_levels, found.facts.pulled_levels, options.trials,
      seconds[seconds.size() / 2], seconds.front()));
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
