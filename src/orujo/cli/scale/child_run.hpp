// Runs this program once more, as a process of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orujo/base/error.hpp"

namespace orujo::cli {

/// How a child ended.
struct child_outcome {
  exit_code code = exit_code::done;
  std::string output;            ///< What it wrote to its stdout.
  double seconds = 0;            ///< By the clock.
  std::uint64_t peak_bytes = 0;  ///< The most memory that it held.
};

/// Runs this program with `arguments` and waits for its end; what it writes to stderr is seen.
/// Throws: error with the exit code `runtime` if it cannot be started, or was killed;
/// interrupted_error.
[[nodiscard]] child_outcome run_child(const std::vector<std::string>& arguments);

}  // namespace orujo::cli
