// Times connected components of one graph; prints one JSON line. See README.md in this folder.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/components.hpp"
#include "orujo/algorithms/verify/components_verify.hpp"
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
  std::string method = "afforest";
  int trials = 15;
  components_options search;
};

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
    require(value == "afforest" || value == "label_propagation",
            "method is afforest or label_propagation");
    options.method = value;
    options.search.method =
        value == "afforest" ? components_method::afforest : components_method::label_propagation;
  } else if (name == "joining") {
    options.search.joining = value == "rounds" ? between_ranks::rounds : between_ranks::automatic;
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
  require(options.trials > 0, "trials is at least 1");
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

void run_on(rank_team& team, const bench_options& options) {
  const csr_graph graph = load_graph(team, options.graph);
  const component_labels found = components(team, graph, options.search);
  const auto wrong = verify_components(team, graph, found);
  if (!wrong.empty()) { throw error(exit_code::answer_is_no, wrong.front().text()); }
  const std::vector<double> seconds = seconds_of(
      team, options.trials, [&] { static_cast<void>(components(team, graph, options.search)); });
  if (index_of(team.rank()) != 0) { return; }
  print_out(fmt::format(
      R"({{"name":"orujo","graph":"{}","method":"{}","transport":"{}","ranks":{},"workers":{},)"
      R"("components":{},"merge_rounds":{},"trials":{},"median_seconds":{:.5f},)"
      R"("min_seconds":{:.5f}}})"
      "\n",
      options.graph, options.method, team.transport().name(), team.size(), team.num_workers(),
      found.facts.components, found.facts.merge_rounds, options.trials, seconds[seconds.size() / 2],
      seconds.front()));
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
