// Looks at all keys for the first levels, then spreads the first bucket over those below it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/falling_buckets.hpp"

#include <algorithm>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/parallel_reduce.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo {

falling_buckets::falling_buckets(rank_team& team, std::span<const key_type> keys)
    : team_(team), keys_(keys), lanes_(static_cast<std::size_t>(team.num_workers())) {}

bool falling_buckets::advance(frontier& into) {
  if (looks_ < most_looks) { return look(into); }
  if (!has_buckets_) { fill(); }
  const key_type least = all_min(team_, least_here());
  if (is_out(least)) { return false; }
  const key_type level_before = std::exchange(level_, least);
  const std::size_t bucket = bucket_at(least, level_before);
  over_lanes(bucket, [&](std::size_t w, bucket_lane& lane) {
    spread(lane, bucket, level_before, into.lane(team_.worker_at(static_cast<int>(w))));
  });
  return true;
}

/// Finds the next level among all keys, and then the vertices that are at it.
bool falling_buckets::look(frontier& into) {
  const key_type least = least_above_level();
  if (is_out(least)) { return false; }
  level_ = least;
  ++looks_;
  for_each_share(team_, keys_.size(), [&](worker& self, index_range share) {
    vertex_lane& lane = into.lane(self);
    std::array<local_vertex, 256> found;
    for (std::size_t first = share.first; first < share.last; first += found.size()) {
      std::size_t size = 0;
      for (std::size_t v = first; v < std::min(first + found.size(), share.last); ++v) {
        found[size] = static_cast<local_vertex>(v);
        size += std::size_t{keys_[v] == least};
      }
      lane.add(std::span(found.data(), size));
    }
  });
  return true;
}

/// The least key of any rank that has not been the level; no_key if there is none.
falling_buckets::key_type falling_buckets::least_above_level() {
  // Keys below wrap around, so that one comparison sorts them out.
  const key_type next = looks_ == 0 ? 0 : level_ + 1;
  const auto least_of_share = [&](index_range share) {
    key_type least = no_key;
    for (const key_type key : keys_.subspan(share.first, share.last - share.first)) {
      least = std::min(least, key - next);
    }
    return least;
  };
  const auto lesser = [](key_type a, key_type b) { return std::min(a, b); };
  const key_type least = parallel_reduce(team_, keys_.size(), least_of_share, lesser);
  return least < (key_type{1} << 31U) - next ? least + next : no_key;
}

/// Puts all vertices above the level into buckets.
void falling_buckets::fill() {
  has_buckets_ = true;
  for_each_share(team_, keys_.size(), [&](worker& self, index_range share) {
    auto& buckets = lanes_[static_cast<std::size_t>(self.index())].buckets;
    std::array<std::size_t, num_buckets> sizes{};
    const auto over_share = [&](auto body) {
      for (std::size_t v = share.first; v < share.last; ++v) {
        if (is_out(keys_[v]) || keys_[v] <= level_) { continue; }
        body(bucket_at(keys_[v], level_), static_cast<local_vertex>(v));
      }
    };
    over_share([&](std::size_t bucket, local_vertex /*v*/) { ++sizes[bucket]; });
    for (std::size_t b = 0; b < num_buckets; ++b) { buckets[b].reserve(sizes[b]); }
    over_share([&](std::size_t bucket, local_vertex v) { buckets[bucket].push_back(v); });
  });
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
  if (looks_ == 0 || is_out(keys.before) || keys.after < level_) { return; }
  if (keys.after == level_) {
    lane.add(v);
  } else if (has_buckets_) {
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
