// Counts who is in which sub-round, and brings changes to all ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/sub_rounds.hpp"

#include <functional>
#include <numeric>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/graph/known_vertex.hpp"

namespace orujo::community_search {

/// Turns the workers' numbers of vertices into where their places begin.
void round_lists::make_places() {
  std::uint32_t sum = 0;
  for (std::uint32_t s = 0; s < plan.size(); ++s) {
    starts_[s] = sum;
    for (std::size_t w = 0; w < space_.num_parts(); ++w) {
      sum += std::exchange(space_.part(w).places[s], sum);
    }
    sizes_[s] = sum - starts_[s];
  }
  starts_[plan.size()] = sum;
  if (level_.spread != nullptr) { sizes_ = all_reduce(space_.team(), sizes_, std::plus<>()); }
  all_ = std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
}

std::uint64_t changing_labels::take_changed() {
  const std::uint64_t own = std::exchange(changed_, 0);
  return level_.spread != nullptr ? all_sum(space_.team(), own) : own;
}

std::uint64_t changing_labels::count_changes() const {
  std::uint64_t sum = 0;
  for (std::size_t w = 0; w < space_.num_parts(); ++w) { sum += space_.part(w).changes.size(); }
  return sum;
}

std::vector<label_change> changing_labels::changes_everywhere() {
  std::vector<label_change> own;
  for (std::size_t w = 0; w < space_.num_parts(); ++w) {
    const auto& some = space_.part(w).changes;
    own.insert(own.end(), some.begin(), some.end());
  }
  std::vector<label_change> all;
  for (const auto& piece : all_gather(space_.team(), std::span<const label_change>(own))) {
    for (const label_change& each : piece) { change_ghost(each); }
    all.insert(all.end(), piece.begin(), piece.end());
  }
  return all;
}

void changing_labels::change_ghost(const label_change& change) {
  const csr_graph& graph = *level_.spread;
  if (graph.owns(vertex_id{change.vertex})) { return; }
  const auto ghost = known_vertex(graph, vertex_id{change.vertex});
  if (ghost && *ghost < level_.known) { label_[*ghost] = change.to; }
}

void push_labels(search_space& space, const level_graph& level, std::span<level_vertex> label) {
  if (level.spread == nullptr) { return; }
  ghost_values<level_vertex>(space.team(), *level.spread).update(label);
}

}  // namespace orujo::community_search
