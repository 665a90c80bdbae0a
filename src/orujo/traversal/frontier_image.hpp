// A frontier as the other ends of its edges see it: which vertices are in, and what each offers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/bits.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/isolation.hpp"
#include "orujo/traversal/shared_work.hpp"
#include "orujo/traversal/vertex_array.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

/// Marks and values of owned vertices and ghosts. Nothing in it changes while an operator runs.
/// Memory: a byte, a bit and a value for each owned vertex and ghost.
template <message Value>
class frontier_image {
public:
  /// Nothing is in. `team` and `graph` outlive the object. Call: collective.
  frontier_image(rank_team& team, const csr_graph& graph)
      : team_(team),
        first_ghost_(graph.num_local()),
        entries_(team, graph),
        bits_(std::size_t{graph.num_local()} + graph.num_ghosts()) {}

  /// Puts the vertices of `active` in, on all ranks that know them, each with `value_of(v)`; one
  /// that is in the list twice is in once. Call: collective; worker 0, outside on_workers(). Cost:
  /// an entry for each mirror and ghost, and a look at each word of bits.
  template <typename ValueOf>
  void show(const frontier& active, ValueOf value_of) {
    vertex_map(team_, active, [&](local_vertex v) {
      entry& place = entries_[v];
      if (isolation::atomic::claim(place.is_in, out, in)) {
        place.value = value_of(v);
        set(v);
      }
    });
    entries_.push();
    const auto ghosts = entries_.ghosts();
    for_each_share(team_, ghosts.size(), [&](worker& /*self*/, index_range share) {
      for (std::size_t i = share.first; i < share.last; ++i) {
        if (ghosts[i].is_in == in) { set(first_ghost_ + i); }
      }
    });
  }

  /// Takes them out again.
  void clear(const frontier& active) {
    vertex_map(team_, active,
               [&](local_vertex v) { isolation::atomic::claim(entries_[v].is_in, in, out); });
    std::fill(bits_.words(), bits_.words() + bits_.num_words(), std::uint64_t{0});
  }

  /// A bit for each vertex that is in: few lines of a cache hold all, and a value is only looked at
  /// where there is one.
  [[nodiscard]] const std::uint64_t* members() const noexcept { return bits_.words(); }
  [[nodiscard]] const Value& value(local_vertex v) const noexcept { return entries_[v].value; }

private:
  static constexpr std::uint8_t out = 0;
  static constexpr std::uint8_t in = 1;

  struct entry {
    std::uint8_t is_in;
    [[no_unique_address]] Value value;
  };

  /// Several workers set bits of one word.
  void set(std::size_t v) noexcept {
    std::atomic_ref<std::uint64_t>(bits_.words()[v / word_bits])
        .fetch_or(std::uint64_t{1} << (v % word_bits), std::memory_order_relaxed);
  }

  rank_team& team_;
  std::size_t first_ghost_;
  vertex_array<entry> entries_;
  bit_array bits_;
};

}  // namespace orujo
