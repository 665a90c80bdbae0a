// An unbalanced tree in global memory: 8 bytes for each vertex, at the worker that grew it or
// anywhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/benchmarks/uts/rules.hpp"
#include "orujo/graph/generators/index_permutation.hpp"
#include "orujo/memory/global_array.hpp"
#include "orujo/memory/symmetric.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo {

/// A vertex: where its children lie, one behind the other, and how many there are. A leaf is 0.
enum class uts_vertex : std::uint64_t {};

inline constexpr uts_vertex uts_leaf{0};

/// Where a vertex lies: its home, and its number there.
struct uts_place {
  home_id home{};
  std::uint64_t index = 0;  ///< Below 2^36.
};

[[nodiscard]] constexpr uts_vertex make_vertex(const uts_place& children, std::uint32_t count) {
  return uts_vertex{std::uint64_t{index_of(children.home)} << 48U | children.index << 12U | count};
}
[[nodiscard]] constexpr std::uint32_t count_of(uts_vertex vertex) noexcept {
  return static_cast<std::uint32_t>(vertex) & 0xfffU;
}
[[nodiscard]] constexpr std::uint64_t index_of(uts_vertex vertex) noexcept {
  return static_cast<std::uint64_t>(vertex) >> 12U & 0xfffffffffU;
}
[[nodiscard]] constexpr home_id home_of(uts_vertex vertex) noexcept {
  return home_id{static_cast<std::uint32_t>(static_cast<std::uint64_t>(vertex) >> 48U)};
}

/// The vertices of one worker, in chunks of a huge page; siblings lie in one chunk.
class uts_store {
public:
  static constexpr unsigned chunk_shift = 18;
  static constexpr std::uint64_t chunk_vertices = std::uint64_t{1} << chunk_shift;

  /// Room for `count` siblings, all of them leaves; returns the number of the first.
  /// Throws: memory_error if the next chunk of every worker of the host would not fit.
  [[nodiscard]] std::uint64_t allocate(std::uint32_t count) {
    const std::uint64_t first = used_;
    if ((first & (chunk_vertices - 1)) + count <= chunk_vertices && first < end()) [[likely]] {
      used_ += count;
      return first;
    }
    add_chunk();
    used_ = end() - chunk_vertices + count;
    return used_ - count;
  }

  [[nodiscard]] uts_vertex* at(std::uint64_t index) const noexcept {
    return firsts_[index >> chunk_shift] + (index & (chunk_vertices - 1));
  }

  /// Vertices behind `index` in its chunk, itself included.
  [[nodiscard]] static std::uint64_t rest_of_chunk(std::uint64_t index) noexcept {
    return chunk_vertices - (index & (chunk_vertices - 1));
  }

  /// One more than the largest number of a vertex.
  [[nodiscard]] std::uint64_t size() const noexcept { return used_; }

private:
  [[nodiscard]] std::uint64_t end() const noexcept { return chunks_.size() << chunk_shift; }
  void add_chunk();

  std::uint64_t used_ = 0;
  std::vector<huge_array<uts_vertex>> chunks_;
  std::vector<uts_vertex*> firsts_;
};

/// What the word of a scattered vertex says of its children: which number the first has among all
/// vertices, and how many there are. A leaf is 0.
enum class scattered_vertex : std::uint64_t {};

[[nodiscard]] constexpr scattered_vertex make_scattered(std::uint64_t first,
                                                        std::uint32_t count) noexcept {
  return scattered_vertex{first << 12U | count};
}
[[nodiscard]] constexpr std::uint32_t count_of(scattered_vertex vertex) noexcept {
  return static_cast<std::uint32_t>(vertex) & 0xfffU;
}
[[nodiscard]] constexpr std::uint64_t first_of(scattered_vertex vertex) noexcept {
  return static_cast<std::uint64_t>(vertex) >> 12U;
}

