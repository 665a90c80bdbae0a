// Ghosts as a bitmap or a sorted list, and their counterparts on the owners' side.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/ghost_numbers.hpp"

#include <algorithm>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/piece_exchange.hpp"

namespace orujo::building {

ghost_numbers::ghost_numbers(vertex_id owned, vertex_id vertices, std::uint64_t arcs)
    : owned_(owned) {
  constexpr std::uint64_t always_fine = std::uint64_t{4} << 10U;
  const vertex_id others = vertices - owned;
  if (others / 4 <= std::max(always_fine, arcs * sizeof(local_vertex))) {
    bitmap_ = std::make_unique<ranked_bitmap>(others);
  }
}

void ghost_numbers::add_to_list(std::vector<std::uint64_t> some) {
  std::sort(some.begin(), some.end());
  some.erase(std::unique(some.begin(), some.end()), some.end());
  const std::lock_guard guard(list_mutex_);
  list_.insert(list_.end(), some.begin(), some.end());
}

void ghost_numbers::seal() {
  if (bitmap_) {
    bitmap_->count();
    return;
  }
  std::sort(list_.begin(), list_.end());
  list_.erase(std::unique(list_.begin(), list_.end()), list_.end());
}

std::uint64_t ghost_numbers::place_in_list(std::uint64_t target) const noexcept {
  return static_cast<std::uint64_t>(std::lower_bound(list_.begin(), list_.end(), target) -
                                    list_.begin());
}

std::vector<std::uint64_t> ghost_numbers::members() const {
  if (!bitmap_) { return list_; }
  std::vector<std::uint64_t> all = bitmap_->members(0, bitmap_->size());
  for (std::uint64_t& number : all) { number += owned_; }
  return all;
}

mirror_lists find_mirrors(rank_team& team, const block_partition& partition,
                          std::span<const vertex_id> ghosts) {
  piece_exchange exchange(team);
  std::vector<local_vertex> names;  // of one owner's ghosts, as it calls them
  const auto send = [&](std::span<const vertex_id> rest) {
    while (!rest.empty()) {
      const rank_id owner = partition.owner(rest.front());
      const std::size_t count = partition.with_one_owner(rest);
      names.clear();
      for (const vertex_id v : rest.first(count)) {
        names.push_back(static_cast<local_vertex>(v - partition.first(owner)));
      }
      exchange.send(owner, std::as_bytes(std::span(names)));
      rest = rest.subspan(count);
    }
  };
  // Everybody begins behind itself.
  const vertex_id own = partition.first(team.rank());
  const auto behind = static_cast<std::size_t>(std::lower_bound(ghosts.begin(), ghosts.end(), own) -
                                               ghosts.begin());
  send(ghosts.subspan(behind));
  send(ghosts.first(behind));
  mirror_lists mirrors;
  exchange.receive_all([&](rank_id from, std::span<const std::byte> bytes) {
    mirrors.add(from, from_bytes<local_vertex>(bytes));
  });
  mirrors.seal();
  return mirrors;
}

adjacency adjacency_of(owned_arrays arrays, std::uint64_t arcs) {
  auto kept = std::make_shared<owned_arrays>(std::move(arrays));
  return {.offsets = kept->offsets.span(),
          .targets = kept->targets.span().first(arcs),
          .weights = kept->weights.first(arcs),
          .storage = kept};
}

}  // namespace orujo::building
