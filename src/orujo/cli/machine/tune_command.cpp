// orujo tune: what activities cost on this machine under each mechanism.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/interrupt.hpp"
#include "orujo/base/output_target.hpp"
#include "orujo/base/print.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/machine/isolation_study.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/options/setting_options.hpp"
#include "orujo/cli/run/progress_bar.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo::cli {

namespace {

struct tune_options {
  bool isolation = false;
  std::optional<int> workers;
  isolation_trial pace;  // how many operators, how often
  std::vector<std::string> set;
  std::optional<std::string> json_target;
  bool quiet = false;
};

exit_code run_tune(const tune_options& options) {
  require(options.isolation, "say what is to be measured: --isolation");
  require(!detect_launcher().present(),
          "orujo tune measures the workers of one rank; start it without a launcher");
  if (options.json_target) { check_output(*options.json_target); }
  launch_options shape{.ranks = 1, .workers = options.workers.value_or(0), .transport = "local"};
  shape.values = settings_in_force(options.set);
  progress_bar bar({.what = "tune", .unit = "cases"},
                   progress_mode_of(shape.values, options.quiet));
  std::vector<isolation_case> cases;
  run_team(shape, [&](rank_team& team) {
    cases = study_isolation(team, options.pace, [&](int done, int all) {
      stop_if_interrupted();
      bar.advance_to({.done = static_cast<std::uint64_t>(done),
                      .share = static_cast<double>(done) / static_cast<double>(all)});
    });
  });
  bar.finish();
  if (options.json_target) { write_document(document_of(cases), *options.json_target); }
  const bool is_document = options.json_target && is_standard_output(*options.json_target);
  if (!is_document) { print_out(text_of(cases)); }
  return exit_code::done;
}

}  // namespace

command add_tune_command(CLI::App& parent) {
  auto options = std::make_shared<tune_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "tune",
               .group = "This machine",
               .help = "Measure what activities cost here, and which isolation is the cheapest",
               .example = "  orujo tune --isolation\n"
                          "  orujo tune --isolation --workers 4 --json costs.json"});
  app->add_flag("--isolation", options->isolation,
                "Small operators under each mechanism that runs here, by 1, 2, 4 … workers: a line "
                "A * N + B for activities of N operators, and from which N on which one is the "
                "cheapest");
  app->add_option("--workers", options->workers, "Workers of each rank; default: the host's cores")
      ->type_name("W")
      ->check(whole_number(1, 1024));
  app->add_option("--operators", options->pace.operators, "Of each worker in one measurement")
      ->type_name("N")
      ->check(whole_number(64, std::uint64_t{1} << 24U))
      ->capture_default_str();
  app->add_option("--rounds", options->pace.rounds, "Measure so often; the quickest counts")
      ->type_name("N")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  add_set_option(*app, options->set);
  add_json_option(*app, options->json_target);
  app->add_flag("--quiet", options->quiet, "Print no progress");
  return {app, [options] { return run_tune(*options); }};
}

}  // namespace orujo::cli
