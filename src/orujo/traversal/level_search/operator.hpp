// What a program says of a search: the operator of level_search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/traversal/value_given.hpp"

namespace orujo {

/// What happens to a vertex that a search reaches. `value_of(v)` is what edges out of v carry; v
/// may be a ghost, so it depends on which vertex v is only. `reach(v, value, depth)` is called once
/// for each owned vertex that is reached, by one worker, with the value of an edge that leads
/// there.
template <typename Op>
concept reach_operator = message<typename Op::value_type> && gives_value<Op, local_vertex> &&
    requires(const Op& op, local_vertex v, const typename Op::value_type& value,
             std::uint32_t depth) {
  op.reach(v, value, depth);
};

/// An operator that is told, once for each, of owned vertices that the search did not reach.
template <typename Op>
concept leaving_operator = requires(const Op& op, local_vertex v) {
  op.leave(v);
};

/// An operator that says, before each search, which owned vertices and ghosts it may reach: others
/// are as if they were not there, and nothing is told of them.
template <typename Op>
concept limited_operator = requires(const Op& op, local_vertex v) {
  { op.wants(v) } -> std::convertible_to<bool>;
};

/// An operator that asks ahead for what reach() will write.
template <typename Op>
concept fetching_operator = requires(const Op& op, local_vertex v) {
  op.fetch(v);
};

}  // namespace orujo
