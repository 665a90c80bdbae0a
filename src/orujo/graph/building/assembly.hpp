// The last steps to a graph, the same whether its rows were built or loaded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/arc_exchange.hpp"
#include "orujo/graph/building/ghost_numbers.hpp"
#include "orujo/graph/building/row_builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// One rank's rows, whose targets are numbered as target_numbering says.
template <typename Target>
struct finished_rows {
  built_rows<Target> out;
  std::optional<built_rows<Target>> in;
};

/// Throws usage_error if vertices of this rank cannot be numbered locally.
inline void check_local_numbers(std::uint64_t owned, std::uint64_t ghosts) {
  require(owned + ghosts <= std::numeric_limits<local_vertex>::max(),
          "a rank would hold more than 2^32 vertices and neighbours of vertices; use more ranks");
}

/// Gives the vertices of other ranks local numbers, and adds rows that lead to these to `parts`,
/// whose partition is known. Call: collective. Throws: usage_error, on every rank.
template <typename Target>
void add_rows(rank_team& team, csr_parts& parts, finished_rows<Target> rows) {
  const target_numbering numbers = numbering_of(parts.partition, team.rank());
  const std::uint64_t arcs = rows.out.counts.arcs + (rows.in ? rows.in->counts.arcs : 0);
  ghost_numbers ghosts(numbers.size, parts.partition.num_vertices(), arcs);
  const auto collect = [&](const built_rows<Target>& from) {
    ghosts.collect(team, std::span<const Target>(from.targets.span().first(from.counts.arcs)));
  };
  collect(rows.out);
  if (rows.in) { collect(*rows.in); }
  ghosts.seal();
  parts.ghosts = ghosts.members();  // as targets
  for (vertex_id& each : parts.ghosts) { each = numbers.vertex(each); }
  run_agreed(team, [&] { check_local_numbers(numbers.size, parts.ghosts.size()); });
  parts.mirrors = find_mirrors(team, parts.partition, parts.ghosts);
  parts.out = localize(team, std::move(rows.out), ghosts);
  if (rows.in) { parts.in = localize(team, std::move(*rows.in), ghosts); }
}

}  // namespace orujo::building
