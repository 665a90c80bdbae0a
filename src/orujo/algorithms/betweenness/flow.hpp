// What vertices of one level of a search give to their neighbours in the next, or the one before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/algorithms/betweenness/betweenness.hpp"
#include "orujo/algorithms/betweenness/ghosts.hpp"
#include "orujo/algorithms/betweenness/level_lists.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::between {

/// Values that go from level `from` to `to`, one deeper (along edges) or one less deep (against
/// them). Both arrays are over owned vertices and ghosts.
struct passage {
  std::size_t from;
  std::size_t to;
  std::span<double> values;  ///< What each vertex gives along each of its edges.
  std::span<double> sums;    ///< What each vertex gets.
};

/// Carries values between the levels of a search.
///
/// No edge is ever asked which levels it joins. Pulling adds up the values of all neighbours, as
/// those that must not count have none yet: a walk sets the values of a level when it gets there,
/// and no edge leads over it. Pushing adds to all neighbours, as sums of levels where the walk has
/// been before are not read again.
///
/// So a step may begin at either side, and takes the one with fewer edges: in graphs with a few
/// levels, most edges begin in one level and are looked at by no step at all.
class level_flow {
public:
  /// Call: collective. `team` and `graph` outlive the object.
  level_flow(rank_team& team, const csr_graph& graph, betweenness_method method);

  /// Takes the levels of a search. Call: collective.
  void take(const depth_map& found);

  /// Sets the sums of the level `step.to`. Sums there are 0 before, or written by earlier steps
  /// from the same level. Call: collective; worker 0, outside on_workers().
  void carry(const passage& step);

  /// Runs `body(v)` for the owned vertices of `level` on the workers.
  /// Call: local, worker 0, outside on_workers().
  template <typename Body>
  void for_each(std::size_t level, Body body) {
    const std::span<const local_vertex> vertices = owned_.level(level);
    parallel_for(team_, vertices.size(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) { body(vertices[i]); }
                 });
  }

  [[nodiscard]] std::size_t num_levels() const noexcept { return owned_.num_levels(); }
  /// Edges out of all reached vertices, of all ranks.
  [[nodiscard]] std::uint64_t edges_reached() const noexcept;

  [[nodiscard]] std::uint64_t num_pushed() const noexcept { return pushed_; }
  [[nodiscard]] std::uint64_t num_pulled() const noexcept { return pulled_; }

private:
  static constexpr std::size_t vertices_per_chunk = 4096;

  [[nodiscard]] const std::vector<std::uint64_t>& edges_of(const adjacency& rows) const noexcept {
    return &rows == &graph_.out_edges() ? out_edges_ : in_edges_;
  }
  [[nodiscard]] bool better_pushed(const passage& step) const noexcept;
  void push(const passage& step, const adjacency& rows);
  void pull(const passage& step, const adjacency& rows);

  rank_team& team_;
  const csr_graph& graph_;
  betweenness_method method_;
  level_lists owned_;
  level_ghosts ghosts_;
  edge_metrics looks_;
  std::vector<std::uint64_t> out_edges_;  // by level, of all ranks
  std::vector<std::uint64_t> in_edges_;   // the same if the graph is undirected
  std::uint64_t pushed_ = 0;
  std::uint64_t pulled_ = 0;
};

}  // namespace orujo::between
