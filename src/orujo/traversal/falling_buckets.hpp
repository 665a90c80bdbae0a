// Vertices by keys that only fall: those with the least key next, as peeling wants them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/frontier.hpp"

namespace orujo {

/// Owned vertices with keys below 2^31, taken level by level: the level is the least key of any
/// rank, and never falls. A fall from the level, or from below it, is passed over.
///
/// The first levels are found by a look at all keys each, which takes less time than to put all
/// vertices into buckets: on roads and meshes there are no others, and in graphs with hubs few
/// vertices are left. Then comes a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan 1990): bucket b
/// has the keys whose highest bit that differs from the level is bit b-1, so a vertex passes
/// through 31 buckets at most, whatever its key is, and only few of its falls move it. An entry
/// that was left behind in a bucket is told by the vertex's key, which belongs to another bucket:
/// it never belongs to that one again. Memory: 4 bytes for each entry of a vertex in a bucket.
class falling_buckets {
public:
  using key_type = std::uint32_t;

  /// The key of a vertex that is in no bucket: what falls from there on does not matter.
  static constexpr key_type no_key = 0xC000'0000;
  [[nodiscard]] static constexpr bool is_out(key_type key) noexcept { return key >= 0x8000'0000; }

  /// All vertices are in whose keys are not out; the level is 0 and no vertex is at it before
  /// advance(). `team` outlives the object, and `keys`, the user's array of one key for each owned
  /// vertex, does.
  falling_buckets(rank_team& team, std::span<const key_type> keys);
  falling_buckets(const falling_buckets&) = delete;
  falling_buckets& operator=(const falling_buckets&) = delete;

  /// Goes on to the least key of all vertices of all ranks, and adds those that have it to the
  /// lanes of `into`; from then on they are out. Returns whether there were any. Call: collective;
  /// worker 0, outside on_workers(). Cost: a reduction, and a look at each key, or at each entry of
  /// the first bucket.
  bool advance(frontier& into);

  [[nodiscard]] key_type level() const noexcept { return level_; }

  /// Two keys of a vertex, one after the other.
  struct fall {
    key_type before;
    key_type after;
  };

  /// Says that the key of `v` has fallen. If it has reached the level, `v` is added to `lane` and
  /// is out; a key that was at the level, or out, may be said to have fallen, and nothing happens.
  /// Call: the worker of `lane`; each fall is said by one worker.
  void fell(vertex_lane& lane, local_vertex v, fall keys) {
    // Whether they belong to different buckets: the highest bit of before ^ level is gone.
    if ((keys.after ^ level_) < (keys.before ^ keys.after)) [[unlikely]] { move(lane, v, keys); }
  }

private:
  static constexpr std::size_t num_buckets = 32;  // one for each width of key ^ level
  static constexpr int most_looks = 5;            // at all keys, before there are buckets

  struct alignas(cache_line_bytes) bucket_lane {
    std::array<std::vector<local_vertex>, num_buckets> buckets;
  };

  [[nodiscard]] static std::size_t bucket_at(key_type key, key_type level) noexcept {
    return static_cast<std::size_t>(std::bit_width(key ^ level));
  }
  [[nodiscard]] static bool is_in(std::size_t bucket, key_type key, key_type level) noexcept {
    return key >= level && bucket_at(key, level) == bucket;
  }

  [[nodiscard]] bool look(frontier& into);
  [[nodiscard]] key_type least_above_level();
  void fill();
  template <typename Body>
  void over_lanes(std::size_t bucket, Body body);
  void move(vertex_lane& lane, local_vertex v, fall keys);
  [[nodiscard]] std::size_t first_bucket();
  [[nodiscard]] key_type least_here();
  [[nodiscard]] key_type least_of(std::span<const local_vertex> entries,
                                  std::size_t bucket) const noexcept;
  void spread(bucket_lane& lane, std::size_t bucket, key_type level_before, vertex_lane& into);

  rank_team& team_;
  std::span<const key_type> keys_;
  key_type level_ = 0;
  int looks_ = 0;
  bool has_buckets_ = false;
  std::vector<bucket_lane> lanes_;
};

}  // namespace orujo
