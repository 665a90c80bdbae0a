// The manual page of the program, made from the tree of subcommands and options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace orujo::cli {

/// The page that `man` reads. What several commands of `root` take alike stands in it once.
[[nodiscard]] std::string manual_page(const CLI::App& root);

}  // namespace orujo::cli
