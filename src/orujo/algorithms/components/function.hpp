// Connected components as a processing function: the least vertex that one hangs together with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/base/ids.hpp"
#include "orujo/traversal/label_correcting/state.hpp"

namespace orujo {

/// `Label` can count the vertices.
template <typename Label>
struct least_vertex {
  using label_type = Label;
  using weight_type = no_weight;
  static constexpr edge_side side = edge_side::both;

  [[nodiscard]] static Label initial(vertex_id v) noexcept { return static_cast<Label>(v); }
  [[nodiscard]] static Label along(Label least, no_weight /*weight*/) noexcept { return least; }
  [[nodiscard]] static bool better(Label a, Label b) noexcept { return a < b; }
  [[nodiscard]] static Label rank(Label least) noexcept { return least; }
};

}  // namespace orujo
