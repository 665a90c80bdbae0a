// What one worker has found: a list from which others may help themselves, and boxes for others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/message_buffers.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/level_search/direction.hpp"

namespace orujo::level_wise {

/// "Your vertex is reached, by an edge that carries the value."
template <message Value>
struct discovery {
  local_vertex vertex;  ///< As its owner numbers it.
  [[no_unique_address]] Value value;
};

/// Discoveries in a row, with room for one that is not kept.
template <message Value>
struct discovery_box {
  huge_array<discovery<Value>> slots;
  std::size_t size = 0;

  [[nodiscard]] std::span<const discovery<Value>> items() const noexcept {
    return {slots.data(), size};
  }
};

/// What one worker looked at.
struct looks {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
};

/// The vertices that one worker has found, of the level that is being expanded and of the next one.
/// Levels alternate between two lists, so one barrier between levels is enough: whoever still reads
/// the sizes of a level meets no writer before all have passed the next barrier.
template <message Value>
class alignas(cache_line_bytes) search_lane {
public:
  /// Room for `most` vertices in each list, and for one that is not kept; unused room costs
  /// nothing. `box_sizes[w]` is the number of vertices whose home is worker w.
  void reserve(std::size_t most, const std::vector<std::size_t>& box_sizes) {
    for (list& each : lists_) { each.vertices = huge_array<local_vertex>(most + 1); }
    for (const std::size_t size : box_sizes) {
      boxes_.push_back({.slots = huge_array<discovery<Value>>(size + 1)});
    }
  }

  /// From now on `level` is expanded and the next one found. Call: its worker.
  void begin(std::uint32_t level) noexcept {
    level_ = level;
    restart(level + 1);
    for (discovery_box<Value>& each : boxes_) { each.size = 0; }
  }

  /// The level that is being expanded. Call: its worker.
  [[nodiscard]] std::uint32_t level() const noexcept { return level_; }

  /// Empties the list of `level`. Call: its worker.
  void restart(std::uint32_t level) noexcept {
    list& mine = list_of(level);
    mine.size = 0;
    mine.taken.store(0, std::memory_order_relaxed);
  }

  void push(std::uint32_t level, local_vertex v) noexcept {
    list& mine = list_of(level);
    mine.vertices[mine.size++] = v;
  }

  /// The memory of the list of the level that is being found, for loops that fill it themselves and
  /// then say how much there is. Call: its worker.
  [[nodiscard]] local_vertex* next_slots() noexcept { return list_of(level_ + 1).vertices.data(); }
  [[nodiscard]] std::size_t next_size() const noexcept { return vertices(level_ + 1).size(); }
  void resize_next(std::size_t size) noexcept { list_of(level_ + 1).size = size; }

  /// All vertices of `level`. Call: its worker, or any after the barrier.
  [[nodiscard]] std::span<const local_vertex> vertices(std::uint32_t level) const noexcept {
    const list& mine = lists_[level % 2];
    return {mine.vertices.data(), mine.size};
  }

  /// The next indices of `level` to expand; empty when all are taken. Call: any worker.
  [[nodiscard]] index_range take(std::uint32_t level, std::size_t chunk) noexcept {
    list& from = list_of(level);
    // relaxed: chunks are disjoint, and the list was published by the barrier before the level
    if (from.taken.load(std::memory_order_relaxed) >= from.size) { return {}; }
    const std::size_t first = from.taken.fetch_add(chunk, std::memory_order_relaxed);
    return first >= from.size ? index_range{}
                              : index_range{first, std::min(from.size, first + chunk)};
  }

  /// What this worker found for the home worker `home`. Call: its worker; the home worker after the
  /// barrier, until the next one. There are none if the rank has one worker.
  [[nodiscard]] discovery_box<Value>& box_for(std::size_t home) noexcept { return boxes_[home]; }

  /// What was looked at, besides what has been added to metrics. Call: its worker.
  [[nodiscard]] looks& looked() noexcept { return looked_; }

  /// What this worker's list of `level` adds up to; read by all after the barrier.
  [[nodiscard]] frontier_size& found(std::uint32_t level) noexcept { return list_of(level).found; }
  /// The edges of that list, where they are counted behind that barrier; read after the next one.
  [[nodiscard]] std::uint64_t& edges_found(std::uint32_t level) noexcept {
    return list_of(level).edges_found;
  }

private:
  struct alignas(cache_line_bytes) list {
    huge_array<local_vertex> vertices;
    std::size_t size = 0;
    frontier_size found;
    std::uint64_t edges_found = 0;
    alignas(cache_line_bytes) std::atomic<std::size_t> taken{0};
  };

  [[nodiscard]] list& list_of(std::uint32_t level) noexcept { return lists_[level % 2]; }

  std::uint32_t level_ = 0;
  looks looked_;
  std::array<list, 2> lists_;
  std::vector<discovery_box<Value>> boxes_;
};

}  // namespace orujo::level_wise
