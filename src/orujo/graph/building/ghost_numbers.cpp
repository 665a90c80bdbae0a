// Ghosts as a bitmap or a sorted list, and their counterparts on the owners' side.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/ghost_numbers.hpp"

#include <algorithm>

#include "orujo/epochs/collectives.hpp"

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
  std::vector<local_vertex> wanted(ghosts.size());  // as their owners call them
  std::size_t owners = 0;
  for (auto rest = ghosts; !rest.empty(); ++owners) {
    rest = rest.subspan(partition.with_one_owner(rest));
  }
  std::vector<outgoing_piece> outgoing;
  outgoing.reserve(owners);
  for (std::size_t at = 0; at < ghosts.size();) {
    const rank_id owner = partition.owner(ghosts[at]);
    const std::size_t count = partition.with_one_owner(ghosts.subspan(at));
    const auto names = std::span(wanted).subspan(at, count);
    for (std::size_t i = 0; i < count; ++i) {
      names[i] = static_cast<local_vertex>(ghosts[at + i] - partition.first(owner));
    }
    outgoing.push_back({owner, std::as_bytes(names)});
    at += count;
  }
  mirror_lists mirrors;
  for (const arrived_piece& piece : exchange_pieces(team, outgoing)) {
    mirrors.add(piece.from, from_bytes<local_vertex>(piece.bytes));
  }
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
