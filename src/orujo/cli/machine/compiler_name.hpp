// The compiler that built the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace orujo::cli {

/// Also says for which processors: "GCC 12.2.0 -march=x86-64-v3".
[[nodiscard]] const char* compiler_name() noexcept;

}  // namespace orujo::cli
