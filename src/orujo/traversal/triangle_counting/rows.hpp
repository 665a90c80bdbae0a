// For each vertex the neighbours of higher degree, as words of bits where they lie close together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
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

namespace orujo::triangle_counting {

/// Where a vertex that this rank knows stands among them, by falling degree if degrees are very
/// different, then by id. Two ranks that know the same two vertices agree on which comes first.
using place = std::uint32_t;

/// The owned vertices and ghosts of a rank in that order. Read only once built.
class degree_order {
public:
  /// Call: collective. Memory: 8 bytes for each owned vertex and ghost, while it is built 12.
  degree_order(rank_team& team, const csr_graph& graph);

  [[nodiscard]] place size() const noexcept { return size_; }
  [[nodiscard]] place place_of(local_vertex v) const noexcept {
    return places_.empty() ? v : places_[v];
  }
  [[nodiscard]] local_vertex vertex_at(place at) const noexcept {
    return vertices_.empty() ? at : vertices_[at];
  }

private:
  void sort(rank_team& team, const csr_graph& graph, std::span<const std::uint32_t> degrees);

  place size_;
  // Empty if places are local numbers.
  huge_array<place> places_;
  huge_array<local_vertex> vertices_;
};

/// Places from 32 * block to 32 * block + 31 are the bits of one word.
inline constexpr std::uint32_t places_per_word = bits_of_word<std::uint32_t>;

[[nodiscard]] constexpr std::uint32_t bit_of(place at) noexcept {
  return std::uint32_t{1} << at % places_per_word;
}

/// A set of places. At `data` lie the blocks of the words with two places or more, then these
/// words, then the places that are alone in theirs. Hubs come first in the order and share many
/// neighbours, so most of what is looked at in a graph with hubs is words with many bits.
struct packed_row {
  const std::uint32_t* data = nullptr;
  std::uint32_t num_words = 0;
  std::uint32_t num_singles = 0;

  [[nodiscard]] std::uint32_t looks() const noexcept { return num_words + num_singles; }
  /// Whether there is one place at most.
  [[nodiscard]] bool is_single() const noexcept { return num_words == 0 && num_singles < 2; }

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
  /// `size` numbers. Throws: memory_error.
  [[nodiscard]] std::uint32_t* take(std::size_t size);

  /// The last `size` of the numbers that were taken last are not needed.
  void give_back(std::size_t size) noexcept { used_ -= size; }

private:
  std::vector<huge_array<std::uint32_t>> blocks_;
  std::size_t used_ = 0;  // of the last block
};

/// Which neighbours a row holds.
enum class row_content : std::uint8_t {
  all,       ///< Whatever the direction of the edge.
  both_ways  ///< Of a directed graph, those to which edges lead both ways.
};

/// For each owned vertex the neighbours before it in the order, each once, in whatever direction
/// the edges go. A triangle has one vertex that has both others in its row, and one of them has the
/// other. Read only once built.
class forward_rows {
public:
  /// Call: local, worker 0, outside on_workers(). `order` outlives the object.
  /// Memory: 16 bytes for each place, at most 4 for each edge.
  forward_rows(rank_team& team, const csr_graph& graph, const degree_order& order,
               row_content content = row_content::all);

  /// That of the vertex at a place; empty for ghosts.
  [[nodiscard]] const packed_row& at(place where) const noexcept { return rows_[where]; }

  void prefetch_head(place where) const noexcept { prefetch_to_read(&rows_[where]); }
  void prefetch_row(place where) const noexcept { prefetch_to_read(rows_[where].data); }

private:
  huge_array<packed_row> rows_;
  std::vector<row_memory> memory_;  // of each worker
};

/// A set of places to look up those of rows in. For one worker.
class place_marks {
public:
  explicit place_marks(place size) : words_(size / places_per_word + 1) {}

  void set(place at) noexcept { words_[at / places_per_word] |= bit_of(at); }
  /// Forgets all places of the word that `at` is in.
  void clear_around(place at) noexcept { words_[at / places_per_word] = 0; }

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
