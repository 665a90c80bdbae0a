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

/// Takes an answer of at most 8 bytes. It lies on the stack of the task that waits.
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

protected:
  ~bytes_answer() = default;
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

}  // namespace orujo
