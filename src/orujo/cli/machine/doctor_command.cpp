// orujo doctor: what this machine offers, and what to change; made to be pasted into an issue.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/print.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/machine/doctor_checks.hpp"
#include "orujo/cli/options/json_output.hpp"
#include "orujo/cli/options/setting_options.hpp"
#include "orujo/report/program_build.hpp"

namespace orujo::cli {

namespace {

struct doctor_options {
  std::vector<std::string> set;
  std::optional<std::string> json_target;
  bool networkx = false;
};

json document_of(const std::vector<finding>& findings) {
  json document = new_document("doctor");
  document["findings"] = json::array();
  for (const finding& found : findings) {
    json entry;
    entry["topic"] = found.topic;
    entry["state"] = found.state;
    entry["ok"] = found.advice.empty();
    entry["advice"] = found.advice;
    document["findings"].push_back(std::move(entry));
  }
  return document;
}

/// Adds `text` as the third column, on as many lines as it takes.
void add_lines(text_table& table, std::string topic, std::string mark, std::string_view text) {
  constexpr std::size_t columns_before = 31;  // the longest topic and the longest mark
  for (std::string& line : wrapped_lines(text, terminal_columns - columns_before)) {
    table.add({std::move(topic), std::move(mark), std::move(line)});
    topic.clear();
    mark.clear();
  }
}

std::string mark_of(const finding& found) {
  if (!found.advice.empty()) { return ""; }
  return found.absent ? "absent" : "ok";
}

std::string table_of(const std::vector<finding>& findings) {
  text_table table;
  add_lines(table, "orujo", "ok",
            fmt::format("version {}, {}", program_version(), compiler_name()));
  for (const finding& found : findings) {
    add_lines(table, found.topic, mark_of(found), found.state);
    if (!found.advice.empty()) { add_lines(table, "", "advice", found.advice); }
  }
  return table.text();
}

std::vector<finding> all_findings(const doctor_options& options) {
  const settings values = settings_in_force(options.set);
  std::vector<finding> findings = check_machine();
  for (finding& found : check_mpi(values)) { findings.push_back(std::move(found)); }
  for (finding& found : check_tables()) { findings.push_back(std::move(found)); }
  return findings;
}

exit_code run_doctor(const doctor_options& options) {
  if (options.json_target) {
    write_document(options.networkx ? networkx_document() : document_of(all_findings(options)),
                   *options.json_target);
  } else {
    print_out(options.networkx ? networkx_text() : table_of(all_findings(options)));
  }
  return exit_code::done;
}

}  // namespace

command add_doctor_command(CLI::App& parent) {
  auto options = std::make_shared<doctor_options>();
  CLI::App* app =
      add_subcommand(parent, {.name = "doctor",
                              .group = "This machine",
                              .help = "Print what this machine offers and what to change",
                              .example = "  orujo doctor"});
  add_set_option(*app, options->set);
  add_json_option(*app, options->json_target);
  app->add_flag("--networkx", options->networkx,
                "Say instead what is run here of NetworkX, and with which arguments");
  return {app, [options] { return run_doctor(*options); }};
}

}  // namespace orujo::cli
