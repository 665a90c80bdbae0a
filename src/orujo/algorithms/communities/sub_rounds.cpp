// Counts classes, and brings changes to all ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/sub_rounds.hpp"

#include <functional>
#include <numeric>
#include <utility>

#include "orujo/epochs/collectives.hpp"

namespace orujo::community_search {

/// Turns the workers' numbers of vertices into where their places begin.
void vertex_classes::count() {
  std::uint32_t sum = 0;
  for (unsigned c = 0; c < num_classes; ++c) {
    starts_[c] = sum;
    for (std::size_t w = 0; w < space_.num_parts(); ++w) {
      sum += std::exchange(space_.part(w).places[c], sum);
    }
    sizes_[c] = sum - starts_[c];
  }
  starts_[num_classes] = sum;
  if (level_.spread != nullptr) {
    const std::vector<std::uint64_t> all =
        all_reduce(space_.team(), std::vector<std::uint64_t>(sizes_.begin(), sizes_.end()),
                   std::plus<>());
    std::copy(all.begin(), all.end(), sizes_.begin());
  }
  all_ = std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
}

changing_labels::changing_labels(search_space& space, const level_graph& level,
                                 std::span<level_vertex> label)
    : space_(space), level_(level), label_(label) {
  if (level.spread != nullptr) { ghosts_.emplace(space.team(), *level.spread); }
}

void changing_labels::push() {
  if (ghosts_) { ghosts_->update(label_); }
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

std::vector<label_change> changing_labels::changes_everywhere() const {
  std::vector<label_change> own;
  for (std::size_t w = 0; w < space_.num_parts(); ++w) {
    const auto& some = space_.part(w).changes;
    own.insert(own.end(), some.begin(), some.end());
  }
  std::vector<label_change> all;
  for (const auto& piece : all_gather(space_.team(), std::span<const label_change>(own))) {
    all.insert(all.end(), piece.begin(), piece.end());
  }
  return all;
}

}  // namespace orujo::community_search
