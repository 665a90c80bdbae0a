// The exceptions being handled: they belong to a stack, though C++ keeps them per thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <cxxabi.h>

namespace orujo {

/// The thread's list of caught exceptions and its count of those being thrown.
/// A fiber that is left inside a catch block takes them along, and puts them back when it
/// continues; otherwise the catch block of another fiber would end the wrong exception.
class exception_state {
public:
  /// Of the calling thread, for as long as it lives.
  exception_state() : globals_(of_this_thread()) {}

  /// Whether the running stack is inside a catch block, or unwinding.
  [[nodiscard]] bool any() const noexcept {
    return globals_->caught != nullptr || globals_->uncaught != 0;
  }

  /// Calls `leave()`, which switches to another stack and comes back, without them.
  template <typename Leave>
  void keep_over(Leave&& leave) {
    const layout kept = std::exchange(*globals_, {});
    leave();
    *globals_ = kept;
  }

private:
  /// As the Itanium C++ ABI, §2.2.2, defines it.
  struct layout {
    void* caught = nullptr;
    unsigned int uncaught = 0;
  };

  static layout* of_this_thread() {
    // The ABI fixes the layout, but its header leaves the type incomplete.
    return reinterpret_cast<layout*>(abi::__cxa_get_globals());
  }

  layout* globals_;
};

}  // namespace orujo
