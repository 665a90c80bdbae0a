// Which way the next level of a breadth-first search goes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/algorithms/bfs/bfs.hpp"

namespace orujo::breadth_first {

enum class direction : std::uint8_t { top_down, bottom_up };

/// The size of one level's frontier over all ranks. `edges` may be any number above the limit that
/// edge_limit() gave, if it is above.
struct frontier_size {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;

  frontier_size& operator+=(const frontier_size& other) noexcept {
    vertices += other.vertices;
    edges += other.edges;
    return *this;
  }
};

/// The rule of Beamer, Asanovic and Patterson (SC 2012), as GAP applies it. A value: every worker
/// has its own and is told the same sizes, so all decide alike.
class direction_rule {
public:
  direction_rule(const bfs_options& options, const csr_graph& graph)
      : method_(options.method),
        alpha_(options.alpha),
        few_vertices_(static_cast<double>(graph.num_vertices()) / options.beta),
        edges_left_(static_cast<double>(graph.facts().num_arcs)),
        current_(method_ == bfs_method::bottom_up ? direction::bottom_up : direction::top_down) {}

  /// The direction of the level whose frontier is `now`. Call: once for each level, in order.
  [[nodiscard]] direction next(const frontier_size& now) noexcept {
    if (method_ != bfs_method::direction_optimizing) { return current_; }
    if (current_ == direction::bottom_up) {
      const auto vertices = static_cast<double>(now.vertices);
      if (now.vertices >= previous_vertices_ || vertices > few_vertices_) { return stay(now); }
      current_ = direction::top_down;
    } else if (static_cast<double>(now.edges) > edges_left_ / alpha_) {
      current_ = direction::bottom_up;
    } else {
      edges_left_ -= static_cast<double>(now.edges);
    }
    return stay(now);
  }

  /// Frontiers of the next level need not be counted beyond so many edges.
  [[nodiscard]] std::uint64_t edge_limit() const noexcept {
    const bool counts =
        method_ == bfs_method::direction_optimizing && current_ == direction::top_down;
    return counts ? static_cast<std::uint64_t>(edges_left_ / alpha_) + 1 : 0;
  }

private:
  [[nodiscard]] direction stay(const frontier_size& now) noexcept {
    previous_vertices_ = now.vertices;
    return current_;
  }

  bfs_method method_;
  double alpha_;
  double few_vertices_;
  double edges_left_;
  direction current_;
  std::uint64_t previous_vertices_ = 0;
};

}  // namespace orujo::breadth_first
