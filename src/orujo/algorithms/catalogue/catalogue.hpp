// All algorithms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"

namespace orujo {

/// Every algorithm that a folder here declares in its entry.cpp, by name.
[[nodiscard]] std::span<const algorithm_entry> all_algorithms();

}  // namespace orujo
