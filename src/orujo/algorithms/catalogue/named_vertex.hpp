// A vertex that an option names as the input does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// An option, with its dashes, and what it was given.
struct given_option {
  std::string name;
  std::string value;
};

/// The vertex that the option names by its id or its name in the input. Call: collective.
/// Throws on every rank: agreed_error for wrong use if the graph has none.
[[nodiscard]] vertex_id named_vertex(rank_team& team, const csr_graph& graph,
                                     const given_option& option);

}  // namespace orujo
