// How searches are told where they are to lead, and how the path there is answered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"

namespace orujo {

/// The option --target.
[[nodiscard]] option_entry target_option();

/// The vertex that --target names; no_vertex if it is not given. Call: collective. Throws: as
/// named_vertex().
[[nodiscard]] vertex_id target_in(rank_team& team, const csr_graph& graph,
                                  const option_values& options);

/// The part of a path that a rank has in its table: rows for those of its vertices that it owns, by
/// their ids, as in all tables.
struct path_rows {
  path_rows() = default;
  path_rows(const csr_graph& graph, std::span<const vertex_id> path);

  /// The rows' vertices, and what stands before each on the path: the source is its own.
  std::vector<vertex_id> vertices;
  std::vector<vertex_id> parents;

  /// The table without its values: keys, and the column `parent` as the last.
  [[nodiscard]] result_table table(result_column values) const;
};

/// Adds whether there is a path, its length and its vertices.
void add_path(algorithm_answer& answer, std::vector<vertex_id> path, figure distance);

}  // namespace orujo
