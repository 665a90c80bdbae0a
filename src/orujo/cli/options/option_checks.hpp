// Checks of the values of options, made on their text: what a conversion accepts says too little.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include <CLI/CLI.hpp>

namespace orujo::cli {

/// Accepts whole numbers from `least` to `most`, written in digits alone. A sign, a zero in front
/// or a number of more than 64 bits would otherwise turn into another number.
[[nodiscard]] CLI::Validator whole_number(
    std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Refuses an empty text, which would otherwise stand for the default.
[[nodiscard]] CLI::Validator some_number();

/// Accepts finite numbers from 0 on.
[[nodiscard]] CLI::Validator number_from_zero();

}  // namespace orujo::cli
