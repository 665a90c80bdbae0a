// Times shortest paths on one graph under one order; prints one JSON line. See README.md here.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/sssp.hpp"
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
  load_options load;
  vertex_id source = 0;
  int trials = 9;
  sssp_options search;
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
  } else if (name == "high") {
    options.load.build.weights = {.from = weight_origin::random,
                                  .high = static_cast<std::uint32_t>(std::stoul(value))};
  } else if (name == "order") {
    options.search.order = order_named(value);
  } else if (name == "reduces") {
    options.search.reduces = value != "no";
  } else if (name == "pace") {
    options.search.pace = {.kind = pace_kind::fixed, .items = std::stoul(value)};
  } else if (name == "source") {
    options.source = std::stoull(value);
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

void run_on(rank_team& team, const bench_options& options) {
  const csr_graph graph = load_graph(team, options.graph, options.load);
  sssp_search search(team, graph, options.search);
  std::vector<double> seconds;
  sssp_facts facts;
  for (int i = 0; i <= options.trials; ++i) {
    barrier(team);
    const auto start = std::chrono::steady_clock::now();
    facts = search.run(options.source).facts;
    barrier(team);
    const auto end = std::chrono::steady_clock::now();
    if (i > 0) { seconds.push_back(std::chrono::duration<double>(end - start).count()); }
  }
  std::sort(seconds.begin(), seconds.end());
  const work_statistics work = search.work();
  if (index_of(team.rank()) != 0) { return; }
  print_out(fmt::format(
      R"({{"name":"orujo","graph":"{}","order":"{}","transport":"{}","ranks":{},"workers":{},)"
      R"("reached":{},"distance_sum":{:.0f},"useful":{},"useless":{},"invalidated":{},)"
      R"("relaxations":{},"improvements":{},"rejected":{},"messages":{},"reduced":{},)"
      R"("phases":{},"wait_seconds":{:.4f},"median_seconds":{:.5f},"min_seconds":{:.5f}}})"
      "\n",
      options.graph, text_of(search.order()), team.transport().name(), team.size(),
      team.num_workers(), facts.reached, facts.distance_sum, work.useful, work.useless,
      work.invalidated, work.relaxations, work.improvements, work.rejected, work.messages,
      work.reduced, work.phases, work.wait_seconds, seconds[seconds.size() / 2], seconds.front()));
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
