// The first maximal independent set, found prefix by prefix of the order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"

namespace orujo {

/// maximal_independent_set() on one rank, in the order of `priority`. The vertices of a prefix that
/// come before all their undecided neighbours in it are members, the neighbours of members leave,
/// and so on; then comes a prefix four times as long. Nobody looks at the edges of a vertex that
/// has left before its prefix comes. Call: worker 0, outside on_workers(). Throws: memory_error,
/// interrupted_error.
[[nodiscard]] independent_set set_by_prefixes(rank_team& team, const csr_graph& graph,
                                              std::span<const std::uint64_t> priority);

}  // namespace orujo
