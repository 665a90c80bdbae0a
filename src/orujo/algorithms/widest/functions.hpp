// Widest paths as a processing function: how much gets through along one path.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "orujo/base/ids.hpp"

namespace orujo {

/// The width where there is no path, if `least` is the least weight: nothing gets through. Where
/// weights are negative, a width of 0 is one like others, and this is below all.
template <typename Width>
[[nodiscard]] constexpr Width no_width(Width least) noexcept {
  if constexpr (std::is_floating_point_v<Width>) {
    return least < Width{0} ? -std::numeric_limits<Width>::infinity() : Width{0};
  } else {
    return least < Width{0} ? std::numeric_limits<Width>::min() : Width{0};
  }
}

/// A path is as wide as its narrowest edge; the source itself as wide as can be.
template <typename Width>
struct widest_paths {
  using label_type = Width;
  using weight_type = Width;
  static constexpr Width endless = std::numeric_limits<Width>::max();

  [[nodiscard]] Width initial(vertex_id v) const noexcept {
    return v == source ? endless : nothing;
  }
  [[nodiscard]] static Width along(Width from, Width edge) noexcept { return std::min(from, edge); }
  [[nodiscard]] static bool better(Width a, Width b) noexcept { return a > b; }
  [[nodiscard]] double rank(Width width) const noexcept {
    const double below =
        static_cast<double>(widest_edge) - static_cast<double>(std::min(width, widest_edge));
    return std::min(below, std::numeric_limits<double>::max());  // infinity is no rank
  }

  vertex_id source;
  Width widest_edge;  ///< Of the whole graph.
  Width nothing;      ///< As no_width() says.
};

}  // namespace orujo
