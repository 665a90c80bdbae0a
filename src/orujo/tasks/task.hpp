// A task that has not started: its closure, in one cache line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "orujo/base/ids.hpp"

namespace orujo {

class join;

/// What a task can run: a copy of it can be called.
template <typename Body>
concept task_body = std::invocable < std::remove_cvref_t<Body>
& > ;

/// A closure that waits for a fiber. Plain data: queues move it by copying its bytes.
/// It is run exactly once; one that is dropped leaks what a large closure holds.
class alignas(cache_line_bytes) task {
public:
  /// Closures up to this size, if trivially copyable, lie in the task; others on the heap.
  static constexpr std::size_t inline_bytes = 48;

  task() = default;

  /// A task that calls `body()`, counted by `enclosing` (may be nullptr: by the run only).
  template <task_body Body>
    requires(!std::same_as<std::remove_cvref_t<Body>, task>)
  task(Body&& body, join* enclosing) : enclosing_(enclosing) {
    using closure = std::remove_cvref_t<Body>;
    if constexpr (sizeof(closure) <= inline_bytes && alignof(closure) <= 16 &&
                  std::is_trivially_copyable_v<closure>) {
      new (bytes_) closure(std::forward<Body>(body));
      run_ = [](std::byte* bytes) { (*std::launder(reinterpret_cast<closure*>(bytes)))(); };
    } else {
      new (bytes_) closure*(new closure(std::forward<Body>(body)));
      run_ = [](std::byte* bytes) {
        const std::unique_ptr<closure> owner(*std::launder(reinterpret_cast<closure**>(bytes)));
        (*owner)();
      };
    }
  }

  void run() { run_(bytes_); }

  [[nodiscard]] join* enclosing() const noexcept { return enclosing_; }

  /// The closure, if it lies in the task; what it begins with is its type's business.
  [[nodiscard]] const std::byte* bytes() const noexcept { return bytes_; }

private:
  void (*run_)(std::byte*) = nullptr;
  join* enclosing_ = nullptr;
  alignas(16) std::byte bytes_[inline_bytes];
};
static_assert(sizeof(task) == cache_line_bytes && std::is_trivially_copyable_v<task>);

}  // namespace orujo
