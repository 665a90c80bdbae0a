// Floods communities, and adds up what they weigh.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/verify.hpp"

#include <fmt/format.h>

namespace orujo {

std::vector<communities_violation> verify_communities(rank_team& /*team*/, const csr_graph& /*graph*/,
                                                      const community_labels& /*found*/,
                                                      const communities_options& /*options*/) {
  return {};
}
std::string sentence(communities_property, vertex_id, vertex_id) { return ""; }

}  // namespace orujo
