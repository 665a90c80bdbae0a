// Rows that a file holds already: who gets which, and how their targets are numbered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/building/arc_exchange.hpp"
#include "orujo/graph/building/row_builder.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

/// The rows of a file.
struct stored_sizes {
  vertex_id vertices = 0;
  std::uint64_t arcs = 0;
};

/// Shares out rows that begin at `offset_at(v)`. Rank 0 looks, and tells all others.
/// Call: collective. Throws, on every rank: what `offset_at` throws.
[[nodiscard]] block_partition partition_stored(
    rank_team& team, block_balance balance, const stored_sizes& sizes,
    const std::function<std::uint64_t(vertex_id)>& offset_at);

/// Rows of a file ascend by id; those in memory begin with owned vertices, numbered from 0.
/// Call: local, worker 0.
template <typename Target>
void renumber_rows(rank_team& team, const target_numbering& numbers, built_rows<Target>& rows) {
  const auto first = static_cast<Target>(numbers.first);
  parallel_for(team, numbers.size, 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      Target* const from = rows.targets.data() + rows.offsets[row];
      Target* const to = rows.targets.data() + rows.offsets[row + 1];
      Target* const owned = std::lower_bound(from, to, first);
      Target* const above =
          std::lower_bound(owned, to, numbers.first + numbers.size,
                           [](Target target, vertex_id limit) { return target < limit; });
      std::rotate(from, owned, above);
      if (!rows.weights.empty()) {
        with_weight_type(rows.weights.type(), [&]<typename T>(std::type_identity<T>) {
          T* const weights = rows.weights.template as<T>().data() + rows.offsets[row];
          std::rotate(weights, weights + (owned - from), weights + (above - from));
        });
      }
      std::transform(from, to, from, [&](Target v) { return static_cast<Target>(numbers.of(v)); });
    }
  });
}

}  // namespace orujo::building
