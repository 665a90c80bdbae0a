// Compares a graph with the input that it was made of, which is read once more for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/graph/builder.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// In what `graph` is not what the input comes to by `options`, for people, the same on every rank;
/// empty if all is right. Shares no code with the builder behind the reading of blocks: each edge
/// goes, by the ids or names of its ends, to a worker that a hash names, which sorts and merges.
///
/// Compared are the numbers of vertices, edges, loops and merged edges, and sums of 64-bit hashes:
/// of vertices by id or name, of arcs by their ends, and of arcs with the weight that stays,
/// bit by bit. Drawn weights are drawn again for each arc. Rows are looked at for order and for
/// parallel edges, and in-edges for being the out-edges turned round. A difference stays unseen if
/// the hashes of two sides have the same sum, in one case of 2^64.
///
/// `options` are those that the graph was built with, and `open` gives the same input again.
/// Call: collective. Throws, on every rank: what `open` and the input throw; memory_error before
/// memory runs out. Cost: a reading and, where the graph says that edges were merged, a message and
/// a place in a sorted list for each edge; a message for each end where ids are not declared.
/// Memory: where edges were merged 20 to 30 bytes for each listed edge, else next to none; for each
/// vertex 8 bytes where ids have gaps or names, and up to 24 where the input does not declare them;
/// where vertices have names, 16 to 24 bytes more for each listed edge, and the names.
[[nodiscard]] std::vector<std::string> compare_with_input(rank_team& team, const csr_graph& graph,
                                                          const input_opener& open,
                                                          const build_options& options);

/// The rows of a graph, and what becomes of their weights.
struct taken_rows {
  const csr_graph& of;
  row_weights weights = row_weights::as_stored;
};

/// The same with a graph whose rows are the input, as load_graph() makes another of a stored one:
/// with the same vertices, ids and names. Call:
/// collective. Memory, cost: as above.
[[nodiscard]] std::vector<std::string> compare_with_rows(rank_team& team, const csr_graph& graph,
                                                         const taken_rows& rows,
                                                         const build_options& options);

}  // namespace orujo
