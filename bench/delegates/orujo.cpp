// Random updates of 8 bytes in all styles of gups, in turn; prints one JSON line for each.
// See README.md in this folder.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>
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
  std::string only;  ///< One style; empty: all.
};

/// Reads "name=value" arguments: ranks, workers, transport, table_bytes, updates, trials, style,
/// and any runtime setting.
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
    } else if (name == "style") {
      options.only = value;
    } else {
      options.team.values.assign(name, value, orujo::setting_source::option);
    }
  }
  return options;
}

constexpr std::size_t num_styles = std::size(orujo::gups_style_names);
using rate_table = std::array<std::vector<double>, num_styles>;

void report(orujo::rank_team& team, const run_options& options, rate_table& rates) {
  if (index_of(team.rank()) != 0) { return; }
  for (std::size_t style = 0; style < num_styles; ++style) {
    std::vector<double>& of_style = rates[style];
    if (of_style.empty()) { continue; }
    std::sort(of_style.begin(), of_style.end());
    orujo::print_out(fmt::format(
        R"({{"name":"{}","transport":"{}","ranks":{},"workers":{},"table_bytes":{},)"
        R"("median_updates_per_second":{:.4g},"best":{:.4g},"trials":{}}})"
        "\n",
        orujo::gups_style_names[style], team.transport().name(), team.size(), team.num_workers(),
        options.gups.table_bytes, of_style[of_style.size() / 2], of_style.back(), of_style.size()));
  }
}

/// One round of all styles, so that they meet the same disturbances.
void run_styles(orujo::rank_team& team, const run_options& options, rate_table& rates) {
  for (std::size_t style = 0; style < num_styles; ++style) {
    if (!options.only.empty() && options.only != orujo::gups_style_names[style]) { continue; }
    orujo::gups_options wanted = options.gups;
    wanted.style = static_cast<orujo::gups_style>(style);
    const orujo::gups_result result = gups(team, wanted);
    if (result.errors > 0) { throw orujo::transport_error("the table is wrong"); }
    rates[style].push_back(result.updates_per_second);
  }
}

void run(const run_options& options) {
  run_team(options.team, [&](orujo::rank_team& team) {
    rate_table rates;
    for (int trial = 0; trial < options.trials; ++trial) { run_styles(team, options, rates); }
    report(team, options, rates);
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
