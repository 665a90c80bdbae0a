// Writes commands, options, settings and exit codes in the language of man(7).
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/manual_page.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/settings.hpp"
#include "orujo/cli/command.hpp"
#include "orujo/cli/options/help_formatter.hpp"
#include "orujo/report/program_build.hpp"

namespace orujo::cli {

namespace {

constexpr std::string_view exit_codes = R"(.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
It ran, and the answer is no: verification failed.
.TP
.B 2
The command line or a setting is wrong.
.TP
.B 3
A file is missing, unreadable or malformed.
.TP
.B 4
What was asked for will not fit into memory.
.TP
.B 5
Messages could not be carried, a rank died, or the processor is too old for the program.
.TP
.B 130
Interrupted by SIGINT or SIGTERM.
)";

/// `text` as words of a paragraph: nothing in it is taken for an instruction.
std::string as_words(std::string_view text) {
  std::string words;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) { words += "\\&"; }
    if (c == '\\') {
      words += "\\e";
    } else if (c == '-') {
      words += "\\-";
    } else {
      words += c;
    }
    at_start = c == '\n';
  }
  return words;
}

/// A paragraph behind a name in bold type.
std::string named(std::string_view name, std::string_view more, std::string_view text) {
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", as_words(name), as_words(more), as_words(text));
}

/// Lines that stay as they are.
std::string verbatim(std::string_view lines) {
  return fmt::format(".PP\n.nf\n{}\n.fi\n", as_words(lines));
}

/// One option, and the commands that take it exactly so.
struct manual_option {
  std::string text;
  std::vector<std::string> commands;
};

using option_entries = std::vector<manual_option>;

std::string option_text(const CLI::Option& option) {
  const help_formatter words;
  const bool by_place = option.get_positional();
  const std::string name = words.make_option_name(&option, by_place);
  return named(name, words.make_option_opts(&option), option.get_description());
}

option_entries entries_of(const std::vector<const CLI::App*>& commands) {
  option_entries entries;
  for (const CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options()) {
      std::string text = option_text(*option);
      auto known = std::find_if(entries.begin(), entries.end(),
                                [&](const manual_option& one) { return one.text == text; });
      if (known == entries.end()) { known = entries.insert(known, {std::move(text), {}}); }
      known->commands.push_back(command->get_name());
    }
  }
  return entries;
}

/// The command, and what no other takes alike.
std::string command_section(const CLI::App& command, const option_entries& entries) {
  std::string text = fmt::format(".SS orujo {}\n{}\n", as_words(command.get_name()),
                                 as_words(command.get_description()));
  for (const manual_option& entry : entries) {
    if (entry.commands == std::vector{command.get_name()}) { text += entry.text; }
  }
  return text + verbatim(command.get_footer());
}

std::string shared_options(const option_entries& entries, std::size_t num_commands) {
  std::string text = ".SH OPTIONS OF SEVERAL COMMANDS\n";
  for (const manual_option& entry : entries) {
    if (entry.commands.size() < 2) { continue; }
    text += entry.text;
    if (entry.commands.size() < num_commands) {
      text += as_words(fmt::format("({})\n", fmt::join(entry.commands, ", ")));
    }
  }
  return text;
}

std::string setting_section() {
  std::string text =
      ".SH SETTINGS\nEach is changed with \\fB\\-\\-set\\fR NAME=VALUE or in the environment, by "
      "its "
      "name in capitals after ORUJO_. \\fBorujo config\\fR prints their values and who set them.\n";
  for (const setting_row& row : all_settings()) {
    const std::string values = row.choices.empty() ? "" : fmt::format(" {}", row.choices);
    text += named(row.name, values, row.help);
  }
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& root) {
  const auto commands = root.get_subcommands([](const CLI::App*) { return true; });
  const option_entries entries = entries_of(commands);
  std::string text = fmt::format(
      ".TH ORUJO 1 \"\" \"orujo {}\" \"User Commands\"\n.SH NAME\n"
      "orujo \\- analyse graphs and run other irregular work on cores and clusters\n"
      ".SH SYNOPSIS\n\\fBorujo\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...] [\\fIOPTION\\fR...]\n"
      ".SH DESCRIPTION\n{}\n{}.SH COMMANDS\n",
      program_version(), as_words(root.get_description()), verbatim(root.get_footer()));
  for (const CLI::App* command : commands) { text += command_section(*command, entries); }
  text += shared_options(entries, commands.size());
  text += setting_section();
  return text + std::string(exit_codes);
}

}  // namespace orujo::cli
