// What the parts of the extension module share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "orujo/python/process_teams.hpp"

namespace orujo::python {

namespace nb = nanobind;

void bind_errors(nb::module_& module);
void bind_teams(nb::module_& module);
void bind_arrow(nb::module_& module);
void bind_graph(nb::module_& module);
void bind_adjacency(nb::module_& module);
void bind_graph_making(nb::module_& module);
void bind_catalogue(nb::module_& module);
void bind_entry_call(nb::module_& module);
void bind_dependencies(nb::module_& module);
void bind_operators(nb::module_& module);

/// Has the interpreter look for signals. Throws: what a handler of the program raises, such as
/// KeyboardInterrupt. Call: without the GIL.
void watch_signals();

/// Runs `job(team)` on a team of so many workers (0: as many as are configured) without the GIL.
template <typename Job>
void run_on_team(int workers, Job&& job) {
  process_teams& teams = process_teams::of_this_process();
  const process_teams::call_mark mark(teams);
  const nb::gil_scoped_release released;
  teams.run(workers, std::forward<Job>(job), watch_signals);
}

using numpy_array = nb::ndarray<nb::numpy>;

/// An array of NumPy that takes over a vector or column_array.
template <typename Array>
[[nodiscard]] nb::object array_of(Array values) {
  auto owned = std::make_unique<Array>(std::move(values));
  auto* const data = owned->data();
  const std::size_t size = owned->size();
  const nb::capsule owner(owned.release(),
                          [](void* held) noexcept { delete static_cast<Array*>(held); });
  return nb::cast(nb::ndarray<nb::numpy, std::remove_pointer_t<decltype(data)>, nb::ndim<1>>(
      data, {size}, owner));
}

/// An array of NumPy, not to be written, over memory that `owner` keeps.
template <typename T>
[[nodiscard]] nb::object view_of(std::span<const T> values, std::shared_ptr<const void> owner) {
  auto held = std::make_unique<std::shared_ptr<const void>>(std::move(owner));
  const nb::capsule keeper(held.release(), [](void* kept) noexcept {
    delete static_cast<std::shared_ptr<const void>*>(kept);
  });
  return nb::cast(
      nb::ndarray<nb::numpy, const T, nb::ndim<1>>(values.data(), {values.size()}, keeper));
}

}  // namespace orujo::python
