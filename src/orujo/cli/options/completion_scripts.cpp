// Walks the tree of subcommands and options, and writes it in each shell's words.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/completion_scripts.hpp"

#include <algorithm>
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

/// `words` with blanks between.
template <typename Words>
std::string listed(const Words& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// Names of which one has to be chosen, `a|b|c`, as a list; empty if the text is none such.
std::string names_between_bars(std::string text) {
  constexpr std::string_view of_names = "abcdefghijklmnopqrstuvwxyz0123456789_|";
  const bool are_names =
      text.find('|') != std::string::npos && text.find_first_not_of(of_names) == std::string::npos;
  if (!are_names) { return ""; }
  std::replace(text.begin(), text.end(), '|', ' ');
  return text;
}

/// What the value of an option that the catalogue declares may be, or begin with.
std::vector<std::string> declared_choices(const std::string& command, const std::string& option) {
  std::vector<std::string> names;
  for (const algorithm_entry& entry : all_algorithms()) {
    if (entry.name != command) { continue; }
    for (const method_entry& each : entry.methods) {
      if (option == "method") { names.push_back(each.name); }
    }
    for (const option_entry& each : entry.options) {
      if (each.name == option) { names = each.names.empty() ? each.beginnings : each.names; }
    }
  }
  return names;
}

/// What the value of an option may be; empty: anything.
std::string choices_of(const CLI::App& command, const CLI::Option& option,
                       const std::string& name) {
  if (name == "format") { return listed(all_format_names()); }
  if (name == "ids") { return "numbers names labels"; }
  const std::string declared = listed(declared_choices(command.get_name(), name));
  return declared.empty() ? names_between_bars(option.get_type_name()) : declared;
}

/// What the first argument of a command may be that is no option; empty: a file.
std::string arguments_of(const CLI::App& command) {
  const std::string name = command.get_name();
  if (name == "completion") { return "bash zsh fish"; }
  if (name != "describe" && name != "scale") { return ""; }
  std::vector<std::string> names;
  for (const algorithm_entry& entry : all_algorithms()) { names.push_back(entry.name); }
  return listed(names);
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& root) {
  return root.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<option_words> options_of(const CLI::App& app) {
  std::vector<option_words> words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      words.push_back({"--" + name, option->get_description(), option->get_items_expected() > 0,
                       choices_of(app, *option, name)});
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

/// Bash's cases of settings whose values are names.
std::string setting_cases() {
  std::string cases;
  for (const setting_row& row : all_settings()) {
    const std::string names = row.kind == setting_kind::boolean
                                  ? "true false"
                                  : names_between_bars(std::string(row.choices));
    if (!names.empty()) { cases += fmt::format("      {}) words=\"{}\" ;;\n", row.name, names); }
  }
  return cases;
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

/// Bash's case of the first argument of a command, if that is a name.
std::string argument_case(const CLI::App& sub) {
  const std::string words = arguments_of(sub);
  if (words.empty()) { return ""; }
  return fmt::format(
      "    \"{0} {0}\") [[ \"$COMP_CWORD\" -ne 2 || \"$current\" == -* ]] || words=\"{1}\" ;;\n",
      sub.get_name(), words);
}

/// Zsh's case of a command: its options and arguments.
std::string zsh_case(const CLI::App& sub) {
  std::string text = fmt::format("    {})\n      _arguments", sub.get_name());
  for (const option_words& option : options_of(sub)) {
    const std::string help = escaped(option.help, "[]:");
    text += " \\\n        " +
            single_quoted(fmt::format("*{}[{}]{}", option.name, help, zsh_value(option)));
  }
  const std::string first = arguments_of(sub);
  if (!first.empty()) { text += fmt::format(" \\\n        '1:name:({})'", first); }
  return text + " \\\n        '*:graph:_files' ;;\n";
}

/// With braces doubled, for fmt: names of commands, options of all, settings, cases of settings, of
/// values and of options.
constexpr const char* bash_script = R"(# bash completion of orujo. Put this into ~/.bashrc:
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
  if [[ "$COMP_CWORD" -gt 3 ]]; then  # behind --set NAME=; the sign is a word to bash
    local sign="$previous" name="${{COMP_WORDS[COMP_CWORD-2]}}" option="${{COMP_WORDS[COMP_CWORD-3]}}"
    if [[ "$current" == "=" ]]; then
      sign="=" option="$name" name="$previous" current=""
    fi
    if [[ "$sign" == "=" && "$option" == --set ]]; then
      case "$name" in
{}      esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
      return
    fi
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
)";

/// Names of commands with their help, and cases of commands.
constexpr const char* zsh_script = R"(#compdef orujo
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
)";

}  // namespace

std::string bash_completion(const CLI::App& root) {
  std::string names;
  std::string cases;
  std::string values;
  for (const CLI::App* sub : subcommands_of(root)) {
    names += sub->get_name() + " ";
    values += value_cases(*sub) + argument_case(*sub);
    cases += fmt::format("    {}) words=\"{}\" ;;\n", sub->get_name(), option_list(*sub));
  }
  return fmt::format(bash_script, names, option_list(root), setting_list(), setting_cases(), values,
                     cases);
}

std::string zsh_completion(const CLI::App& root) {
  std::string names;
  std::string cases;
  for (const CLI::App* sub : subcommands_of(root)) {
    names += fmt::format(
        "    {}\n", single_quoted(escaped(sub->get_name(), ":") + ":" + sub->get_description()));
    cases += zsh_case(*sub);
  }
  return fmt::format(zsh_script, names, cases);
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
    if (const std::string first = arguments_of(*sub); !first.empty()) {
      text += fmt::format("complete -c orujo -n '{}' -f -a '{}'\n", when, first);
    }
  }
  return text;
}

}  // namespace orujo::cli
