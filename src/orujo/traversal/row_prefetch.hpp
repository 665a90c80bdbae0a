// How far ahead graph loops fetch rows and what they will ask of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace orujo {

/// Vertices ahead. A row takes longer than a message, and farther ones would push others out of the
/// cache: breadth-first search and shortest paths were slower with 64 than with 16.
inline constexpr std::size_t rows_ahead = 16;

}  // namespace orujo
