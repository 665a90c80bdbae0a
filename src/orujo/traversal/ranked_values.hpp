// The greatest values of all ranks, and what they belong to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A value of a thing. Plain data.
struct ranked_value {
  double value = 0;
  std::uint64_t id = 0;      ///< Of a vertex its number in the graph, or its id in the input.
  std::uint64_t second = 0;  ///< What else is said of the thing.
};

/// Keeps the greatest of the values offered; among equals, lower ids come first.
class greatest_values {
public:
  explicit greatest_values(std::uint64_t count) : count_(count) {}

  void offer(const ranked_value& value);

  /// The greatest first.
  [[nodiscard]] std::vector<ranked_value> in_order() &&;

private:
  std::uint64_t count_;
  std::vector<ranked_value> heap_;  // the one that stands last is in front
};

/// The `count` greatest of the values that the ranks have each kept.
/// Call: collective. Cost: `count` values from each rank.
[[nodiscard]] std::vector<ranked_value> greatest_of_team(rank_team& team, greatest_values of_rank,
                                                         std::uint64_t count);

/// The `count` vertices of the whole graph with the greatest values, the greatest first; among
/// equals, those that come first in the graph. `value_of(v)` is a double, or an empty
/// std::optional<double> for an owned vertex that is left out. `id` is the vertex's number in the
/// graph: input_texts_of() and input_ids_of() know what the input calls it.
/// Call: collective. Cost: a look at each value; `count` values from each rank.
template <typename ValueOf>
[[nodiscard]] std::vector<ranked_value> greatest_vertices(rank_team& team, const csr_graph& graph,
                                                          std::uint64_t count, ValueOf value_of) {
  greatest_values of_rank(count);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const std::optional<double> value = value_of(v);
    if (value) { of_rank.offer({*value, graph.global(v)}); }
  }
  return greatest_of_team(team, std::move(of_rank), count);
}

/// The vertices that such a ranking is of, in its order.
[[nodiscard]] std::vector<vertex_id> vertices_of(std::span<const ranked_value> ranking);

}  // namespace orujo
