// A stack that code runs on, and the switch from one to another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <boost/context/detail/fcontext.hpp>

#include "orujo/base/error.hpp"
#include "orujo/fibers/sanitized_stack.hpp"
#include "orujo/fibers/stack_pool.hpp"

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
      : context_(boost::context::detail::make_fcontext(stack.control, stack.bytes,
                                                       &fiber::start<Function>)),
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
  /// has overflowed. Cost: 2–4 ns while both are in cache.
  void switch_to(fiber& next) {
    if (overflowed() || next.overwritten()) [[unlikely]] { report_overflow(); }
    next_ = &next;
    sanitizer_.leaves_for(next.sanitizer_);
    arrive(boost::context::detail::jump_fcontext(next.context_, this));
  }

  /// Asks for the cache lines that a switch to this fiber will touch first. `hint` is an address on
  /// its stack near where it was left.
  static void prefetch(const void* hint) noexcept {
    const auto* const line = static_cast<const std::byte*>(hint);
    __builtin_prefetch(line, 1);
    __builtin_prefetch(line + 64, 1);
    __builtin_prefetch(line + 128, 1);
  }

  /// Where its stack was left: of a suspended fiber.
  [[nodiscard]] const void* stack_pointer() const noexcept { return context_; }

  /// The end of its stack; nullptr for a thread's own.
  [[nodiscard]] const std::byte* lowest() const noexcept { return lowest_; }

private:
  template <entry Function>
  static void start(boost::context::detail::transfer_t from) {
    fiber& self = *static_cast<fiber*>(from.data)->next_;
    self.arrive(from);
    Function(self);
    ORUJO_UNREACHABLE("the first function of a fiber never returns");
  }

  /// Notes where the fiber that we come from was left.
  void arrive(boost::context::detail::transfer_t from) {
    auto& previous = *static_cast<fiber*>(from.data);
    previous.context_ = from.fctx;
    sanitizer_.entered_from(previous.sanitizer_);
  }

  [[nodiscard]] bool overflowed() const noexcept {
    return static_cast<const std::byte*>(__builtin_frame_address(0)) < lowest_;
  }
  /// The next higher stack grows down to our canary first. A thread's own stack has none.
  [[nodiscard]] bool overwritten() const noexcept {
    return lowest_ != nullptr && !canary_intact(this);
  }
  [[noreturn]] static void report_overflow();

  boost::context::detail::fcontext_t context_ = nullptr;
  std::byte* lowest_ = nullptr;
  fiber* next_ = nullptr;  // whom it left for: how a new fiber finds itself
  [[no_unique_address]] sanitized_stack sanitizer_;
};

}  // namespace orujo