/// A tree whose vertices lie anywhere: their numbers are dealt by a permutation.
struct scattered_tree {
  global_array<scattered_vertex> vertices;
  index_permutation slots{1, 0};

  /// Where the vertex of this number lies.
  [[nodiscard]] global_pointer<scattered_vertex> at(std::uint64_t number) const noexcept {
    return vertices.at(slots(number));
  }
};

/// What each worker has of a tree.
struct uts_part {
  uts_store store;
  uts_rules rules;
  uts_counts counts;         ///< Of what this worker did since they were last taken.
  std::uint64_t remote = 0;  ///< Vertices that it read from other ranks, since then.
  // while the tree does not change: the workers of this rank,
  std::uint32_t first_home = 0;
  std::vector<const uts_store*> stores;
  // the vertices of all workers before this one,
  std::uint64_t vertices_before = 0;
  // and if they are scattered, where.
  scattered_tree scattered;

  void count(std::uint32_t depth, std::uint64_t vertices, std::uint64_t leaves) noexcept {
    counts.tree_size += vertices;
    counts.leaves += leaves;
    counts.max_depth = std::max(counts.max_depth, depth);
  }
};

using uts_tree = symmetric<uts_part>;

/// What a task has still to do: the youngest first.
template <typename Item>
class work_stack {
public:
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] Item pop() noexcept { return items_[--size_]; }

  /// Room for `count` items on the top; those that are kept are written from its beginning.
  [[nodiscard]] Item* room(std::size_t count) {
    if (size_ + count > items_.size()) [[unlikely]] { items_.resize(2 * (size_ + count) + 64); }
    return &items_[size_];
  }
  void keep(std::size_t count) noexcept { size_ += count; }

  void push(const Item& item) {
    *room(1) = item;
    keep(1);
  }

  /// Takes the oldest items one by one, `take(item)`, which may add some, until there are `enough`.
  template <typename Take>
  void spread(std::size_t enough, const Take& take) {
    std::size_t next = 0;
    while (next < size_ && size_ - next < enough) {
      const Item oldest = items_[next++];
      take(oldest);
    }
    drop_oldest(next);
  }

  /// Takes out the items for which `goes(item)` holds.
  template <typename Goes>
  void take_out(const Goes& goes) {
    const auto end = items_.begin() + static_cast<std::ptrdiff_t>(size_);
    size_ = static_cast<std::size_t>(std::remove_if(items_.begin(), end, goes) - items_.begin());
  }

  /// Receives messages, and gives the oldest half away if tasks that may run anywhere are wanted:
  /// `spawn_one(item)` spawns one. Call: the task, now and then.
  template <typename Spawn>
  void share(const Spawn& spawn_one) {
    constexpr std::size_t most = 32;
    poll();
    if (size_ < 2 || !more_tasks_wanted()) { return; }
    const std::size_t given = std::min(most, size_ / 2);
    std::for_each_n(items_.begin(), given, spawn_one);
    drop_oldest(given);
  }

private:
  void drop_oldest(std::size_t count) {
    size_ -= count;
    std::copy_n(items_.begin() + static_cast<std::ptrdiff_t>(count), size_, items_.begin());
  }

  std::vector<Item> items_;
  std::size_t size_ = 0;
};

/// Grows the tree. Returns its root. Call: the main task; yields.
[[nodiscard]] uts_vertex grow(const uts_tree& tree, std::uint32_t seed);

/// Walks through the tree. Call: the main task; yields.
void walk(const uts_tree& tree, uts_vertex root);

/// Brings the vertices, `size` with those that no family filled, to places of their own, and gives
/// up those where they were grown. Returns the root. Call: the main task; yields.
[[nodiscard]] scattered_vertex scatter(const uts_tree& tree, uts_vertex root, std::uint64_t size);

/// Walks through a scattered tree. Call: the main task; yields.
void search(const uts_tree& tree, scattered_vertex root);

}  // namespace orujo
