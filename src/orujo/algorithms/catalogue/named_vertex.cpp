// Looks a vertex up, and says why there is none.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/named_vertex.hpp"

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/vertex_lookup.hpp"

namespace orujo {

vertex_id named_vertex(rank_team& team, const csr_graph& graph, const given_option& option) {
  const std::string& name = graph.facts().name;
  const bool digits = option.value.find_first_not_of("0123456789") == std::string::npos;
  if (!digits && !graph.ids().is_named()) {
    throw agreed_error(exit_code::usage,
                       fmt::format("{}: the vertices of {} are whole numbers, and '{}' is none; "
                                   "names in an edge list are read with --ids names",
                                   option.name, name, option.value));
  }
  const vertex_id vertex = find_vertex(team, graph, option.value);
  if (vertex == no_vertex) {
    throw agreed_error(exit_code::usage,
                       fmt::format("{}: {} has no vertex {}", option.name, name, option.value));
  }
  return vertex;
}

}  // namespace orujo
