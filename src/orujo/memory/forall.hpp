// Loops over global arrays: each iteration where its element is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/memory/global_array.hpp"
#include "orujo/tasks/forall.hpp"

namespace orujo {

/// Can be called with an element, or with its index and the element.
template <typename Body, typename T>
concept element_body =
    std::invocable<const Body&, T&> || std::invocable<const Body&, std::uint64_t, T&>;

/// As element_body, and can travel to all workers.
template <typename Body, typename T>
concept travelling_element_body = element_body<Body, T> && std::is_trivially_copyable_v<Body> &&
                                      sizeof(Body) +
                                      sizeof(global_array<T>) + sizeof(loop_options) + 16 <=
                                  spread_detail::most_bytes;

/// Calls `body(T&)` or `body(index, T&)` for each element of the calling worker's part, in tasks of
/// this worker, and waits for all that the iterations spawned.
/// Call: a task; yields. Iterations may yield. Throws: as finish(). Cost: as forall_here().
template <typename T, element_body<T> Body>
void forall_here(const global_array<T>& array, const Body& body, loop_options options = {}) {
  const std::span<T> part = array.local();
  // A part of global memory cannot move to another worker.
  options.tasks = loop_tasks::bound;
  if constexpr (std::invocable<const Body&, T&>) {
    forall_here(
        0, part.size(), [&](std::uint64_t local) { body(part[local]); }, options);
  } else {
    const home_id home = this_memory().home();
    forall_here(
        0, part.size(),
        [&](std::uint64_t local) { body(array.index_at(home, local), part[local]); }, options);
  }
}

/// As forall(), but returns at once; the enclosing finish waits.
/// Call: a task; never yields. Cost: as spawn_over(); workers without an element get no message.
template <typename T, travelling_element_body<T> Body>
void forall_async(const global_array<T>& array, const Body& body, loop_options options = {}) {
  spawn_over({0, array.num_homes()}, [array, body, options] { forall_here(array, body, options); });
}

/// Calls `body(T&)` or `body(index, T&)` for each element of the array, by reference and at its
/// home, in tasks of all workers, and waits for all that the iterations spawned. `body` travels: it
/// is plain data, and calls to it are const. Call: a task; yields. Iterations may yield. Throws: as
/// finish().
template <typename T, travelling_element_body<T> Body>
void forall(const global_array<T>& array, const Body& body, loop_options options = {}) {
  finish([&] { forall_async(array, body, options); });
}

}  // namespace orujo
