// Stacks of one size, many from one mapping.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "orujo/fibers/sanitized_stack.hpp"

namespace orujo {

/// Of guards, and what stacks are rounded up to.
inline constexpr std::size_t stack_page_bytes = 4096;

/// The upper end of a stack: control block, then canary. One cache line; more for the sanitizers.
inline constexpr std::size_t control_line_bytes = sanitized_stack::checked ? 128 : 64;
inline constexpr std::size_t control_bytes = control_line_bytes - sizeof(std::uint64_t);
inline constexpr std::uint64_t stack_canary = 0x6f72756a6f5f6f6b;

inline constexpr std::string_view overflow_message =
    "a task overflowed its stack: give tasks larger ones with the setting stack_bytes";

/// Whether nobody has written above the control block at `control`.
[[nodiscard]] inline bool canary_intact(const void* control) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, static_cast<const std::byte*>(control) + control_bytes, sizeof value);
  return value == stack_canary;
}

/// One stack: `bytes` below `control`, which has room for `control_bytes` more.
struct fiber_stack {
  std::byte* control = nullptr;  ///< On a cache line.
  std::size_t bytes = 0;
};

/// How a pool makes its stacks.
struct stack_plan {
  /// Memory of one stack, its control block included. Code that throws or formats needs 16 KiB.
  std::size_t stack_bytes = 16 * 1024;
  /// So many stacks get a guard page: an overflow is then met at once. Each takes two of the
  /// mappings that the kernel allows a process. Those that follow only have canaries.
  std::size_t guarded_stacks = 0;
  /// Whether stacks of at most 8 KiB without guards lie on huge pages: switches among very many are
  /// twice as fast, but a stack then takes all of its memory at once, not only what it touches.
  bool huge_pages = true;
};

/// So many stacks can have a guard page if `sharers` pools divide half of the process's mappings.
[[nodiscard]] std::size_t guarded_stacks_for(int sharers);

/// Makes stacks and keeps them for reuse until it goes. One thread uses it.
///
/// The upper ends of stacks, where switches happen, are spread over the sets of the caches.
/// Memory: what was ever in use at once; of each stack only pages that were touched, but see
/// stack_plan::huge_pages.
class stack_pool {
public:
  /// Throws: usage_error if the stacks are smaller than a page.
  explicit stack_pool(const stack_plan& plan);
  stack_pool(const stack_pool&) = delete;
  stack_pool& operator=(const stack_pool&) = delete;
  ~stack_pool();

  /// A stack, the one that was given back last if there is one. Throws: memory_error.
  [[nodiscard]] fiber_stack allocate() {
    if (free_.empty()) { grow(); }
    const fiber_stack stack{free_.back(), usable_bytes()};
    free_.pop_back();
    return stack;
  }

  /// Takes a stack back. Nothing runs on it any more.
  void release(const fiber_stack& stack) noexcept { free_.push_back(stack.control); }

  /// Stacks made so far.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Of them, those with a guard page.
  [[nodiscard]] std::size_t guarded() const noexcept { return guarded_; }

private:
  struct slab {
    std::byte* data;
    std::size_t bytes;
  };

  [[nodiscard]] std::size_t usable_bytes() const noexcept {
    return plan_.stack_bytes - control_line_bytes;
  }
  void grow();
  [[nodiscard]] bool add_guarded_slab();
  void add_plain_slab();
  [[nodiscard]] std::byte* map(std::size_t bytes);
  void add(std::byte* end);

  stack_plan plan_;
  std::size_t size_ = 0;
  std::size_t guarded_ = 0;
  std::vector<slab> slabs_;
  std::vector<std::byte*> free_;  // control blocks
};

}  // namespace orujo
