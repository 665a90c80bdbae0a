// Wraps what CLI11 prints in one line.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/help_formatter.hpp"

#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/text_table.hpp"

namespace orujo::cli {

namespace {

std::string wrapped(std::string_view text, std::size_t columns_before) {
  return fmt::format("{}", fmt::join(wrapped_lines(text, terminal_columns - columns_before), "\n"));
}

}  // namespace

std::string help_formatter::make_option_opts(const CLI::Option* option) const {
  std::string text = CLI::Formatter::make_option_opts(option);
  // Which options exclude each other is said when both are given; here it would only be noise.
  return text.substr(0, text.find(" " + get_label("Excludes") + ":"));
}

std::string help_formatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(option->get_description(), column_width_);
}

std::string help_formatter::make_subcommand(const CLI::App* command) const {
  constexpr std::size_t name_columns = 14;
  std::ostringstream text;
  CLI::detail::format_help(text, command->get_name(),
                           wrapped(command->get_description(), name_columns), name_columns);
  return text.str();
}

}  // namespace orujo::cli
