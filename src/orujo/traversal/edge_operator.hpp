// What an edge_map asks of the operators that it applies, and what they may offer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/isolation.hpp"
#include "orujo/traversal/row_values.hpp"
#include "orujo/traversal/value_given.hpp"

namespace orujo {

/// The user's update of one vertex. `value_of(Isolation{}, source)` is what each edge out of the
/// source carries; `act(Isolation{}, lane, target, value)` updates an owned vertex with it, and may
/// add owned vertices to the lane. What one call changes and another looks at goes through
/// `Isolation`.
template <typename Op>
concept edge_operator = message<typename Op::value_type> &&
    gives_value<Op, isolation::plain, local_vertex> &&
    requires(const Op& op, vertex_lane& lane, local_vertex v,
             const typename Op::value_type& value) {
  op.act(isolation::plain{}, lane, v, value);
};

/// An operator that says which vertices it may still change: others are not looked at by a pull,
/// and `wants(Isolation{}, target)` is asked again after each action there.
template <typename Op>
concept choosing_operator = requires(const Op& op, local_vertex v) {
  { op.wants(isolation::plain{}, v) } -> std::convertible_to<bool>;
};

/// An operator whose edges out of one vertex carry different values: `along(value, edge)` is what
/// edge number `edge` of the out-edges carries of what its source gives. It is pushed only.
template <typename Op>
concept edgewise_operator = requires(const Op& op, const typename Op::value_type& value,
                                     std::uint64_t edge) {
  { op.along(value, edge) } -> std::convertible_to<typename Op::value_type>;
};

/// An operator that says so for several rows of edges in one call: `along(rows, into)` fills `into`
/// with what their edges carry, row after row. It is pushed only.
template <typename Op>
concept blockwise_operator = requires(const Op& op, const value_rows<typename Op::value_type>& rows,
                                      std::span<typename Op::value_type> into) {
  op.along(rows, into);
};

/// An operator that would be asked of some edges of one row, as once it was.
template <typename Op>
concept has_old_along = requires(const Op& op, const typename Op::value_type& value,
                                 std::uint64_t edge, std::span<typename Op::value_type> into) {
  op.along(value, edge, into);
};

/// An operator that collects actions before it acts: `flush(lane)` is called when a worker has come
/// to the end of some rows, or of what came in one parcel.
template <typename Op>
concept collecting_operator = requires(const Op& op, vertex_lane& lane) {
  op.flush(lane);
};

/// An operator that knows what owners of other ranks' vertices need not hear, as they have heard as
/// much: `tells(ghost, value)` is asked, by several workers at once, before they are sent anything.
template <typename Op>
concept sifting_operator = requires(const Op& op, local_vertex ghost,
                                    const typename Op::value_type& value) {
  { op.tells(ghost, value) } -> std::convertible_to<bool>;
};

/// An operator whose actions may be left to the homes of their targets: `matters_at(target, value)`
/// is asked, by several workers at once and without isolation, before the home of an owned vertex
/// is told.
template <typename Op>
concept homing_operator = requires(const Op& op, local_vertex target,
                                   const typename Op::value_type& value) {
  { op.matters_at(target, value) } -> std::convertible_to<bool>;
};

/// An operator that is given nothing with an edge, and acts at once: it looks at the target alone.
template <typename Op>
concept valueless_operator =
    std::is_same_v<typename Op::value_type, no_value> && !edgewise_operator<Op> &&
    !blockwise_operator<Op> && !collecting_operator<Op>;

/// An operator that asks memory ahead for what an action accesses: `fetch(target, value)`, of what
/// came in a parcel or a box.
template <typename Op>
concept asking_operator = requires(const Op& op, local_vertex target,
                                   const typename Op::value_type& value) {
  op.fetch(target, value);
};

}  // namespace orujo
