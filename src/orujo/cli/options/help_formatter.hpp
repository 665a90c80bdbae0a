// How --help looks: lines that fit a terminal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace orujo::cli {

class help_formatter final : public CLI::Formatter {
public:
  /// The value that an option takes, and its default.
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;

  /// What an option means, in several lines if need be.
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;

  /// One command in the list of commands.
  [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace orujo::cli
