// The arcs that a rank has received, sorted roughly: in buckets of neighbouring sources.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/building/block_memory.hpp"

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

/// The key of an arc without a weight.
struct no_key {};

/// The bytes of a key as it is stored.
template <typename Key>
inline constexpr std::size_t key_bytes = std::is_same_v<Key, no_key> ? 0 : sizeof(Key);

/// `Target` is wide enough for every vertex of the graph. Every worker adds to its own blocks; the
/// arcs of one block have keys of one width.
template <typename Target, bool Weighted>
class arc_store {
public:
  /// Some arcs of one bucket: equally long arrays, but for keys, of which there is one at most.
  struct block_view {
    std::span<const Target> targets;
    std::span<const std::uint32_t> narrow_keys;
    std::span<const std::uint64_t> wide_keys;
    std::span<const std::uint16_t> sources;  ///< Relative to the first vertex of the bucket.
  };

  arc_store(const bucket_shape& shape, int workers)
      : shape_(shape), lanes_(static_cast<std::size_t>(workers)) {
    for (lane& each : lanes_) {
      for (shelf& of_width : each.shelves) {
        of_width.cursors.resize(shape.buckets());
        of_width.blocks.resize(shape.buckets());
      }
      each.arenas.resize(shape.buckets() / group_buckets + 1);
    }
    for (std::size_t group = 0; group * group_buckets < shape.buckets(); ++group) {
      const std::size_t behind = shape.buckets() - group * group_buckets;
      unreleased_.emplace_back(static_cast<int>(std::min(group_buckets, behind)));
    }
  }

  [[nodiscard]] const bucket_shape& shape() const noexcept { return shape_; }

  /// `Key` is std::uint32_t or std::uint64_t where arcs have weights, else no_key.
  /// Call: by `worker` only.
  template <typename Key>
  void add(int worker, std::uint64_t source, Target target, Key key) {
    static_assert(Weighted != std::is_same_v<Key, no_key>);
    lane& own = lanes_[static_cast<std::size_t>(worker)];
    shelf& of_width = own.shelves[shelf_of<Key>];
    const std::size_t bucket = source >> shape_.shift;
    cursor& at = of_width.cursors[bucket];
    if (at.used == at.capacity) [[unlikely]] {
      grow(of_width, own.arenas[bucket / group_buckets], {bucket, arc_bytes(key_bytes<Key>)});
    }
    const arrays place(at.base, at.capacity, key_bytes<Key>);
    place.targets[at.used] = target;
    if constexpr (Weighted) { place.template keys<Key>()[at.used] = key; }
    place.sources[at.used] =
        static_cast<std::uint16_t>(source & ((std::uint64_t{1} << shape_.shift) - 1));
    ++at.used;
  }

  /// Call: local, when no worker adds any more.
  [[nodiscard]] std::uint64_t arcs() const noexcept {
    std::uint64_t total = 0;
    for (const lane& each : lanes_) {
      for (const shelf& of_width : each.shelves) {
        total += of_width.full_arcs;
        for (const cursor& at : of_width.cursors) { total += at.used; }
      }
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
      for (std::size_t width = 0; width < num_shelves; ++width) {
        const std::vector<block>& blocks = each.shelves[width].blocks[bucket];
        for (const block& full : blocks) {
          const bool last = &full == &blocks.back();
          const std::uint32_t used = each.shelves[width].cursors[bucket].used;
          all.push_back(view_of(full, width, last ? used : full.capacity));
        }
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
  [[nodiscard]] static constexpr std::size_t arc_bytes(std::size_t bytes_of_key) noexcept {
    return sizeof(Target) + bytes_of_key + sizeof(std::uint16_t);
  }

  // Keys of 64 bits have blocks of their own.
  static constexpr std::size_t num_shelves = Weighted ? 2 : 1;
  template <typename Key>
  static constexpr std::size_t shelf_of = key_bytes<Key> / sizeof(std::uint64_t);

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
  /// The arcs with keys of one width.
  struct shelf {
    std::vector<cursor> cursors;             // one for each bucket
    std::vector<std::vector<block>> blocks;  // of each bucket; the last one is being filled
    std::uint64_t full_arcs = 0;
  };
  struct alignas(cache_line_bytes) lane {
    std::array<shelf, num_shelves> shelves;  // of keys of 32 bits or none, and of 64
    std::vector<block_arena> arenas;         // of each group of buckets
  };

  /// Where in a block the arrays lie: all are aligned, as their lengths are.
  struct arrays {
    // The block is raw memory and these types are implicit-lifetime ones.
    arrays(std::byte* base, std::size_t capacity, std::size_t bytes_of_key) noexcept
        : targets(reinterpret_cast<Target*>(base)),
          first_key(base + capacity * sizeof(Target)),
          sources(reinterpret_cast<std::uint16_t*>(base +
                                                   capacity * (sizeof(Target) + bytes_of_key))) {}
    template <typename Key>
    [[nodiscard]] Key* keys() const noexcept {
      return reinterpret_cast<Key*>(first_key);
    }
    Target* targets;
    std::byte* first_key;
    std::uint16_t* sources;
  };

  [[nodiscard]] static block_view view_of(const block& from, std::size_t width,
                                          std::uint32_t size) noexcept {
    const bool wide = width > 0;
    const std::size_t narrow_bytes = Weighted ? sizeof(std::uint32_t) : 0;
    const arrays place(from.base, from.capacity, wide ? sizeof(std::uint64_t) : narrow_bytes);
    block_view view = {{place.targets, size}, {}, {}, {place.sources, size}};
    if (wide) {
      view.wide_keys = {place.template keys<std::uint64_t>(), size};
    } else if (Weighted) {
      view.narrow_keys = {place.template keys<std::uint32_t>(), size};
    }
    return view;
  }

  struct growth {
    std::size_t bucket;
    std::size_t arc_bytes;
  };

  [[gnu::noinline]] static void grow(shelf& of_width, block_arena& arena, const growth& wanted) {
    cursor& at = of_width.cursors[wanted.bucket];
    const std::uint32_t capacity = std::clamp(2 * at.capacity, smallest_block, largest_block);
    std::byte* const base = arena.allocate(capacity * wanted.arc_bytes);
    of_width.full_arcs += at.capacity;
    at = {base, 0, capacity};
    of_width.blocks[wanted.bucket].push_back({base, capacity});
  }

  bucket_shape shape_;
  std::vector<lane> lanes_;                  // one for each worker
  std::deque<std::atomic<int>> unreleased_;  // buckets of each group
};

}  // namespace orujo::building
