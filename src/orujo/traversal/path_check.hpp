// Checks a path that a search has answered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/traced_path.hpp"

namespace orujo {

/// What is said of a path; the same on every rank.
struct path_claim {
  path_ends ends;
  std::span<const vertex_id> path;
  bool is_reached = false;  ///< The target, by what else is known.
};

/// What is wrong with a claim, in a sentence, the same on every rank; empty if nothing is.
/// `holds(i)`, for i from 1 on, says whether path[i - 1] and path[i] are joined as they should be,
/// and true on ranks that do not know. Call: collective.
template <typename Holds>
[[nodiscard]] std::string path_problem(rank_team& team, const path_claim& claim, Holds holds) {
  const auto path = claim.path;
  if (path.empty() == claim.is_reached) {
    return "there is a path, and none was found, or the other way round";
  }
  if (path.empty()) { return {}; }
  if (path.front() != claim.ends.source || path.back() != claim.ends.target) {
    return "the path does not lead from the source to the target";
  }
  std::size_t wrong = path.size();
  for (std::size_t i = path.size() - 1; i > 0; --i) { wrong = holds(i) ? wrong : i; }
  wrong = all_min(team, wrong);
  if (wrong == path.size()) { return {}; }
  return fmt::format("the path has no such edge from {} to {}", path[wrong - 1], path[wrong]);
}

}  // namespace orujo
