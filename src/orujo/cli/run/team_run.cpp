// Starts teams for commands, and reports about them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/team_run.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/interrupt.hpp"
#include "orujo/base/output_target.hpp"
#include "orujo/base/print.hpp"
#include "orujo/cli/files/standard_input.hpp"
#include "orujo/cli/files/target_checks.hpp"
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

void print_record(const run_record& record, const run_options& options, output_batch& files) {
  stop_if_interrupted();  // who asked for an end is not told a result
  if (options.report) { write_report(record, *options.report); }
  if (write_document_and_publish(files, options, [&] { return document_of(record); })) { return; }
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

/// Adds the file that `option` names, if it names one.
void add_file(std::vector<named_file>& files, const char* option,
              const std::optional<std::string>& path) {
  if (path) { files.push_back({option, *path}); }
}

/// The first rank checks what is written, and all hear of it: one that left alone would be waited
/// for.
void check_files(rank_team& team, const run_options& options) {
  run_agreed(team, [&] {
    if (!is_first(team)) { return; }
    std::vector<named_file> targets;
    add_file(targets, options.output_called, options.output);
    add_file(targets, "--json", options.json_target);
    add_file(targets, "--report", options.report);
    add_file(targets, "--trace", options.trace);
    targets.insert(targets.end(), options.outputs.begin(), options.outputs.end());
    std::vector<named_file> inputs{{"the graph", options.graph.graph}};
    add_file(inputs, "--vertices", options.graph.vertices);
    inputs.insert(inputs.end(), options.inputs.begin(), options.inputs.end());
    check_targets(targets, inputs);
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
    check_files(team, options);
    program(team);
  });
}

exit_code run_and_print(const char* algorithm, const run_options& options,
                        const std::function<run_record(rank_team&)>& work) {
  std::optional<run_record> of_first;
  output_batch files;
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
  print_record(*of_first, options, files);
  return all_verified(*of_first) ? exit_code::done : exit_code::answer_is_no;
}

bool write_document_and_publish(output_batch& files, const run_options& options,
                                const std::function<json()>& document) {
  const bool is_shown = options.json_target && is_standard_output(*options.json_target);
  if (options.json_target && !is_shown) { write_document(document(), *options.json_target); }
  stop_if_interrupted();
  files.publish();
  if (is_shown) { write_document(document(), *options.json_target); }
  return is_shown;
}

void print_beside(std::string_view text, const std::optional<std::string>& output) {
  if (output && is_standard_output(*output)) {
    print_status(text);
  } else {
    print_out(text);
  }
}

}  // namespace orujo::cli
