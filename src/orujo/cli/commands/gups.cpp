// orujo gups: random updates of a distributed table, verified.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/gups/gups.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

struct gups_command_options {
  run_options run;
  std::string table = "64M";
  std::uint64_t updates = std::uint64_t{16} << 20U;
};

/// Throws: usage_error with the nearest name.
gups_style style_of(std::string_view name) {
  const auto* const at = std::find(std::begin(gups_style_names), std::end(gups_style_names), name);
  if (at == std::end(gups_style_names)) {
    throw usage_error(fmt::format("--style is one of {}, not '{}'{}",
                                  fmt::join(gups_style_names, ", "), name,
                                  suggestion(name, gups_style_names)));
  }
  return static_cast<gups_style>(at - std::begin(gups_style_names));
}

std::string problem_of(const gups_result& result) {
  return result.errors == 0 ? "" : fmt::format("{} words are wrong", result.errors);
}

run_record run_on(rank_team& team, const run_options& run, const gups_options& options) {
  const rank_counts before = count_rank(team);
  run_record record;
  for (std::uint64_t i = 0; i < run.trials; ++i) {
    const gups_result result = as_trial(team, [&] { return gups(team, options); });
    record.trials.push_back(checked_trial(result.seconds, problem_of(result)));
    record.result["updates_per_second"] = result.updates_per_second;
    record.result["errors"] = result.errors;
    record.work["updates"] = result.updates;
  }
  record.work["table_bytes_per_worker"] = options.table_bytes;
  add_team_facts(record, team, before);
  return record;
}

exit_code run_gups(const gups_command_options& options) {
  gups_options wanted;
  wanted.table_bytes = static_cast<std::uint64_t>(parse_bytes(options.table, "--table"));
  wanted.updates = options.updates;
  wanted.style = style_of(options.run.method);
  wanted.seed = options.run.graph.seed;
  return run_and_print("gups", options.run,
                       [&](rank_team& team) { return run_on(team, options.run, wanted); });
}

}  // namespace

command add_gups_command(CLI::App& parent) {
  auto options = std::make_shared<gups_command_options>();
  options->run.method = "channel";
  CLI::App* app = add_subcommand(
      parent, {.name = "gups",
               .group = "Benchmarks",
               .help = "Random updates of a distributed table per second, always verified",
               .example = "  orujo gups --ranks 2 --workers 1 --table 1G"});
  app->add_option("--table", options->table, "Size of the table on each worker")
      ->type_name("SIZE")
      ->capture_default_str();
  app->add_option("--updates", options->updates, "Updates by each worker")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  app->add_option(
         "--style", options->run.method,
         "How the loop is written: blocking, localized (both wait for each update), async, "
         "delegate (neither waits), or channel (no tasks)")
      ->type_name("NAME")
      ->capture_default_str();
  add_seed_option(*app, options->run.graph);
  add_trials_option(*app, options->run);
  add_team_options(*app, options->run.team);
  add_report_options(*app, options->run);
  return {app, [options] { return run_gups(*options); }};
}

}  // namespace orujo::cli
