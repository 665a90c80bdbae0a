// A subcommand: what the command line needs to know of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"

namespace orujo::cli {

/// One registered subcommand: `run` is called after its options are parsed and checked.
struct command {
  CLI::App* app = nullptr;
  std::function<exit_code()> run;
  /// Takes the arguments behind `--` as they are; empty: `--` means that no options follow.
  std::function<void(std::vector<std::string>)> take_rest = {};
};

/// What `--help` says about a subcommand.
struct command_text {
  const char* name;
  const char* group;
  const char* help;
  const char* example;  ///< Printed at the end of `--help`; one line each.
};

/// Adds an empty subcommand with its texts to `parent`.
[[nodiscard]] CLI::App* add_subcommand(CLI::App& parent, const command_text& text);

}  // namespace orujo::cli
