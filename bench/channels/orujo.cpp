// Random 8-byte updates through a channel; prints one JSON line. See README.md in this folder.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/algorithms/gups.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/runtime/launch.hpp"

namespace {

struct run_options {
  orujo::launch_options team;
  orujo::gups_options gups;
  int trials = 5;
};

/// Reads "name=value" arguments: ranks, workers, transport, table_bytes, updates, trials, and any
/// runtime setting.
run_options parse(int count, char** arguments) {
  run_options options;
  for (int i = 1; i < count; ++i) {
    const std::string text = arguments[i];
    const std::size_t equals = text.find('=');
    orujo::require(equals != std::string::npos, "arguments are of the form name=value");
    const std::string name = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    const auto bytes = [&] { return static_cast<std::uint64_t>(orujo::parse_bytes(value, name)); };
    if (name == "ranks") {
      options.team.ranks = std::stoi(value);
    } else if (name == "workers") {
      options.team.workers = std::stoi(value);
    } else if (name == "transport") {
      options.team.transport = value;
    } else if (name == "table_bytes") {
      options.gups.table_bytes = bytes();
    } else if (name == "updates") {
      options.gups.updates = bytes();
    } else if (name == "trials") {
      options.trials = std::stoi(value);
    } else {
      options.team.values.assign(name, value, orujo::setting_source::option);
    }
  }
  return options;
}

void report(orujo::rank_team& team, const run_options& options, std::vector<double> rates) {
  if (index_of(team.rank()) != 0) { return; }
  std::sort(rates.begin(), rates.end());
  orujo::print_out(
      fmt::format(R"({{"name":"orujo","transport":"{}","ranks":{},"workers":{},"table_bytes":{},)"
                  R"("median_updates_per_second":{:.4g},"best":{:.4g},"trials":{}}})"
                  "\n",
                  team.transport().name(), team.size(), team.num_workers(),
                  options.gups.table_bytes, rates[rates.size() / 2], rates.back(), rates.size()));
}

void run(const run_options& options) {
  run_team(options.team, [&](orujo::rank_team& team) {
    std::vector<double> rates;
    for (int trial = 0; trial < options.trials; ++trial) {
      const orujo::gups_result result = gups(team, options.gups);
      if (result.errors > 0) { throw orujo::transport_error("the table is wrong"); }
      rates.push_back(result.updates_per_second);
    }
    report(team, options, std::move(rates));
  });
}

}  // namespace

int main(int count, char** arguments) {
  try {
    run(parse(count, arguments));
    return 0;
  } catch (const orujo::error& problem) {
    orujo::print_error(problem.what());
    return static_cast<int>(problem.code());
  }
}
