// orujo stencil: the pipelined kernel of the Parallel Research Kernels, always verified.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/stencil/stencil.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

struct stencil_command_options {
  run_options run;
  std::string grid = "1000x1000";
  stencil_options stencil;
};

/// Throws: usage_error, naming the grid.
std::uint64_t length_of(std::string_view text, std::string_view grid) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  require(problem == std::errc() && end == text.data() + text.size() && value >= 2 &&
              value <= std::uint64_t{1} << 40U,
          fmt::format("the grid is ROWSxCOLUMNS, as 1000x1000, with at least 2 of each, not '{}'",
                      grid));
  return value;
}

stencil_options wanted_of(const stencil_command_options& options) {
  const std::string_view grid = options.grid;
  const std::size_t cross = std::min(grid.find('x'), grid.size());
  stencil_options wanted = options.stencil;
  wanted.rows = length_of(grid.substr(0, cross), grid);
  wanted.columns = length_of(grid.substr(std::min(cross + 1, grid.size())), grid);
  return wanted;
}

std::string problem_of(const stencil_result& result) {
  if (result.errors == 0 && result.corner == result.expected) { return {}; }
  return fmt::format("the corner is {}, not {}; {} cells are wrong", result.corner, result.expected,
                     result.errors);
}

run_record run_on(rank_team& team, const run_options& run, const stencil_options& options) {
  const rank_counts before = count_rank(team);
  run_record record;
  for (std::uint64_t i = 0; i < run.trials; ++i) {
    const stencil_result result = as_trial(team, [&] { return stencil(team, options); });
    record.trials.push_back(checked_trial(result.seconds, problem_of(result)));
    record.result["corner"] = result.corner;
    record.result["expected"] = result.expected;
    record.result["errors"] = result.errors;
    record.result["updates_per_second"] = result.updates_per_second;
    record.result["megaflops"] = 2e-6 * result.updates_per_second;
    record.work["updates"] = result.updates;
    record.work["block"] = result.block;
  }
  record.work["rows"] = options.rows;
  record.work["columns"] = options.columns;
  record.work["iterations"] = options.iterations;
  add_team_facts(record, team, before);
  return record;
}

exit_code run_stencil(const stencil_command_options& options) {
  const stencil_options wanted = wanted_of(options);
  return run_and_print("stencil", options.run,
                       [&](rank_team& team) { return run_on(team, options.run, wanted); });
}

}  // namespace

command add_stencil_command(CLI::App& parent) {
  auto options = std::make_shared<stencil_command_options>();
  options->run.method = "pipelined";
  CLI::App* app = add_subcommand(
      parent, {.name = "stencil",
               .group = "Benchmarks",
               .help = "A stencil as a pipeline from worker to worker, always verified",
               .example = "  orujo stencil 2000x4000 --ranks 2 --workers 1 --iterations 50"});
  app->add_option("ROWSxCOLUMNS", options->grid, "Size of the grid")->capture_default_str();
  app->add_option("--iterations", options->stencil.iterations, "Sweeps over the grid in each trial")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  app->add_option("--block", options->stencil.block,
                  "Rows of one message to the next worker; 0: chosen by the size of the grid")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  add_trials_option(*app, options->run);
  add_team_options(*app, options->run.team);
  add_report_options(*app, options->run);
  return {app, [options] { return run_stencil(*options); }};
}

}  // namespace orujo::cli
