// Widest paths as a processing function: how much gets through along one path.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include "orujo/base/ids.hpp"

namespace orujo {

/// A path is as wide as its narrowest edge; the source itself as wide as can be.
template <typename Width>
struct widest_paths {
  using label_type = Width;
  using weight_type = Width;
  static constexpr Width nothing = 0;
  static constexpr Width endless = std::numeric_limits<Width>::max();

  [[nodiscard]] Width initial(vertex_id v) const noexcept {
    return v == source ? endless : nothing;
  }
  [[nodiscard]] static Width along(Width from, Width edge) noexcept { return std::min(from, edge); }
  [[nodiscard]] static bool better(Width a, Width b) noexcept { return a > b; }
  [[nodiscard]] double rank(Width width) const noexcept {
    return static_cast<double>(widest_edge) - static_cast<double>(std::min(width, widest_edge));
  }

  vertex_id source;
  Width widest_edge;  ///< Of the whole graph.
};

}  // namespace orujo
