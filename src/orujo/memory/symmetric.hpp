// One object for each worker, under one name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <type_traits>

#include "orujo/memory/global_memory.hpp"
#include "orujo/memory/global_pointer.hpp"
#include "orujo/memory/segment.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo {

/// Names a T on every worker of the team. Plain data: it travels; T itself need not.
/// Call: anywhere, but for here(). For one object for each rank, take worker 0's: at_rank().
template <typename T>
class symmetric {
public:
  symmetric() = default;  ///< No object.
  explicit symmetric(segment_id segment) : segment_(segment) {}

  /// The calling worker's object. Call: a task or a handler.
  [[nodiscard]] T& here() const { return this_memory().at<T>(first_of(segment_)); }

  /// The object of worker `index` of this rank, in place. Call: a task, while that worker changes
  /// nothing that is read here: between two joins, say.
  [[nodiscard]] const T& at_worker(int index) const {
    return this_memory().owner().at_worker(index).template at<T>(first_of(segment_));
  }

  [[nodiscard]] global_pointer<T> at(home_id home) const noexcept {
    return {home, first_of(segment_)};
  }
  [[nodiscard]] global_pointer<T> at_rank(rank_id rank) const {
    return at(this_scheduler().board().home_at(rank, 0));
  }

  [[nodiscard]] segment_id segment() const noexcept { return segment_; }

private:
  segment_id segment_ = address_space;
};

namespace symmetric_detail {

/// One item for each worker.
template <typename T>
[[nodiscard]] segment_shape shape_of() {
  return {this_memory().num_homes(), sizeof(T), 1};
}

/// Has `make(segment)` make the object on each worker. Where one throws, those that were made are
/// destroyed, and nothing is left.
template <typename T, typename Make>
[[nodiscard]] symmetric<T> allocate_with(const Make& make) {
  const segment_id segment = allocate_segment(shape_of<T>());
  std::exception_ptr failure;
  try {
    on_all_workers([segment, make] { make(segment); });
  } catch (...) { failure = std::current_exception(); }  // release_segment() yields
  if (failure) {
    release_segment(segment, shape_of<T>());
    std::rethrow_exception(failure);
  }
  return symmetric<T>(segment);
}

}  // namespace symmetric_detail

/// An object on each worker: a copy of `initial` if T is plain data and one is given, else T().
/// Call: a task; yields. Throws: as allocate_array().
template <typename T>
  requires std::is_trivially_copyable_v<T>
[[nodiscard]] symmetric<T> allocate_symmetric(const T& initial) {
  static_assert(alignof(T) <= home_memory::part_alignment);
  return symmetric_detail::allocate_with<T>(
      [initial](segment_id segment) { this_memory().emplace<T>(segment, initial); });
}
template <typename T>
  requires std::is_default_constructible_v<T>
[[nodiscard]] symmetric<T> allocate_symmetric() {
  static_assert(alignof(T) <= home_memory::part_alignment);
  return symmetric_detail::allocate_with<T>(
      [](segment_id segment) { this_memory().emplace<T>(segment); });
}

/// Destroys the objects, each on its worker, and gives their memory back. Those that are left when
/// global_memory ends are destroyed then. Call: any task, in any order; yields.
template <typename T>
void release(const symmetric<T>& name) {
  release_segment(name.segment(), symmetric_detail::shape_of<T>());
}

}  // namespace orujo
