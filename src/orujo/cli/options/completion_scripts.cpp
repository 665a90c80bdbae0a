// Walks the tree of subcommands and options, and writes it in each shell's words.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/completion_scripts.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/algorithms/catalogue/catalogue.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/graph/io/format.hpp"

namespace orujo::cli {

namespace {

struct option_words {
  std::string name;  // with its dashes
  std::string help;
  bool takes_value;
  std::string choices;  // what its value may be, if that is a list; blanks between
};

/// What the value of an option may be; empty: anything.
std::string choices_of(const std::string& command, const std::string& option) {
  if (option == "format") { return fmt::format("{}", fmt::join(all_format_names(), " ")); }
  if (option == "ids") { return "numbers names labels"; }
  for (const algorithm_entry& entry : all_algorithms()) {
    if (entry.name != command) { continue; }
    std::vector<std::string> names;
    if (option == "method") {
      for (const method_entry& each : entry.methods) { names.push_back(each.name); }
    }
    for (const option_entry& each : entry.options) {
      if (each.name == option) { names = each.names; }
    }
    return fmt::format("{}", fmt::join(names, " "));
  }
  return "";
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& root) {
  return root.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<option_words> options_of(const CLI::App& app) {
  std::vector<option_words> words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      words.push_back({"--" + name, option->get_description(), option->get_items_expected() > 0,
                       choices_of(app.get_name(), name)});
    }
  }
  return words;
}

std::string option_list(const CLI::App& app) {
  std::string list;
  for (const option_words& option : options_of(app)) {
    list += (list.empty() ? "" : " ") + option.name;
  }
  return list;
}

std::string setting_list() {
  std::string list;
  for (const setting_row& row : all_settings()) {
    list += fmt::format("{}{}=", list.empty() ? "" : " ", row.name);
  }
  return list;
}

/// `text` with each of `special` behind a backslash.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) { result += '\\'; }
    result += c;
  }
  return result;
}

/// `text` between single quotes for a POSIX shell.
std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

/// Bash's cases of options of a command whose values are known.
std::string value_cases(const CLI::App& sub) {
  std::string cases;
  for (const option_words& option : options_of(sub)) {
    if (option.choices.empty()) { continue; }
    cases += fmt::format("    \"{} {}\") words=\"{}\" ;;\n", sub.get_name(), option.name,
                         option.choices);
  }
  return cases;
}

/// What zsh is told of the value of an option.
std::string zsh_value(const option_words& option) {
  if (!option.choices.empty()) { return fmt::format(":value:({})", option.choices); }
  return option.takes_value ? ":value:_files" : "";
}

}  // namespace

std::string bash_completion(const CLI::App& root) {
  std::string names;
  std::string cases;
  std::string values;
  for (const CLI::App* sub : subcommands_of(root)) {
    names += sub->get_name() + " ";
    values += value_cases(*sub);
    cases += fmt::format("    {}) words=\"{}\" ;;\n", sub->get_name(), option_list(*sub));
  }
  return fmt::format(R"(# bash completion of orujo. Put this into ~/.bashrc:
#   source <(orujo completion bash)
_orujo() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
  COMPREPLY=()
  if [[ "$COMP_CWORD" -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{}{}" -- "$current"))
    return
  fi
  if [[ "$previous" == --set ]]; then
    compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -W "{}" -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}} $previous" in
{}  esac
  if [[ -n "$words" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  [[ "$current" == -* ]] || return  # a file: bash completes it
  case "${{COMP_WORDS[1]}}" in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _orujo orujo
)",
                     names, option_list(root), setting_list(), values, cases);
}

std::string zsh_completion(const CLI::App& root) {
  std::string names;
  std::string cases;
  for (const CLI::App* sub : subcommands_of(root)) {
    names += fmt::format(
        "    {}\n", single_quoted(escaped(sub->get_name(), ":") + ":" + sub->get_description()));
    cases += fmt::format("    {})\n      _arguments", sub->get_name());
    for (const option_words& option : options_of(*sub)) {
      const std::string help = escaped(option.help, "[]:");
      cases += " \\\n        " +
               single_quoted(fmt::format("*{}[{}]{}", option.name, help, zsh_value(option)));
    }
    cases += " \\\n        '*:graph:_files' ;;\n";
  }
  return fmt::format(R"(#compdef orujo
# zsh completion of orujo. Put this into ~/.zshrc, after compinit:
#   source <(orujo completion zsh)
_orujo() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local chosen="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$chosen" in
{}  esac
}}
if [[ "$funcstack[1]" == _orujo ]]; then  # zsh has loaded this as a file of its own
  _orujo "$@"
else
  compdef _orujo orujo
fi
)",
                     names, cases);
}

std::string fish_completion(const CLI::App& root) {
  std::string text =
      "# fish completion of orujo. Put this into ~/.config/fish/config.fish:\n"
      "#   orujo completion fish | source\n";
  const auto line = [&](std::string_view when, const option_words& option) {
    const std::string value = !option.choices.empty()
                                  ? fmt::format(" -x -a '{}'", option.choices)
                                  : std::string(option.takes_value ? " -r" : "");
    text += fmt::format("complete -c orujo -n '{}' -l {}{} -d '{}'\n", when, option.name.substr(2),
                        value, escaped(option.help, "'\\"));
  };
  for (const option_words& option : options_of(root)) { line("__fish_use_subcommand", option); }
  for (const CLI::App* sub : subcommands_of(root)) {
    text += fmt::format("complete -c orujo -n __fish_use_subcommand -f -a {} -d '{}'\n",
                        sub->get_name(), escaped(sub->get_description(), "'\\"));
    const std::string when = "__fish_seen_subcommand_from " + sub->get_name();
    for (const option_words& option : options_of(*sub)) { line(when, option); }
  }
  return text;
}

}  // namespace orujo::cli
