// Flattens trees by jumping from parent to parent.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/flat_trees.hpp"

#include <algorithm>
#include <atomic>

#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/joining/merge.hpp"

namespace orujo::connectivity {

void flat_trees::flatten() {
  do {
    over_owned([&](local_vertex v) { jump_here(v); });
  } while (team_.size() > 1 && jump_to_other_ranks());
  update_ghosts();
}

/// Makes the parent of `v`, and of all vertices on the way, a root or a vertex of another rank.
void flat_trees::jump_here(local_vertex v) noexcept {
  // relaxed: other workers shorten the same ways, and each vertex on them leads to the same end
  const auto parent_of = [&](local_vertex at) {
    return std::atomic_ref<vertex_id>(parents_[at]).load(std::memory_order_relaxed);
  };
  const vertex_id first = parent_of(v);
  vertex_id above = first;
  while (graph_.owns(above)) {
    const vertex_id next = parent_of(graph_.local(above));
    if (next == above) { break; }
    above = next;
  }
  // All that lies on the way, so that no way is walked twice: trees may be paths.
  for (vertex_id next = first; next != above;) {
    std::atomic_ref<vertex_id>(parents_[v]).store(above, std::memory_order_relaxed);
    v = graph_.local(next);
    next = parent_of(v);
  }
}

/// Replaces parents of other ranks by theirs. Returns whether that has changed any, on any rank.
bool flat_trees::jump_to_other_ranks() {
  const std::vector<vertex_id> wanted = remote_parents();
  const std::vector<vertex_id> above =
      fetch_from_owners(team_, graph_.partition(), parents_of_owned(), wanted);
  over_owned([&](local_vertex v) {
    if (graph_.owns(parents_[v])) { return; }
    const auto at = std::lower_bound(wanted.begin(), wanted.end(), parents_[v]);
    parents_[v] = above[static_cast<std::size_t>(at - wanted.begin())];
  });
  return all_max(team_, above == wanted ? 0 : 1) > 0;
}

/// Most vertices in a row have the same parent.
std::vector<vertex_id> flat_trees::remote_parents() const {
  std::vector<vertex_id> found;
  for (const vertex_id parent : parents_of_owned()) {
    if (graph_.owns(parent) || (!found.empty() && found.back() == parent)) { continue; }
    found.push_back(parent);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace orujo::connectivity
