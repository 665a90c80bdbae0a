// Times PageRank on one graph; prints one JSON line. See README.md in this folder.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/pagerank.hpp"
#include "orujo/algorithms/verify/pagerank_verify.hpp"
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
  std::string method = "pull";
  std::string steps = "accelerated";
  int trials = 7;
  pagerank_options rank = {.max_iterations = 1000};
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
    require(value == "pull" || value == "push", "method is pull or push");
    options.method = value;
    options.rank.method = value == "pull" ? pagerank_method::pull : pagerank_method::push;
  } else if (name == "steps") {
    require(value == "accelerated" || value == "plain", "steps are accelerated or plain");
    options.steps = value;
    options.rank.steps = value == "plain" ? pagerank_steps::plain : pagerank_steps::accelerated;
  } else if (name == "tolerance") {
    options.rank.tolerance = std::stod(value);
  } else if (name == "max_iterations") {
    options.rank.max_iterations = std::stoi(value);
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
  const pagerank_scores found = pagerank(team, graph, options.rank);
  if (found.facts.converged) {
    const auto wrong = verify_pagerank(team, graph, found.score.span(), options.rank);
    if (!wrong.empty()) { throw error(exit_code::answer_is_no, wrong.front().text()); }
  }
  const std::vector<double> seconds = seconds_of(
      team, options.trials, [&] { static_cast<void>(pagerank(team, graph, options.rank)); });
  if (index_of(team.rank()) != 0) { return; }
  print_out(fmt::format(
      R"({{"name":"orujo","graph":"{}","method":"{}","steps":"{}","transport":"{}","ranks":{},)"
      R"("workers":{},"tolerance":{},"iterations":{},"error":{:.3g},"trials":{},)"
      R"("median_seconds":{:.5f},"min_seconds":{:.5f}}})"
      "\n",
      options.graph, options.method, options.steps, team.transport().name(), team.size(),
      team.num_workers(), options.rank.tolerance, found.facts.iterations, found.facts.error,
      options.trials, seconds[seconds.size() / 2], seconds.front()));
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
