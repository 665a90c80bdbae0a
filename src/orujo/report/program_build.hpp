// What was built: its version, and by which compiler.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace orujo {

/// The version of Orujo, "0.1.0".
[[nodiscard]] std::string_view program_version() noexcept;

/// Also says for which processors: "GCC 12.2.0 -march=x86-64-v3".
[[nodiscard]] const char* compiler_name() noexcept;

}  // namespace orujo
