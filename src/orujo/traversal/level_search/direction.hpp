// Which end of the edges looks for the other in the next level of a search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/map_direction.hpp"

namespace orujo {

/// What a search asks for.
struct direction_choice {
  map_direction direction = map_direction::cheaper;  ///< Of all levels, or by the rule below.
  /// Vertices that are not reached look for the frontier once its edges are more than 1/alpha of
  /// those that no frontier has had yet.
  double alpha = 15;
  /// The frontier looks for others again once it shrinks and has less than 1/beta of the vertices.
  double beta = 18;
};

}  // namespace orujo

namespace orujo::level_wise {

/// The size of one level's frontier over all ranks. `edges` may be any number above the limit that
/// edge_limit() gave, if it is above, and 0 if the rule does not depend on it.
struct frontier_size {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t pushed_edges = 0;  ///< Of the frontier before, if it looked for this one.
  bool has_target = false;         ///< The vertex at which the search ends.

  frontier_size& operator+=(const frontier_size& other) noexcept {
    vertices += other.vertices;
    edges += other.edges;
    pushed_edges += other.pushed_edges;
    has_target = has_target || other.has_target;
    return *this;
  }
};

/// The rule of Beamer, Asanovic and Patterson (SC 2012), as GAP applies it. A value: every worker
/// has its own and is told the same sizes, so all decide alike.
class direction_rule {
public:
  direction_rule(const direction_choice& choice, const csr_graph& graph)
      : wanted_(choice.direction),
        alpha_(choice.alpha),
        few_vertices_(static_cast<double>(graph.num_vertices()) / choice.beta),
        edges_left_(static_cast<double>(graph.facts().num_arcs)),
        current_(wanted_ == map_direction::pull ? map_direction::pull : map_direction::push) {}

  /// The direction of the level whose frontier is `now`. Call: once for each level, in order.
  [[nodiscard]] map_direction next(const frontier_size& now) noexcept {
    if (wanted_ != map_direction::cheaper) { return current_; }
    edges_left_ -= static_cast<double>(now.pushed_edges);
    if (current_ == map_direction::pull) {
      const auto vertices = static_cast<double>(now.vertices);
      if (now.vertices >= previous_vertices_ || vertices > few_vertices_) { return stay(now); }
      current_ = map_direction::push;
    } else if (static_cast<double>(now.edges) > edges_left_ / alpha_) {
      current_ = map_direction::pull;
    }
    return stay(now);
  }

  /// Frontiers of the next level need not be counted beyond so many edges. The edges out of this
  /// one are still among those that no frontier has had, so it is rather too high.
  [[nodiscard]] std::uint64_t edge_limit() const noexcept {
    const bool counts = wanted_ == map_direction::cheaper && current_ == map_direction::push;
    return counts ? static_cast<std::uint64_t>(edges_left_ / alpha_) + 1 : 0;
  }

  /// Whether the direction of the level that is `found` may depend on its edges, which are `most`
  /// at most.
  [[nodiscard]] bool depends_on_edges(const frontier_size& found,
                                      std::uint64_t most) const noexcept {
    const double left = edges_left_ - static_cast<double>(found.pushed_edges);
    return edge_limit() > 0 && static_cast<double>(most) > left / alpha_;
  }

private:
  [[nodiscard]] map_direction stay(const frontier_size& now) noexcept {
    previous_vertices_ = now.vertices;
    return current_;
  }

  map_direction wanted_;
  double alpha_;
  double few_vertices_;
  double edges_left_;
  map_direction current_;
  std::uint64_t previous_vertices_ = 0;
};

}  // namespace orujo::level_wise
