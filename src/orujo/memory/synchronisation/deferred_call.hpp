// Operations at a home whose answer may come later: what synchronisation of the team is made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>

#include "orujo/memory/delegate.hpp"

namespace orujo::delegate {

/// Calls `body(datum, who)` at the home of the datum and waits until somebody there, the body or
/// another one that it left `who` for, calls `this_memory().answer(who, result)`, once; without
/// `result` if R is void. `reason` says in words what is waited for; it lives for ever.
/// Call: a task; yields unless the answer is there at once. Cost: elsewhere, a message of 32 bytes
/// and the captures, and one back; here, a function call.
template <typename R, typename T, typename F>
  requires std::invocable<const F&, T&, const asking_task&> R await_turn(global_pointer<T> at,
                                                                         const char* reason,
                                                                         const F& body) {
    answer_slot<R> answer;
    const asking_task self{this_memory().home(), address_of(answer.address())};
    if (at.is_here()) {
      this_memory().count_call();
      body(at.get(), self);
    } else {
      delegate_detail::send_deferred(at, [self, body](T& datum) { body(datum, self); });
    }
    return answer.wait(reason);
  }

/// Calls `body(datum)`: at once if the datum lies here, else as delegate::async().
/// Call: a task or a handler; never yields.
template <typename T, delegate_detail::body_for<T> F>
void tell(global_pointer<T> at, const F& body) {
  if (at.is_here()) {
    this_memory().count_call();
    body(at.get());
  } else {
    async(at, body);
  }
}

}  // namespace orujo::delegate
