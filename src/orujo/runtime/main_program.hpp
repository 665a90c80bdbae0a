// What a program's main() does around its team: errors as messages and exit codes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "orujo/base/error.hpp"
#include "orujo/runtime/launch.hpp"

namespace orujo {

/// The rank that a launcher gave to this process; 0 if nobody launched it.
[[nodiscard]] int rank_of_process() noexcept;

/// Calls `work`, and returns its exit code or that of the error it throws, which is printed on
/// stderr: once where all processes of a launcher fail alike, else by each that fails.
[[nodiscard]] exit_code report_errors(const std::function<exit_code()>& work) noexcept;

/// Runs a program on a team, as run_team() does, for main() to return: 0, or the exit code of an
/// error, which is printed as report_errors() does. SIGINT and SIGTERM end it as interrupted.
[[nodiscard]] int run_main(const launch_options& options,
                           const std::function<void(rank_team&)>& program) noexcept;

}  // namespace orujo
