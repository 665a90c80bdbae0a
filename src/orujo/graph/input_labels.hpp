// What the input calls vertices, wherever they are: by ids, or by names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The input ids of `vertices`, which may be others on every rank; no_vertex stays what it is.
/// Where vertices have names, these are their numbers.
/// Call: collective. Memory: where ids are not dense, up to 32 bytes for each vertex of others.
[[nodiscard]] std::vector<std::uint64_t> input_ids_of(rank_team& team, const csr_graph& graph,
                                                      std::span<const vertex_id> vertices);

/// What the input calls `vertices`, for people: their names, or their ids in digits.
/// Call: collective. Memory: as input_ids_of(); of names, those of other ranks.
[[nodiscard]] std::vector<std::string> input_texts_of(rank_team& team, const csr_graph& graph,
                                                      std::span<const vertex_id> vertices);

/// The names of this rank's vertices and of some others. The graph, which has names, stays.
class name_lookup {
public:
  /// Asks the owners of those `vertices` that this rank does not own. Call: collective. Memory: the
  /// names of these, and 16 bytes for each.
  name_lookup(rank_team& team, const csr_graph& graph, std::span<const vertex_id> vertices);

  /// The name of a vertex that is owned or was asked for; empty for no_vertex.
  [[nodiscard]] std::string_view operator[](vertex_id v) const;

private:
  const csr_graph& graph_;
  std::vector<vertex_id> others_;  // ascending, hence grouped by owner
  vertex_names names_;             // of these
};

/// The largest id of a vertex in the input; 0 if there are none. Call: collective.
[[nodiscard]] std::uint64_t largest_id(rank_team& team, const csr_graph& graph);

/// How many names are not in UTF-8. Call: collective.
[[nodiscard]] std::uint64_t names_not_in_utf8(rank_team& team, const csr_graph& graph);

/// Code points of the longest name, as Python counts the letters of a string. Call: collective.
[[nodiscard]] std::uint64_t longest_name(rank_team& team, const csr_graph& graph);

}  // namespace orujo
