// What the sanitizers must be told about a stack around a switch; nothing in other builds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#if defined(ORUJO_SANITIZE_ADDRESS)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(ORUJO_SANITIZE_THREAD)
#include <sanitizer/tsan_interface.h>
#endif

namespace orujo {

/// What sanitizers keep for one stack. Empty in builds without them.
class sanitized_stack {
public:
#if defined(ORUJO_SANITIZE_ADDRESS)
  static constexpr bool checked = true;

  /// Of a stack that is ours.
  void created(const void* lowest, std::size_t bytes) {
    lowest_ = lowest;
    bytes_ = bytes;
  }
  void destroyed() { __asan_unpoison_memory_region(lowest_, bytes_); }
  void leaves_for(sanitized_stack& next) {
    next.previous_ = this;
    __sanitizer_start_switch_fiber(&fake_, next.lowest_, next.bytes_);
  }
  /// The one that was left learns where its stack lies, if it is a thread's.
  void entered() {
    __sanitizer_finish_switch_fiber(fake_, &previous_->lowest_, &previous_->bytes_);
  }

private:
  void* fake_ = nullptr;
  const void* lowest_ = nullptr;
  std::size_t bytes_ = 0;
  sanitized_stack* previous_ = nullptr;
#elif defined(ORUJO_SANITIZE_THREAD)
  static constexpr bool checked = true;

  void created(const void* /*lowest*/, std::size_t /*bytes*/) { twin_ = __tsan_create_fiber(0); }
  void destroyed() { __tsan_destroy_fiber(twin_); }
  /// Inlined, or ThreadSanitizer would see a call that begins on one stack end on the other.
  [[gnu::always_inline]] void leaves_for(sanitized_stack& next) {
    if (twin_ == nullptr) { twin_ = __tsan_get_current_fiber(); }  // a thread's own stack
    __tsan_switch_to_fiber(next.twin_, 0);
  }
  void entered() {}

private:
  void* twin_ = nullptr;
#else
  static constexpr bool checked = false;

  void created(const void* /*lowest*/, std::size_t /*bytes*/) {}
  void destroyed() {}
  void leaves_for(const sanitized_stack& /*next*/) {}
  void entered() {}
#endif
};

}  // namespace orujo
