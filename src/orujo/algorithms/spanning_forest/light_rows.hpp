// The lighter edges of each vertex, the lightest first, and how many of them are done with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Where whoever takes edges by weight need not look at most of them, as for a spanning forest:
/// sorting these few is cheaper than looking at all again and again. Weights are their keys, and
/// `Key` is std::uint32_t or std::uint64_t, as the graph's weights have 32 bits or 64.
template <typename Key>
class light_rows {
public:
  struct edge {
    Key weight;
    local_vertex target;
  };

  /// Copies about `light_per_vertex` edges for each vertex, those of the least weights in the whole
  /// graph; all edges if that is not much more, and none where most edges weigh the same. The same
  /// for every team. `graph` has weights, and outlives the object. Call: collective. Cost: two
  /// looks at each weight; O(d log d) for d light edges of a vertex. Memory: 16 bytes for each
  /// owned vertex, 8 or 16 for each edge copied: about bytes_per_vertex in all.
  light_rows(rank_team& team, const csr_graph& graph);

  static constexpr std::uint64_t light_per_vertex = 5;
  static constexpr std::uint64_t bytes_per_vertex = 16 + 2 * light_per_vertex * sizeof(edge);

  /// Whether all edges of the graph are light.
  [[nodiscard]] bool have_all() const noexcept { return have_all_; }

  /// The light edges of owned vertex `v` that are left, by weight, then id of the target.
  [[nodiscard]] std::span<const edge> left(local_vertex v) const noexcept {
    return edges_.span().subspan(next_[v], offsets_[v + 1] - next_[v]);
  }

  /// Takes away the first `count` of them. Call: one worker at a time for a vertex.
  void skip(local_vertex v, std::size_t count) noexcept { next_[v] += count; }

private:
  static constexpr Key no_limit = std::numeric_limits<Key>::max();

  template <stored_weight T>
  void take(rank_team& team, const csr_graph& graph);
  template <stored_weight T>
  [[nodiscard]] static std::vector<Key> sample(rank_team& team, const csr_graph& graph);
  template <stored_weight T>
  [[nodiscard]] static std::optional<Key> limit_of(rank_team& team, const csr_graph& graph);
  template <stored_weight T>
  void copy(rank_team& team, const csr_graph& graph, std::optional<Key> heaviest);
  void sort_row(const csr_graph& graph, std::size_t v, std::size_t end);

  bool have_all_ = false;
  huge_array<std::size_t> offsets_;
  huge_array<std::size_t> next_;
  huge_array<edge> edges_;
};

extern template class light_rows<std::uint32_t>;
extern template class light_rows<std::uint64_t>;

}  // namespace orujo
