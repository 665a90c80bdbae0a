// Dependencies of sources from which every level is thin, as on roads, grids and trees.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::between {

/// What a walk over all levels of one source came by.
struct level_totals {
  std::uint64_t edges_reached = 0;  ///< Out of reached vertices.
  std::uint64_t depth_sum = 0;      ///< Of reached vertices.
  std::uint32_t max_depth = 0;
  bool are_paths_countable = true;  ///< Whether their numbers are finite.
};

/// Brandes' algorithm in one pass down and one up, by one worker on one rank.
///
/// A level of some thousand edges is done before other workers have woken up. What takes time is
/// that every neighbour is somewhere else in memory, so that is asked once for each edge: vertices
/// get places in the order in which the search finds them, those of two levels that follow each
/// other are close together, and all else is kept by place. The pass down writes down which places
/// come after each place; the pass up reads only that.
class thin_levels {
public:
  /// Whether to try: one rank, and few edges for each vertex. Call: local.
  [[nodiscard]] static bool fit(const rank_team& team, const csr_graph& graph) noexcept;

  /// `team` and `graph` outlive the object. Call: local. Throws: memory_error.
  /// Memory: 20 bytes for each vertex, and 4 for each edge, of an undirected graph for each two
  /// arcs; what no source reaches is not touched.
  thin_levels(rank_team& team, const csr_graph& graph);

  /// Adds the dependencies of `source` to `score`; nothing, and nothing is added, as soon as a
  /// level turns out not to be thin, or if the paths cannot be counted. Call: local, worker 0.
  [[nodiscard]] std::optional<level_totals> add(local_vertex source, std::span<double> score);

private:
  using place = std::uint32_t;

  /// Places of one level.
  struct level_range {
    std::size_t first = 0;
    std::size_t last = 0;  ///< Behind the last place.
    std::uint32_t depth = 0;
  };

  [[nodiscard]] std::optional<level_totals> go_down(local_vertex source);
  std::uint64_t go_down_from(const level_range& level, std::uint64_t most);
  void go_up(std::span<double> score);
  void forget();
  void fetch_ahead(std::size_t at) const noexcept;
  [[nodiscard]] std::uint64_t most_edges(std::uint32_t depth) const noexcept;

  rank_team& team_;
  const adjacency& rows_;
  edge_metrics looks_;
  huge_array<place> places_;           // by vertex, from 1; 0: not found
  huge_array<local_vertex> vertices_;  // by place, and so are the following
  huge_array<double> values_;          // numbers of paths, then what a vertex gives to those before
  huge_array<std::uint32_t> ends_;     // of its successors
  huge_array<place> successors_;
  std::size_t found_ = 0;
};

}  // namespace orujo::between
