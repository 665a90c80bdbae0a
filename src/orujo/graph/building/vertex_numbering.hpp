// Turns the ids of the input into the numbers 0 … n-1, in the same order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/building/edge_buffer.hpp"
#include "orujo/graph/building/ranked_bitmap.hpp"
#include "orujo/graph/edge_chunk.hpp"
#include "orujo/graph/id_map.hpp"
#include "orujo/graph/name_table.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

/// Knows the number of every id that this rank has read. Where ids fit in 32 bits, numbers do.
class vertex_numbering {
public:
  virtual ~vertex_numbering() = default;

  [[nodiscard]] virtual vertex_id num_vertices() const noexcept = 0;

  /// Replaces the ids of `edges` by numbers. Call: local; any worker, concurrently.
  virtual void apply(std::span<input_edge> edges) const = 0;
  virtual void apply(std::span<narrow_edge> edges) const = 0;

  /// The way back, for the vertices that this rank owns. Call: collective.
  [[nodiscard]] virtual id_map ids(rank_team& team, const block_partition& partition) const = 0;
};

/// Numbers the ids first_id … first_id + vertices - 1, whether they appear or not.
/// apply() throws input_error for any other.
[[nodiscard]] std::unique_ptr<vertex_numbering> number_consecutive(std::uint64_t first_id,
                                                                   vertex_id vertices);

/// Blocks of edges whose ends are vertices; of vertices without edges, too (listed_vertices).
using edge_blocks = std::vector<edge_buffer::block*>;

/// Numbers the ids that appear in the blocks of any rank. Call: collective, outside on_workers().
/// Memory: at most about as much as `blocks` hold.
[[nodiscard]] std::unique_ptr<vertex_numbering> number_present(rank_team& team,
                                                               const edge_blocks& blocks);

/// The ids that appear are sparse: they are sorted over the ranks, and looked up in a table.
/// Call: as number_present(), which calls it.
[[nodiscard]] std::unique_ptr<vertex_numbering> number_sparse(rank_team& team,
                                                              const edge_blocks& blocks);

/// Ids are numbers in this rank's table of names; the vertices are the names of all ranks' tables,
/// in the order of their bytes. Call: as number_present(). Memory: besides the table and the names
/// that the graph keeps, 32 to 64 bytes for each name while it is made, then 4. With `present`,
/// only names whose numbers are marked there are vertices, and no others may be looked up. Throws:
/// agreed_error for more than 2^32 names.
[[nodiscard]] std::unique_ptr<vertex_numbering> number_named(
    rank_team& team, const name_table& names, const ranked_bitmap* present = nullptr);

}  // namespace orujo::building
