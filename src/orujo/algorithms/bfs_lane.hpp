// One worker's share of the frontier, from which others may help themselves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/algorithms/bfs_direction.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::breadth_first {

/// The vertices that one worker has found, of the level that is being expanded and of the next one.
/// Levels alternate between two lists, so one barrier between levels is enough: whoever still reads
/// the sizes of a level meets no writer before all have passed the next barrier.
class alignas(cache_line_bytes) frontier_lane {
public:
  /// Room for `most` vertices in each list, and for one that is not kept; unused room costs
  /// nothing.
  void reserve(std::size_t most) {
    for (list& each : lists_) { each.vertices = huge_array<local_vertex>(most + 1); }
  }

  /// From now on `level` is expanded and the next one found. Call: its worker.
  void begin(std::uint32_t level) noexcept {
    level_ = level;
    restart(level + 1);
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

  /// What this worker's next frontier adds up to; read by all after the barrier.
  [[nodiscard]] frontier_size& found(std::uint32_t level) noexcept { return list_of(level).found; }

private:
  struct alignas(cache_line_bytes) list {
    huge_array<local_vertex> vertices;
    std::size_t size = 0;
    frontier_size found;
    alignas(cache_line_bytes) std::atomic<std::size_t> taken{0};
  };

  [[nodiscard]] list& list_of(std::uint32_t level) noexcept { return lists_[level % 2]; }

  std::uint32_t level_ = 0;
  std::array<list, 2> lists_;
};

}  // namespace orujo::breadth_first
