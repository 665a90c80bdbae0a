// What one search is asked for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/base/ids.hpp"
#include "orujo/traversal/edge_side.hpp"

namespace orujo {

struct search_request {
  vertex_id source;
  /// The search ends with the level that has this vertex: those farther away are not reached.
  vertex_id target = no_vertex;
  edge_side follow = edge_side::out;  ///< Not both.
};

}  // namespace orujo
