// Spreads the first bucket over those below it whenever the level rises.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/falling_buckets.hpp"

#include <algorithm>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo {

falling_buckets::falling_buckets(rank_team& team, std::span<const key_type> keys)
    : team_(team), keys_(keys), lanes_(static_cast<std::size_t>(team.num_workers())) {}

void falling_buckets::fill() {
  for_each_share(team_, keys_.size(), [&](worker& self, index_range share) {
    auto& buckets = lanes_[static_cast<std::size_t>(self.index())].buckets;
    std::array<std::size_t, num_buckets + 1> sizes{};
    for (std::size_t v = share.first; v < share.last; ++v) { ++sizes[bucket_at(keys_[v], 0)]; }
    for (std::size_t b = 0; b < num_buckets; ++b) { buckets[b].reserve(sizes[b]); }
    for (std::size_t v = share.first; v < share.last; ++v) {
      if (is_out(keys_[v])) { continue; }
      buckets[bucket_at(keys_[v], 0)].push_back(static_cast<local_vertex>(v));
    }
  });
}

bool falling_buckets::advance(frontier& into) {
  const key_type least = all_min(team_, least_here());
  if (is_out(least)) { return false; }
  const key_type level_before = std::exchange(level_, least);
  const std::size_t bucket = bucket_at(least, level_before);
  over_lanes(bucket, [&](std::size_t w, bucket_lane& lane) {
    spread(lane, bucket, level_before, into.lane(team_.worker_at(static_cast<int>(w))));
  });
  return true;
}

/// Runs `body(w, lane)` for the lanes of all workers; on all workers if the bucket is full enough.
template <typename Body>
void falling_buckets::over_lanes(std::size_t bucket, Body body) {
  std::size_t entries = 0;
  for (const bucket_lane& each : lanes_) { entries += each.buckets[bucket].size(); }
  if (is_done_alone(team_, entries)) {
    for (std::size_t w = 0; w < lanes_.size(); ++w) { body(w, lanes_[w]); }
    return;
  }
  team_.on_workers([&](worker& self) {
    const auto w = static_cast<std::size_t>(self.index());
    body(w, lanes_[w]);
  });
}

void falling_buckets::move(vertex_lane& lane, local_vertex v, fall keys) {
  if (is_out(keys.before) || keys.after < level_) { return; }
  if (keys.after == level_) {
    lane.add(v);
  } else {
    lanes_[lane.worker()].buckets[bucket_at(keys.after, level_)].push_back(v);
  }
}

/// The first bucket of this rank that holds a vertex; num_buckets if none does. Entries that were
/// left behind are dropped on the way.
std::size_t falling_buckets::first_bucket() {
  std::size_t first = num_buckets;
  for (bucket_lane& lane : lanes_) {
    for (std::size_t b = 0; b < first; ++b) {
      std::vector<local_vertex>& entries = lane.buckets[b];
      while (!entries.empty() && !is_in(b, keys_[entries.back()], level_)) { entries.pop_back(); }
      if (!entries.empty()) { first = b; }
    }
  }
  return first;
}

falling_buckets::key_type falling_buckets::least_here() {
  const std::size_t bucket = first_bucket();
  if (bucket == num_buckets) { return no_key; }
  struct alignas(cache_line_bytes) lane_least {
    key_type key;
  };
  std::vector<lane_least> least(lanes_.size());
  over_lanes(bucket, [&](std::size_t w, const bucket_lane& lane) {
    least[w].key = least_of(lane.buckets[bucket], bucket);
  });
  return std::min_element(least.begin(), least.end(),
                          [](lane_least a, lane_least b) { return a.key < b.key; })
      ->key;
}

falling_buckets::key_type falling_buckets::least_of(std::span<const local_vertex> entries,
                                                    std::size_t bucket) const noexcept {
  key_type least = no_key;
  for (const local_vertex v : entries) {
    if (is_in(bucket, keys_[v], level_)) { least = std::min(least, keys_[v]); }
  }
  return least;
}

/// Takes a lane's bucket apart, which has the keys of the new level and some above it.
void falling_buckets::spread(bucket_lane& lane, std::size_t bucket, key_type level_before,
                             vertex_lane& into) {
  std::vector<local_vertex> entries = std::exchange(lane.buckets[bucket], {});
  for (const local_vertex v : entries) {
    const key_type key = keys_[v];
    if (!is_in(bucket, key, level_before)) { continue; }
    if (key == level_) {
      into.add(v);
    } else {
      lane.buckets[bucket_at(key, level_)].push_back(v);
    }
  }
  entries.clear();
  if (lane.buckets[bucket].empty()) { lane.buckets[bucket].swap(entries); }  // its memory
}

}  // namespace orujo
