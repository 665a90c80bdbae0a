// In which order vertices count: those of high degree first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/bits.hpp"

namespace orujo::triangle_counting {

/// Where a vertex stands among all of the graph, by falling degree if degrees are very different,
/// then by id. It is the same number on every rank.
using place = std::uint32_t;

/// That of vertices with one edge at most, which are in no triangle, where several ranks order by
/// degree: behind all others.
inline constexpr place no_place = std::numeric_limits<place>::max();

/// The number of a vertex among those with a place that this rank knows, in the order of places.
/// With one rank the two are the same.
using slot = std::uint32_t;

/// Places from 32 * block to 32 * block + 31 are the bits of one word.
inline constexpr std::uint32_t places_per_word = bits_of_word<std::uint32_t>;

[[nodiscard]] constexpr std::uint32_t bit_of(place at) noexcept {
  return std::uint32_t{1} << at % places_per_word;
}

/// The owned vertices and ghosts of a rank in that order. Read only once built.
class degree_order {
public:
  /// Call: collective. Throws on every rank: agreed_error if 2^32 vertices or more have two edges.
  /// Memory: 8 bytes for each owned vertex and ghost, while it is built 12; with several ranks, 2
  /// bits for each vertex of the graph.
  degree_order(rank_team& team, const csr_graph& graph);

  /// How many slots there are.
  [[nodiscard]] slot size() const noexcept { return size_; }
  /// Places are below that, but for no_place.
  [[nodiscard]] place num_places() const noexcept { return num_places_; }

  [[nodiscard]] place place_of(local_vertex v) const noexcept {
    return places_.empty() ? v : places_[v];
  }
  /// That of a vertex that this rank knows.
  [[nodiscard]] slot slot_of(place at) const noexcept {
    if (known_.empty()) { return at; }
    const known_word& word = known_[at / places_per_word];
    return word.before + static_cast<slot>(std::popcount(word.bits & (bit_of(at) - 1)));
  }
  [[nodiscard]] local_vertex vertex_at(slot at) const noexcept {
    return vertices_.empty() ? at : vertices_[at];
  }

private:
  /// Which of 32 places are those of known vertices, and how many known ones come before them.
  struct known_word {
    std::uint32_t bits;
    slot before;
  };

  void sort(rank_team& team, const csr_graph& graph);
  void number(rank_team& team, const csr_graph& graph, bool by_degree);
  void list_known();

  slot size_;
  place num_places_;
  // Empty if places are local numbers.
  huge_array<place> places_;
  huge_array<local_vertex> vertices_;
  // With several ranks.
  huge_array<known_word> known_;
};

}  // namespace orujo::triangle_counting
