// Operators that are sent to the worker that has their elements for itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "orujo/activities/mechanisms/global_lock.hpp"
#include "orujo/activities/operator.hpp"

namespace orujo {

/// Says which worker of their rank has the elements of `arguments` for itself, if each rank has
/// `workers` of them: `home(arguments, workers)`, a number below `workers`, which depends on the
/// elements only; or an optional of one, which is empty if they have several homes.
template <typename Op>
concept homed_operator = requires(const Op& op, const typename Op::arguments& arguments,
                                  std::size_t workers) {
  { op.home(arguments, workers) } -> std::convertible_to<std::optional<std::size_t>>;
};

namespace mechanisms {

/// No activities get in each other's way: an activity_channel or an activity_map sends each
/// operator to the home of its elements, where it runs without atomics or locks. Cost: that of a
/// message from worker to worker. No memory, but a parcel for each worker of each rank.
struct home {};

}  // namespace mechanisms

namespace activities {

/// What keeps those apart that have come where they run: home workers have nobody to keep off.
template <typename Mechanism>
using mechanism_at_place =
    std::conditional_t<std::is_same_v<Mechanism, mechanisms::home>, mechanisms::serial, Mechanism>;

}  // namespace activities

}  // namespace orujo
