// Which end of an edge looks for the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo {

/// How the vertices of a frontier and the targets of their edges find each other.
enum class map_direction : std::uint8_t {
  push,    ///< Sources act on their targets.
  pull,    ///< Targets look for sources in the frontier: no isolation, no messages but an image.
  cheaper  ///< Pull where that is expected to look at less.
};

}  // namespace orujo
