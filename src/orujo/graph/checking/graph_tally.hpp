// Counts and sums up what the rows of a graph hold, and what is wrong within them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/checking/edge_tally.hpp"
#include "orujo/graph/checking/vertex_tokens.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::checking {

/// Of all ranks together.
struct graph_tally {
  edge_tally out;
  edge_tally in;               ///< Of the edges by target, turned round; 0 where there are none.
  std::uint64_t parallel = 0;  ///< Arcs beyond the first between two vertices.
  std::uint64_t disorder = 0;  ///< Arcs that are less than the one before them in the row.
  std::uint64_t misdrawn = 0;  ///< Arcs whose weight is not the one that is drawn for their ends.
  std::uint64_t label_marks = 0;  ///< Sum over vertices of what their numbers and labels give.

  [[nodiscard]] graph_tally operator+(const graph_tally& more) const noexcept {
    return {.out = out + more.out,
            .in = in + more.in,
            .parallel = parallel + more.parallel,
            .disorder = disorder + more.disorder,
            .misdrawn = misdrawn + more.misdrawn,
            .label_marks = label_marks + more.label_marks};
  }
};

/// Reads all rows of `graph`; `drawn` says how weights were drawn, if they were.
/// Call: collective. Throws, on every rank: memory_error. Cost: a look at each arc.
[[nodiscard]] graph_tally tally_of_graph(rank_team& team, const csr_graph& graph, token_kind kind,
                                         const std::optional<weight_options>& drawn);

}  // namespace orujo::checking
