// For each vertex the neighbours of higher degree, as words of bits where they lie close together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/bits.hpp"
#include "orujo/traversal/triangle_counting/order.hpp"

namespace orujo::triangle_counting {

/// A set of places. At `data` lie the blocks of the words with two places or more, then these
/// words, then the places that are alone in theirs. Hubs come first in the order and share many
/// neighbours, so most of what is looked at in a graph with hubs is words with many bits.
struct packed_row {
  std::uint32_t* data = nullptr;
  std::uint32_t num_words = 0;
  std::uint32_t num_singles = 0;

  /// How many numbers lie at `data`.
  [[nodiscard]] std::size_t size() const noexcept {
    return 2 * std::size_t{num_words} + num_singles;
  }
  [[nodiscard]] std::uint32_t looks() const noexcept { return num_words + num_singles; }
  /// Whether there is one place at most.
  [[nodiscard]] bool is_single() const noexcept { return num_words == 0 && num_singles < 2; }

  /// How many places there may be.
  [[nodiscard]] std::size_t most_places() const noexcept {
    return std::size_t{num_words} * places_per_word + num_singles;
  }

  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t i = 0; i < num_words; ++i) {
      for_each_bit(data[num_words + i], data[i], visit);
    }
    const std::uint32_t* const singles = data + 2 * std::size_t{num_words};
    for (std::uint32_t i = 0; i < num_singles; ++i) { visit(singles[i]); }
  }
};

/// Memory for rows, which stay where they are.
class row_memory {
public:
  /// About `most` numbers will be taken at most.
  explicit row_memory(std::size_t most) : block_size_(std::min(most, most_block)) {}

  /// `size` numbers. Throws: memory_error.
  [[nodiscard]] std::uint32_t* take(std::size_t size);

  /// The last `size` of the numbers that were taken last are not needed.
  void give_back(std::size_t size) noexcept { used_ -= size; }
  void give_back_all() noexcept;

private:
  std::vector<huge_array<std::uint32_t>> blocks_;
  static constexpr std::size_t most_block = std::size_t{1} << 20;

  std::size_t block_size_;
  std::size_t used_ = 0;  // of the last block
};

/// Which neighbours a row holds.
enum class row_content : std::uint8_t {
  all,       ///< Whatever the direction of the edge.
  both_ways  ///< Of a directed graph, those to which edges lead both ways.
};

/// Some of the numbers of a row that comes from another rank.
struct row_piece {
  packed_row row;     ///< Only how long the whole row is.
  std::size_t start;  ///< Of its numbers, the first that is in `bytes`.
  std::span<const std::byte> bytes;
};

/// That a rank needs the row of an owned vertex, as one of its own is a neighbour behind it.
struct row_need {
  slot row;
  rank_id by;
};

/// For each owned vertex the neighbours before it in the order, each once, in whatever direction
/// the edges go. A triangle has one vertex that has both others in its row, and one of them has the
/// other. Rows of ghosts can be held, too.
class forward_rows {
public:
  /// Call: local, worker 0, outside on_workers(). `order` outlives the object.
  /// Memory: 16 bytes for each slot, at most 4 for each edge.
  forward_rows(rank_team& team, const csr_graph& graph, const degree_order& order,
               row_content content = row_content::all);

  /// That of the vertex at a slot; empty for ghosts whose row is not held.
  [[nodiscard]] const packed_row& at(slot where) const noexcept { return rows_[where]; }

  void prefetch_head(slot where) const noexcept { prefetch_to_read(&rows_[where]); }
  void prefetch_row(slot where) const noexcept { prefetch_to_read(rows_[where].data); }

  /// Which rows each worker has found that other ranks need, of row_content::all.
  [[nodiscard]] std::span<const row_need> needs(std::size_t worker) const noexcept {
    return needs_[worker];
  }

  /// Takes in some of the row of a ghost. Call: always the same worker for a ghost.
  void hold(slot where, const row_piece& piece, std::size_t worker);
  /// Lets go the rows of ghosts. Call: local, worker 0, outside on_workers().
  void let_go(const csr_graph& graph, const degree_order& order);

private:
  huge_array<packed_row> rows_;
  std::vector<row_memory> memory_;            // of each worker
  std::vector<row_memory> held_;              // of each worker, for rows of ghosts
  std::vector<std::vector<row_need>> needs_;  // of each worker
};

/// A set of places to look up those of rows in. For one worker.
class place_marks {
public:
  explicit place_marks(place size) : words_(size / places_per_word + 1) {}

  /// Marks the places of a row; none in their words were marked.
  void set(const packed_row& row) noexcept;
  /// Forgets all places in the words of a row.
  void clear(const packed_row& row) noexcept;

  [[nodiscard]] bool holds(place at) const noexcept {
    return (words_[at / places_per_word] & bit_of(at)) != 0;
  }

  /// How many places of `row` are marked.
  [[nodiscard]] std::uint32_t count(const packed_row& row) const noexcept;

  /// Calls `visit(place)` for each of them.
  template <typename Visit>
  void for_each(const packed_row& row, Visit visit) const {
    row.for_each([&](place at) {
      if ((words_[at / places_per_word] & bit_of(at)) != 0) { visit(at); }
    });
  }

private:
  std::vector<std::uint32_t> words_;
};

}  // namespace orujo::triangle_counting
