// Values of one level carried between owners and the ranks that have its vertices as ghosts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/algorithms/betweenness/level_lists.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/traversal/additions.hpp"
#include "orujo/traversal/depth_search.hpp"

namespace orujo::between {

/// As ghost_values and ghost_contributions, but only for the vertices of one level at a time: both
/// sides know them in the same order, so no ids travel. With one rank it does nothing.
/// Memory: 16 bytes for each ghost, 4 for each mirror and each owned vertex.
class level_ghosts {
public:
  /// Call: collective. `team` and `graph` outlive the object.
  level_ghosts(rank_team& team, const csr_graph& graph);
  level_ghosts(const level_ghosts&) = delete;
  level_ghosts& operator=(const level_ghosts&) = delete;

  /// Learns at which level each ghost is. Call: collective, once for each search.
  void take(const depth_map& found);

  /// Sets the ghosts of `level` in `values` to what their owners have there.
  /// Call: collective; worker 0, outside on_workers(). Cost: a value for each of these ghosts.
  void update(std::span<double> values, std::size_t level);

  /// Adds what the ghosts of `level` have in `values` to the values of their owners. Call: the
  /// same.
  void collect(std::span<double> values, std::size_t level);

private:
  struct update_receiver {
    level_ghosts* self;
    void operator()(const record<ghost_run>& run) const;
  };
  struct collect_receiver {
    level_ghosts* self;
    void operator()(const record<ghost_run>& run) const;
  };

  [[nodiscard]] std::span<const local_vertex> ghosts_of(rank_id rank) const noexcept {
    return ghosts_[static_cast<std::size_t>(index_of(rank))].level(level_);
  }
  [[nodiscard]] std::span<const local_vertex> mirrors_of(rank_id rank) const noexcept {
    return mirrors_[static_cast<std::size_t>(index_of(rank))].level(level_);
  }

  rank_team& team_;
  const csr_graph& graph_;
  ghost_values<std::uint32_t> depth_updates_;
  record_channel<ghost_run, update_receiver> updates_;
  record_channel<ghost_run, collect_receiver> collected_;
  huge_array<std::uint32_t> depths_;  // of owned vertices, not used, and ghosts
  std::vector<level_lists> ghosts_;   // by owner
  std::vector<level_lists> mirrors_;  // by the rank that has them as ghosts
  std::size_t level_ = 0;             // that values are carried of; set between epochs
  std::span<double> values_;
};

}  // namespace orujo::between
