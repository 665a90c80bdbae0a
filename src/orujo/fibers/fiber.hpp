// A stack that code runs on, and the switch from one to another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "orujo/base/error.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/fibers/sanitized_stack.hpp"
#include "orujo/fibers/stack_pool.hpp"
#include "orujo/fibers/stack_switch.hpp"

namespace orujo {

/// What runs on a stack. Derive from it to keep more with the stack; it lives in the control block
/// at the stack's upper end, or, for a thread's own stack, anywhere.
///
/// A fiber belongs to one thread. Memory ordering: everything happens on that thread.
class fiber {
public:
  /// First function on a new stack. It never returns.
  using entry = void (*)(fiber& self);

  /// Names it at compile time, so that no fiber has to keep it.
  template <entry Function>
  struct first {};

  /// The stack of the calling thread, which is running.
  fiber() = default;

  /// A stack that has not run yet; the first switch to it calls `Function(*this)`.
  template <entry Function>
  fiber(const fiber_stack& stack, first<Function> /*function*/)
      : position_(prepare_stack<&fiber::start<Function>>(stack.control, stack.bytes)),
        lowest_(stack.control - stack.bytes) {
    sanitizer_.created(lowest_, stack.bytes);
  }
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;
  ~fiber() {
    if (lowest_ != nullptr) { sanitizer_.destroyed(); }
  }

  /// Leaves this fiber, which is running, and continues `next`. Returns when somebody switches
  /// back. Call: the thread that both belong to. Ends the process with a message if either stack
  /// has overflowed. Cost: 2 ns while both are in cache.
  [[gnu::always_inline]] void switch_to(fiber& next) {
    check_own_stack();
    next.check_canary();
    switch_to(next, next.position_, position_);
  }

  /// As above, for those who keep positions elsewhere: continues `next` at `there`, and notes in
  /// `left` where this fiber was left. Neither control block is touched, which matters among very
  /// many fibers; so nothing is checked.
  [[gnu::always_inline]] void switch_to(fiber& next, stack_position there, stack_position& left) {
    if constexpr (sanitized_stack::checked) { sanitizer_.leaves_for(next.sanitizer_); }
    continue_stack(left, there, &next);
    if constexpr (sanitized_stack::checked) { sanitizer_.entered(); }
  }

  /// Ends the process with a message if this fiber, which is running, is beyond its stack's end.
  void check_own_stack() const {
    if (__builtin_frame_address(0) < lowest_) [[unlikely]] { report_overflow(); }
  }

  /// The same if the next higher stack has grown down to this one, which has not run since.
  void check_canary() const {
    // A thread's own stack has none.
    if (lowest_ != nullptr && !canary_intact(this)) [[unlikely]] { report_overflow(); }
  }

  /// Asks for the cache lines that continuing at `there` touches first; it may be null.
  static void prefetch(stack_position there) noexcept {
    const auto line = reinterpret_cast<std::uintptr_t>(there);  // as null has no bytes behind it
    prefetch_to_write(reinterpret_cast<const void*>(line));
    prefetch_to_write(reinterpret_cast<const void*>(line + 64));
  }

  /// Where its stack was left by switch_to(next), or where it begins.
  [[nodiscard]] stack_position position() const noexcept { return position_; }
  [[nodiscard]] stack_position& position_slot() noexcept { return position_; }

  /// The end of its stack; nullptr for a thread's own.
  [[nodiscard]] const std::byte* lowest() const noexcept { return lowest_; }

private:
  template <entry Function>
  static void start(void* argument) {
    fiber& self = *static_cast<fiber*>(argument);
    self.sanitizer_.entered();
    Function(self);
    ORUJO_UNREACHABLE("the first function of a fiber never returns");
  }

  [[noreturn]] static void report_overflow();

  stack_position position_ = nullptr;
  std::byte* lowest_ = nullptr;
  [[no_unique_address]] sanitized_stack sanitizer_;
};

}  // namespace orujo
