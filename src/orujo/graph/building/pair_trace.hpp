// Sums that show whether two lists of arcs are the same, read the other way round.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/random.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo::building {

/// Two unrelated numbers of a vertex, one for each end of an arc.
struct vertex_trace {
  std::uint64_t as_source;
  std::uint64_t as_target;
};

[[nodiscard]] constexpr vertex_trace trace_of(std::uint64_t vertex) noexcept {
  const std::uint64_t mixed = mix64(vertex);
  return {mixed >> 32U, mixed & 0xffffffffU};
}

/// A factor for arcs of `weight`.
[[nodiscard]] constexpr std::uint64_t weight_trace(std::uint64_t weight) noexcept {
  return mix64(weight) | 1U;
}

/// What an arc adds to the sum of its list. The sum over all arcs less the same sum over all of
/// them reversed is zero where every arc also goes back with the same weight; else, but for one
/// case in about 2^32, it is not. A row can be summed before it is multiplied with its source.
[[nodiscard]] constexpr std::uint64_t arc_trace(const vertex_trace& source,
                                                const vertex_trace& target,
                                                std::uint64_t weight_factor) noexcept {
  return source.as_source * target.as_target * weight_factor;
}

}  // namespace orujo::building
