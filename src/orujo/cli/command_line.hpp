// Reads the command line, runs the subcommand it names, and turns errors into exit codes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/base/error.hpp"

namespace orujo::cli {

/// Runs the program with `arguments` (without the program's name). Never throws: what went wrong
/// is one line on stderr, and the exit code.
[[nodiscard]] exit_code run_command_line(const std::vector<std::string>& arguments) noexcept;

}  // namespace orujo::cli
