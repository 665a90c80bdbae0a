// Completion scripts for shells, made from the tree of subcommands and options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace orujo::cli {

/// The script that bash, zsh or fish reads to complete the command line of `root`.
[[nodiscard]] std::string bash_completion(const CLI::App& root);
[[nodiscard]] std::string zsh_completion(const CLI::App& root);
[[nodiscard]] std::string fish_completion(const CLI::App& root);

}  // namespace orujo::cli
