// A stack that code runs on, and the switch from one to another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "orujo/base/error.hpp"
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
    if (overflowed() || next.overwritten()) [[unlikely]] { report_overflow(); }
    sanitizer_.leaves_for(next.sanitizer_);
    continue_stack(position_, next.position_, &next);
    sanitizer_.entered();
  }

  /// Asks for the cache lines that a switch to this fiber will touch first. `hint` is an address on
  /// its stack near where it was left.
  static void prefetch(const void* hint) noexcept {
    const auto* const line = static_cast<const std::byte*>(hint);
    __builtin_prefetch(line - 16, 1);  // what the switch itself saves
    __builtin_prefetch(line + 48, 1);
  }

  /// Where its stack was left: of a suspended fiber.
  [[nodiscard]] const void* stack_pointer() const noexcept { return position_; }

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

  [[nodiscard]] bool overflowed() const noexcept {
    return stack_pointer_here() < lowest_;
  }
  /// The next higher stack grows down to our canary first. A thread's own stack has none.
  [[nodiscard]] bool overwritten() const noexcept {
    return lowest_ != nullptr && !canary_intact(this);
  }
  [[noreturn]] static void report_overflow();

  stack_position position_ = nullptr;
  std::byte* lowest_ = nullptr;
  [[no_unique_address]] sanitized_stack sanitizer_;
};

}  // namespace orujo
