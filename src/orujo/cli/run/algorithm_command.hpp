// The command of an algorithm, from its entry in the catalogue.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/cli/command.hpp"

namespace orujo::cli {

/// Adds a subcommand with the options that `entry` and every algorithm have. It loads the graph,
/// runs trials, verifies, and writes what is asked for. The entry outlives the command.
[[nodiscard]] command add_algorithm_command(CLI::App& parent, const algorithm_entry& entry);

}  // namespace orujo::cli
