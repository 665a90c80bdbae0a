// The answer of a delegate that its task does not wait for at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include "orujo/base/error.hpp"
#include "orujo/memory/answers.hpp"

namespace orujo {

/// Takes one answer of type R, plain data or void. It lies on the stack of the task that waits for
/// it, and its address is on the way while it waits: hence no copies.
/// Given to delegate::async() and its like, once; get() then waits.
template <typename R>
class promise final : public bytes_answer {
public:
  static constexpr const char* usually_awaited = "the answer of a delegate";

  /// Call: a task.
  promise() = default;

  /// Waits for an answer that was asked for and not taken. Call: the same task; may yield.
  ~promise() {
    if (asked_) { wait(usually_awaited); }
  }

  /// Waits for the answer and returns it. Call: the task that made it, once, after it was given to
  /// a delegate; yields unless the answer has come. `awaited` says in words what for; it lives for
  /// ever.
  [[nodiscard]] R get(const char* awaited = usually_awaited) {
    ORUJO_ASSERT(asked_, "a promise is asked before it is waited for, and read once");
    wait(awaited);
    asked_ = false;
    if constexpr (std::is_void_v<R>) {
      return;
    } else if constexpr (is_word) {
      return value_from<R>(small_.value);
    } else {
      return large_.value;
    }
  }

  /// Whether get() would not wait. Call: as get().
  [[nodiscard]] bool has_arrived() const noexcept { return small_.arrived.signalled(); }

  /// Where the answer goes, as requests carry it; marks the promise as asked. For delegates.
  [[nodiscard]] const void* asked() noexcept {
    ORUJO_ASSERT(!asked_ && !has_arrived(), "a promise is asked once");
    asked_ = true;
    if constexpr (is_word) {
      return &small_;
    } else {
      return static_cast<bytes_answer*>(this);
    }
  }

  /// Gives the answer at once. For delegates.
  void set(const auto&... value) {
    static_cast<void>(asked());
    if constexpr (is_word && sizeof...(value) == 1) {
      small_.value = word_from(value...);
    } else if constexpr (!is_word) {
      large_.value = (value, ...);
    }
    small_.arrived.signal();
  }

  void arrive(std::span<const std::byte> bytes) override {
    if constexpr (!is_word) {
      std::memcpy(static_cast<void*>(&large_.value), bytes.data(), bytes.size());
    }
    small_.arrived.signal();
  }

private:
  using stored = std::conditional_t<std::is_void_v<R>, char, R>;
  static constexpr bool is_word = is_small<stored>;
  using large = std::conditional_t<is_word, char, stored>;

  void wait(const char* awaited) {
    if (has_arrived()) { return; }
    this_worker().metrics.add(metric::delegate_suspensions);
    small_.arrived.wait(awaited);
  }

  value_answer small_;
  copied_value<large> large_;
  bool asked_ = false;
};

}  // namespace orujo
