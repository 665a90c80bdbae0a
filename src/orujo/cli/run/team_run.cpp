// Starts teams for commands, and reports about them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/team_run.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/interrupt.hpp"
#include "orujo/base/output_target.hpp"
#include "orujo/base/print.hpp"
#include "orujo/cli/files/standard_input.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/options/setting_options.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/report/html_report.hpp"
#include "orujo/report/page_settings.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/runtime/report_card_text.hpp"
#include "orujo/runtime/trace/time_shares.hpp"
#include "orujo/runtime/trace/trace_file.hpp"
#include "orujo/runtime/trace/trial_watch.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo::cli {

namespace {

void print_record(const run_record& record, const run_options& options) {
  stop_if_interrupted();  // who asked for an end is not told a result
  // Files first: a stdout that is closed or full costs no more than what it would have shown.
  if (options.report) { write_report(record, *options.report); }
  const bool is_document = options.json_target && is_standard_output(*options.json_target);
  if (options.json_target) { write_document(document_of(record), *options.json_target); }
  if (is_document) { return; }
  std::string text = record.report.empty() ? table_of(record) : record.report;
  if (options.report_card) { text += "\n" + report_card_text(record.card); }
  print_beside(text, options.output);
}

launch_options launch_options_of(const run_options& options) {
  launch_options wanted;
  wanted.ranks = options.team.ranks.value_or(0);
  wanted.workers = options.team.workers.value_or(0);
  wanted.transport = options.team.transport;
  wanted.values = settings_in_force(options.team.set);
  if (options.report) { keep_for_pages(wanted.values); }
  if (options.trace) { keep_for_traces(wanted.values); }
  return wanted;
}

/// Under a launcher every process would run a team of its own, and all would write the same files.
void check_launcher(const launch_options& wanted) {
  const bool in_process = !wanted.transport.empty() && wanted.transport != "mpi";
  if (!in_process) { return; }
  const launcher_info launcher = detect_launcher();
  require(
      !launcher.present() || launcher.size == 1,
      fmt::format("--transport {}: {} started several processes, each of which would run alone; "
                  "leave the option out, or start one process with --ranks P",
                  wanted.transport, launcher.name));
}

/// An option and the file that it names.
struct named_target {
  const char* option;
  std::optional<std::string> path;
};

/// Throws: usage_error if `target` is a file that is read.
void check_no_input(const run_options& options, const named_target& target) {
  std::vector<named_target> inputs{{"the graph", options.graph.graph},
                                   {"--vertices", options.graph.vertices}};
  for (const named_file& each : options.inputs) {
    inputs.push_back({each.option.c_str(), each.path});
  }
  for (const named_target& input : inputs) {
    std::error_code ignored;
    if (!input.path || !std::filesystem::is_regular_file(*input.path, ignored)) { continue; }
    require(!is_same_output(*input.path, *target.path),
            fmt::format("{} {} would replace {}, which is read; name another file", target.option,
                        *target.path, input.option));
  }
}

/// Checks that the files that options name can be written, are not the same, and none that is
/// read, before hours of work end in vain. The first rank does it, and all hear of it: one that
/// left alone would be waited for.
void check_targets(rank_team& team, const run_options& options) {
  run_agreed(team, [&] {
    if (!is_first(team)) { return; }
    std::vector<named_target> targets{{"--output", options.output},
                                      {"--json", options.json_target},
                                      {"--report", options.report},
                                      {"--trace", options.trace}};
    for (const named_file& each : options.outputs) {
      targets.push_back({each.option.c_str(), each.path});
    }
    for (const named_target& each : targets) {
      if (!each.path) { continue; }
      check_output(*each.path);
      check_no_input(options, each);
      for (const named_target* other = targets.data(); other != &each; ++other) {
        if (!other->path || !is_same_output(*other->path, *each.path)) { continue; }
        throw usage_error(fmt::format("{} {} and {} {} are the same file; name two", other->option,
                                      *other->path, each.option, *each.path));
      }
    }
  });
}

void write_trace_of(rank_team& team, const run_options& options) {
  const std::uint64_t dropped = write_trace(team, *options.trace);
  if (dropped == 0 || options.quiet) { return; }
  print_status(fmt::format(
      "{}: {} older spans were dropped; --set trace_events=N keeps the last N of each worker\n",
      *options.trace, dropped));
}

}  // namespace

void run_on_team(const run_options& options, const std::function<void(rank_team&)>& program) {
  if (options.trace) { check_trace_name(*options.trace); }
  const launch_options wanted = launch_options_of(options);
  check_launcher(wanted);
  if (options.graph.graph == standard_input_name) { keep_standard_input(); }
  run_team(wanted, [&](rank_team& team) {
    check_targets(team, options);
    program(team);
  });
}

exit_code run_and_print(const char* algorithm, const run_options& options,
                        const std::function<run_record(rank_team&)>& work) {
  std::optional<run_record> of_first;
  run_on_team(options, [&](rank_team& team) {
    run_record record = work(team);
    if (options.report) { record.times = time_shares(team, trial_spans()); }
    if (options.trace) { write_trace_of(team, options); }
    if (is_first(team)) { of_first = std::move(record); }
  });
  if (!of_first) { return exit_code::done; }  // another process speaks
  of_first->algorithm = algorithm;
  of_first->method = options.method;
  of_first->seed = options.graph.seed;
  print_record(*of_first, options);
  return all_verified(*of_first) ? exit_code::done : exit_code::answer_is_no;
}

void print_beside(std::string_view text, const std::optional<std::string>& output) {
  if (output && is_standard_output(*output)) {
    print_status(text);
  } else {
    print_out(text);
  }
}

}  // namespace orujo::cli
