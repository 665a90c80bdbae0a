// The arcs that a rank has received, sorted roughly: in buckets of neighbouring sources.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "orujo/graph/building/block_memory.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo::building {

/// How the owned vertices are cut into buckets: vertex v belongs to bucket v >> shift.
struct bucket_shape {
  std::uint64_t vertices = 0;
  unsigned shift = 0;

  [[nodiscard]] std::size_t buckets() const noexcept {
    return static_cast<std::size_t>((vertices + (std::uint64_t{1} << shift) - 1) >> shift);
  }
  /// The vertices of `bucket`: first and one behind the last.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> range(std::size_t bucket) const noexcept {
    return {std::uint64_t{bucket} << shift,
            std::min(vertices, (std::uint64_t{bucket} + 1) << shift)};
  }
};

/// Buckets whose arcs fit into a core's second-level cache, but not so many that the places where
/// they are being filled do not; and enough for all workers.
[[nodiscard]] inline bucket_shape choose_buckets(std::uint64_t vertices, std::uint64_t arcs,
                                                 int workers) {
  constexpr unsigned largest_shift = 16;  // a source is two bytes
  constexpr std::uint64_t arcs_in_cache = std::uint64_t{1} << 17U;
  constexpr std::uint64_t most_buckets = 2048;
  const std::uint64_t least = workers == 1 ? 1 : 4 * static_cast<std::uint64_t>(workers);
  const std::uint64_t wanted = std::clamp(arcs / arcs_in_cache, least, most_buckets);
  const std::uint64_t size = std::max<std::uint64_t>(1, vertices / wanted);
  const auto shift = static_cast<unsigned>(std::bit_width(size) - 1);
  return {vertices, std::min(shift, largest_shift)};
}

/// `Target` is wide enough for every vertex of the graph. Every worker adds to its own blocks.
template <typename Target, bool Weighted>
class arc_store {
public:
  /// Some arcs of one bucket: equally long arrays.
  struct block_view {
    std::span<const Target> targets;
    std::span<const weight_bits> weights;
    std::span<const std::uint16_t> sources;  ///< Relative to the first vertex of the bucket.
  };

  arc_store(const bucket_shape& shape, int workers)
      : shape_(shape), lanes_(static_cast<std::size_t>(workers)) {
    for (lane& each : lanes_) {
      each.cursors.resize(shape.buckets());
      each.blocks.resize(shape.buckets());
      each.arenas.resize(shape.buckets() / group_buckets + 1);
    }
    for (std::size_t group = 0; group * group_buckets < shape.buckets(); ++group) {
      const std::size_t behind = shape.buckets() - group * group_buckets;
      unreleased_.emplace_back(static_cast<int>(std::min(group_buckets, behind)));
    }
  }

  [[nodiscard]] const bucket_shape& shape() const noexcept { return shape_; }

  /// Call: by `worker` only.
  void add(int worker, std::uint64_t source, Target target, weight_bits weight) {
    lane& own = lanes_[static_cast<std::size_t>(worker)];
    const std::size_t bucket = source >> shape_.shift;
    cursor& at = own.cursors[bucket];
    if (at.used == at.capacity) [[unlikely]] { grow(own, bucket); }
    const arrays place(at.base, at.capacity);
    place.targets[at.used] = target;
    if constexpr (Weighted) { place.weights[at.used] = weight; }
    place.sources[at.used] =
        static_cast<std::uint16_t>(source & ((std::uint64_t{1} << shape_.shift) - 1));
    ++at.used;
  }

  /// Call: local, when no worker adds any more.
  [[nodiscard]] std::uint64_t arcs() const noexcept {
    std::uint64_t total = 0;
    for (const lane& each : lanes_) {
      total += each.full_arcs;
      for (const cursor& at : each.cursors) { total += at.used; }
    }
    return total;
  }

  /// The arcs of the fullest bucket. Call: as arcs().
  [[nodiscard]] std::uint64_t largest_bucket() const {
    std::uint64_t most = 0;
    for (std::size_t bucket = 0; bucket < shape_.buckets(); ++bucket) {
      std::uint64_t size = 0;
      for (const auto& view : views(bucket)) { size += view.targets.size(); }
      most = std::max(most, size);
    }
    return most;
  }

  /// The arcs of `bucket`. Call: as arcs().
  [[nodiscard]] std::vector<block_view> views(std::size_t bucket) const {
    std::vector<block_view> all;
    for (const lane& each : lanes_) {
      const std::vector<block>& blocks = each.blocks[bucket];
      for (const block& full : blocks) {
        const bool last = &full == &blocks.back();
        const std::uint32_t size = last ? each.cursors[bucket].used : full.capacity;
        const arrays place(full.base, full.capacity);
        all.push_back(
            {{place.targets, size}, {place.weights, Weighted ? size : 0}, {place.sources, size}});
      }
    }
    return all;
  }

  /// The arcs of `bucket` are not needed any more. Once neighbouring buckets are not either, they
  /// are freed together. Call: as arcs(); any worker, once for each bucket.
  void release(std::size_t bucket) noexcept {
    const std::size_t group = bucket / group_buckets;
    // acq_rel: whoever frees them comes behind all that have used them
    if (unreleased_[group].fetch_sub(1, std::memory_order_acq_rel) > 1) { return; }
    for (lane& each : lanes_) { each.arenas[group].release(); }
  }

private:
  static constexpr std::size_t arc_bytes =
      sizeof(Target) + (Weighted ? sizeof(weight_bits) : 0) + sizeof(std::uint16_t);

  // Arcs; powers of two, so that the arrays in a block are aligned.
  static constexpr std::uint32_t smallest_block = 64;
  static constexpr std::uint32_t largest_block = 4096;
  static constexpr std::size_t group_buckets = 16;

  struct cursor {
    std::byte* base = nullptr;
    std::uint32_t used = 0;
    std::uint32_t capacity = 0;
  };
  struct block {
    std::byte* base;
    std::uint32_t capacity;
  };
  struct alignas(cache_line_bytes) lane {
    std::vector<cursor> cursors;             // one for each bucket
    std::vector<std::vector<block>> blocks;  // of each bucket; the last one is being filled
    std::vector<block_arena> arenas;         // of each group of buckets
    std::uint64_t full_arcs = 0;
  };

  /// Where in a block the arrays lie: those of larger elements first, so that all are aligned.
  struct arrays {
    // The block is raw memory and these types are implicit-lifetime ones.
    arrays(std::byte* base, std::size_t capacity) noexcept
        : targets(reinterpret_cast<Target*>(base)),
          weights(reinterpret_cast<weight_bits*>(base + capacity * sizeof(Target))),
          sources(reinterpret_cast<std::uint16_t*>(
              base + capacity * (arc_bytes - sizeof(std::uint16_t)))) {}
    Target* targets;
    weight_bits* weights;
    std::uint16_t* sources;
  };

  [[gnu::noinline]] void grow(lane& own, std::size_t bucket) {
    cursor& at = own.cursors[bucket];
    const std::uint32_t capacity = std::clamp(2 * at.capacity, smallest_block, largest_block);
    std::byte* const base = own.arenas[bucket / group_buckets].allocate(capacity * arc_bytes);
    own.full_arcs += at.capacity;
    at = {base, 0, capacity};
    own.blocks[bucket].push_back({base, capacity});
  }

  bucket_shape shape_;
  std::vector<lane> lanes_;                  // one for each worker
  std::deque<std::atomic<int>> unreleased_;  // buckets of each group
};

}  // namespace orujo::building
