// orujo scale: how an algorithm grows with the number of ranks, on simulated ones.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/output_target.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/files/target_checks.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/options/option_checks.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/cli/options/setting_options.hpp"
#include "orujo/cli/run/progress_bar.hpp"
#include "orujo/cli/scale/scale_page.hpp"
#include "orujo/cli/scale/scale_study.hpp"
#include "orujo/transport/launcher.hpp"
#include "orujo/transport/virtual_time/loggp_model.hpp"

namespace orujo::cli {

namespace {

constexpr int most_virtual_ranks = 4096;

struct scale_options {
  std::vector<std::string> words;  // the algorithm and what it works on
  std::vector<std::string> rest;   // its options
  std::vector<int> ranks{16, 64, 256, 1024};
  std::vector<std::string> routes{"direct", "rook", "hypercube"};
  std::string network = "hdr";
  std::optional<std::string> json_target;
  std::optional<std::string> report;
  bool quiet = false;
};

void check_plan(const scale_plan& plan) {
  for (const std::string& route : plan.routes) {
    settings().assign("routing", route, setting_source::option);  // throws if there is none
  }
  for (const char* own : {"--ranks", "--workers", "--transport", "--json", "--trials"}) {
    const bool is_given = std::any_of(
        plan.command.begin(), plan.command.end(),
        [&](const auto& word) { return word == own || word.starts_with(std::string(own) + "="); });
    require(!is_given, fmt::format("{} of '{}' is what orujo scale chooses; leave it out behind --",
                                   own, plan.command.front()));
  }
  const bool reads_input =
      std::any_of(plan.command.begin() + 1, plan.command.end(),
                  [](const std::string& word) { return word == "-" || word == "/dev/stdin"; });
  require(!reads_input,
          "orujo scale reads its input once for each size, and standard input can be read once "
          "only: write it to a file");
  static_cast<void>(parse_loggp_model(plan.model));
}

/// Throws: usage_error if a file would be written over one that the command names, or over another.
void check_files(const scale_plan& plan, const scale_options& options) {
  std::vector<named_file> named;
  for (const std::string& word : plan.command) {
    named.push_back({"a file of the command", word});
    named.push_back({"a file of the command", word.substr(word.find('=') + 1)});  // npos + 1 is 0
  }
  std::vector<named_file> targets;
  if (options.report) { targets.push_back({"--report", *options.report}); }
  if (options.json_target) { targets.push_back({"--json", *options.json_target}); }
  check_targets(targets, named);
}

scale_plan plan_of(const scale_options& options) {
  require(!detect_launcher().present(),
          "orujo scale simulates its ranks in one process; start it without a launcher");
  scale_plan plan{options.words, options.ranks, options.routes, options.network};
  plan.command.insert(plan.command.end(), options.rest.begin(), options.rest.end());
  std::sort(plan.ranks.begin(), plan.ranks.end());
  plan.ranks.erase(std::unique(plan.ranks.begin(), plan.ranks.end()), plan.ranks.end());
  for (auto route = plan.routes.begin(); route != plan.routes.end();) {
    const bool is_repeated = std::find(plan.routes.begin(), route, *route) != route;
    route = is_repeated ? plan.routes.erase(route) : route + 1;
  }
  check_plan(plan);
  check_files(plan, options);
  return plan;
}

exit_code run_scale(const scale_options& options) {
  const scale_plan plan = plan_of(options);
  progress_bar bar({.what = "scale " + plan.command.front(), .unit = "runs"},
                   progress_mode_of(settings_in_force({}), options.quiet));
  bar.announce();
  const scale_study study = study_scale(plan, [&](std::size_t done, std::size_t all) {
    bar.advance_to({.done = done, .share = static_cast<double>(done) / static_cast<double>(all)});
  });
  if (options.report) { write_scale_page(study, *options.report); }
  if (options.json_target) { write_document(document_of(study), *options.json_target); }
  const bool is_document = options.json_target && is_standard_output(*options.json_target);
  if (!is_document) { print_out(text_of(study)); }
  return exit_code::done;
}

}  // namespace

command add_scale_command(CLI::App& parent) {
  auto options = std::make_shared<scale_options>();
  CLI::App* app = add_subcommand(
      parent,
      {.name = "scale",
       .group = "Benchmarks",
       .help = "How messages, memory and time grow with the number of ranks, by simulation",
       .example = "  orujo scale bfs kron:16 --ranks 16,64,256,1024,4096 --report growth.html\n"
                  "  orujo scale sssp kron:14 --routing rook -- --method dc"});
  app->add_option("ALGORITHM", options->words,
                  "The command to run and its arguments; its options follow --")
      ->required()
      ->expected(1, -1);
  app->add_option("--ranks", options->ranks, "Sizes of the team, up to 4096")
      ->type_name("P,...")
      ->check(whole_number(1, most_virtual_ranks))
      ->delimiter(',');
  app->add_option("--routing", options->routes,
                  "Values of the setting routing, with commas between")
      ->type_name(std::string(row_of(setting::routing).choices))
      ->delimiter(',');
  app->add_option(
      "--network", options->network,
      "The modelled network: hdr, ndr, slingshot, efa or ethernet; then, to change it,\n"
      "latency=1us,overhead=300ns,gap=10ns,bandwidth=24000 (MB/s),jitter=0,\n"
      "compute=free|measured,seed=1");
  add_json_option(*app, options->json_target);
  app->add_option("--report", options->report, "Write a page with pictures of growth")
      ->type_name("FILE.html");
  app->add_flag("--quiet", options->quiet, "Print neither progress nor remarks");
  return {app, [options] { return run_scale(*options); },
          [options](std::vector<std::string> rest) { options->rest = std::move(rest); }};
}

}  // namespace orujo::cli
