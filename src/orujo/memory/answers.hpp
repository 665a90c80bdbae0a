// What a task waits on for the answer of a delegate.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "orujo/base/ids.hpp"
#include "orujo/tasks/scheduler.hpp"

namespace orujo {

/// Takes an answer of at most 8 bytes.
struct value_answer {
  suspension arrived;
  std::uint64_t value = 0;
};

/// Takes an answer of many bytes.
class bytes_answer {
public:
  bytes_answer() = default;
  bytes_answer(const bytes_answer&) = delete;
  bytes_answer& operator=(const bytes_answer&) = delete;

  /// Takes over `bytes`. Call: a handler, on the worker that asked.
  virtual void arrive(std::span<const std::byte> bytes) = 0;

  virtual ~bytes_answer() = default;
};

/// A task that waits for an answer, as others name it: its worker, and where the answer goes there,
/// a value_answer or a bytes_answer. Plain data.
struct asking_task {
  home_id home;
  std::uint64_t answer;
};

/// Whether a value of this type fits into one unit of an answer.
template <typename R>
inline constexpr bool is_small = sizeof(R) <= sizeof(std::uint64_t);

/// A value without its constructor, filled by copying bytes.
template <typename R>
union copied_value {
  static_assert(std::is_trivially_copyable_v<R>, "the result of a delegate travels: plain data");
  copied_value() noexcept {}
  ~copied_value() {}
  R value;
};

/// The low bytes of a word as a value.
template <typename R>
[[nodiscard]] R value_from(std::uint64_t word) noexcept {
  copied_value<R> copy;
  std::memcpy(static_cast<void*>(&copy.value), &word, sizeof(R));
  return copy.value;
}

/// A small value as a word.
template <typename R>
[[nodiscard]] std::uint64_t word_from(const R& value) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof(R));
  return word;
}

/// What a task waits for, in words, unless it says so itself.
inline constexpr const char* usually_awaited = "the answer of a delegate";

/// Takes one answer of type R, plain data or void. It lies still until the answer has arrived.
template <typename R>
class answer_slot final : public bytes_answer {
public:
  /// Call: the task that will wait.
  answer_slot() = default;
  /// `waiter` will wait. Call: its worker.
  explicit answer_slot(task_fiber& waiter) : small_{suspension(waiter), 0} {}

  /// Where the answer goes, as requests carry it.
  [[nodiscard]] const void* address() noexcept {
    if constexpr (is_word) {
      return &small_;
    } else {
      return static_cast<bytes_answer*>(this);
    }
  }

  /// Signalled by the answer.
  [[nodiscard]] const suspension& arrived() const noexcept { return small_.arrived; }

  /// Waits for the answer and returns it. Call: the task that waits, once; yields unless it has
  /// come.
  [[nodiscard]] R wait(const char* awaited = usually_awaited) {
    if (!small_.arrived.signalled()) {
      this_worker().metrics.add(metric::delegate_suspensions);
      small_.arrived.wait(awaited);
    }
    if constexpr (std::is_void_v<R>) {
      return;
    } else if constexpr (is_word) {
      return value_from<R>(small_.value);
    } else {
      return large_.value;
    }
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

  value_answer small_;
  copied_value<std::conditional_t<is_word, char, stored>> large_;
};

}  // namespace orujo
