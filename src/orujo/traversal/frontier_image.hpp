// A frontier as the other ends of its edges see it: which vertices are in, and what each offers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/isolation.hpp"
#include "orujo/traversal/vertex_array.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

/// Marks and values of owned vertices and ghosts. Nothing in it changes while an operator runs.
/// Memory: a byte and a value for each owned vertex and ghost.
template <message Value>
class frontier_image {
public:
  /// Nothing is in. `team` and `graph` outlive the object. Call: collective.
  frontier_image(rank_team& team, const csr_graph& graph) : team_(team), entries_(team, graph) {}

  /// Puts the vertices of `active` in, on all ranks that know them, each with `value_of(v)`; one
  /// that is in the list twice is in once. Call: collective; worker 0, outside on_workers(). Cost:
  /// an entry for each mirror and ghost.
  template <typename ValueOf>
  void show(const frontier& active, ValueOf value_of) {
    vertex_map(team_, active, [&](local_vertex v) {
      entry& place = entries_[v];
      if (isolation::atomic::claim(place.is_in, out, in)) { place.value = value_of(v); }
    });
    entries_.push();
  }

  /// Takes them out again; ghosts stay as they are until the next show().
  void clear(const frontier& active) {
    vertex_map(team_, active,
               [&](local_vertex v) { isolation::atomic::claim(entries_[v].is_in, in, out); });
  }

  [[nodiscard]] bool contains(local_vertex v) const noexcept { return entries_[v].is_in == in; }
  [[nodiscard]] const Value& value(local_vertex v) const noexcept { return entries_[v].value; }

private:
  static constexpr std::uint8_t out = 0;
  static constexpr std::uint8_t in = 1;

  struct entry {
    std::uint8_t is_in;
    [[no_unique_address]] Value value;
  };

  rank_team& team_;
  vertex_array<entry> entries_;
};

}  // namespace orujo
