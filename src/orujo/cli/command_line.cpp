// Parsing, and the check for unknown names.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/command_line.hpp"

#include <algorithm>
#include <memory>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/base/print.hpp"
#include "orujo/cli/command.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/options/help_formatter.hpp"
#include "orujo/report/program_build.hpp"
#include "orujo/runtime/main_program.hpp"

namespace orujo::cli {

namespace {

constexpr const char* description =
    "Orujo: one runtime for irregular, data-intensive computing.\n"
    "GRAPH is a file or a generator such as kron:16, uniform:16 or grid:1000x1000.";

constexpr const char* epilogue =
    "Examples:\n"
    "  orujo bfs roads.gr.xz --source 1\n"
    "  orujo pagerank kron:18 --workers 2 --json -\n"
    "  mpirun -n 4 orujo components web.el.zst\n"
    "Help for one command: orujo COMMAND --help";

std::vector<std::string> names_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) { names.push_back("--" + name); }
  }
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

/// Throws usage_error about the arguments that `app` did not know, if there are any. Unknown
/// options come first: what follows one is often its value, taken for something else.
void reject_unknown(const CLI::App& app, std::string_view called) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) { return; }
  const auto option = std::find_if(extras.begin(), extras.end(), [](const std::string& word) {
    return word.size() > 1 && word[0] == '-';
  });
  const bool is_option = option != extras.end();
  const std::string& word = is_option ? *option : extras.front();
  const std::string name = word.substr(0, word.find('='));
  const std::vector<std::string> known = names_of(app);
  const std::vector<std::string_view> views(known.begin(), known.end());
  const bool is_command = !is_option && app.get_parent() == nullptr;
  const std::string problem =
      is_option    ? fmt::format("'{}' has no option '{}'{}", called, name, suggestion(name, views))
      : is_command ? fmt::format("no command is called '{}'{}", name, suggestion(name, views))
                   : fmt::format("'{}' takes no argument '{}' here", called, word);
  throw usage_error(fmt::format("{} (see {} --help)", problem, called));
}

/// What CLI11 says of a value, in this command's words.
std::string in_plain_words(const std::string& problem) {
  static const std::pair<std::regex, const char*> rewritings[] = {
      {std::regex(R"(^Could not convert: (\S+) = (.*)$)"), "$1: '$2' is not a number"},
      {std::regex(R"(^(\S+): At Most 1 required but received \d+$)"), "$1 is given more than once"},
      {std::regex(R"(^(\S+): 1 required .*missing$)"), "$1 needs a value"},
      {std::regex(R"(^(\S+): (.*) not in \{(.*)\}$)"), "$1: '$2' is none of $3"}};
  for (const auto& [pattern, words] : rewritings) {
    if (std::regex_match(problem, pattern)) { return std::regex_replace(problem, pattern, words); }
  }
  return problem;
}

/// Parses; returns false where help or the version was asked for and has been printed.
bool parse(CLI::App& app, const std::vector<std::string>& arguments) {
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    std::ostringstream unused;
    app.exit(asked, text, unused);
    print_out(text.str().ends_with('\n') ? text.str() : text.str() + "\n");
    return false;
  } catch (const CLI::ParseError& problem) {
    const auto chosen = app.get_subcommands();
    reject_unknown(chosen.empty() ? app : *chosen.front(),
                   chosen.empty() ? "orujo" : "orujo " + chosen.front()->get_name());
    throw usage_error(in_plain_words(problem.what()));
  }
  return true;
}

exit_code run_parsed(CLI::App& app, const std::vector<command>& commands) {
  const auto chosen = app.get_subcommands();
  reject_unknown(app, "orujo");
  if (chosen.empty()) {
    print_status(app.help());
    throw usage_error("no command was given");
  }
  reject_unknown(*chosen.front(), "orujo " + chosen.front()->get_name());
  const auto wanted = std::find_if(commands.begin(), commands.end(),
                                   [&](const command& one) { return one.app == chosen.front(); });
  ORUJO_ASSERT(wanted != commands.end(), "every subcommand is in the list of commands");
  return wanted->run();
}

/// Gives what follows `--` to the command that is called, if it takes that as it is; returns the
/// arguments that are left.
std::vector<std::string> without_rest(const std::vector<std::string>& arguments,
                                      const std::vector<command>& commands) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (mark == arguments.end() || mark == arguments.begin()) { return arguments; }
  const auto called = std::find_if(commands.begin(), commands.end(), [&](const command& one) {
    return one.app->get_name() == arguments.front();
  });
  if (called == commands.end()) { return arguments; }
  if (!called->take_rest) {
    const bool has_options = std::any_of(
        mark + 1, arguments.end(), [](const std::string& each) { return each.starts_with('-'); });
    if (has_options) { return arguments; }  // which are told to be unknown
    std::vector<std::string> without_mark(arguments.begin(), mark);
    without_mark.insert(without_mark.end(), mark + 1, arguments.end());
    return without_mark;
  }
  called->take_rest({mark + 1, arguments.end()});
  return {arguments.begin(), mark};
}

exit_code run_checked(const std::vector<std::string>& arguments) {
  CLI::App app(description, "orujo");
  app.formatter(std::make_shared<help_formatter>());
  app.set_version_flag("--version", fmt::format("orujo {}", program_version()));
  app.allow_extras();
  app.require_subcommand(0, 1);
  app.footer(epilogue);
  const std::vector<command> commands = add_all_commands(app);
  const std::vector<std::string> own = without_rest(arguments, commands);
  return parse(app, own) ? run_parsed(app, commands) : exit_code::done;
}

}  // namespace

exit_code run_command_line(const std::vector<std::string>& arguments) noexcept {
  return report_errors([&] { return run_checked(arguments); });
}

}  // namespace orujo::cli
