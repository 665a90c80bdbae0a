// Tasks of any rank that wait at one home, first come first served.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include "orujo/memory/home_memory.hpp"

namespace orujo {

/// A queue of what waits at a home. Plain data whose zero bytes are an empty queue: it lies in
/// arrays of global memory. Call: at its home, by tasks and handlers.
/// Memory: a word; for each entry What and a word, of home_memory::waiting_memory().
template <typename What>
class waiting_queue {
public:
  [[nodiscard]] bool empty() const noexcept { return last_ == nullptr; }

  void push(const What& what) {
    void* const room = this_memory().waiting_memory().allocate(sizeof(entry), alignof(entry));
    auto* const added = new (room) entry{what, nullptr};
    added->next = empty() ? added : last_->next;
    if (!empty()) { last_->next = added; }
    last_ = added;
  }

  /// The one that came first; there is one.
  [[nodiscard]] const What& front() const noexcept { return last_->next->what; }

  /// Takes it out.
  What pop() {
    entry* const first = last_->next;
    const What what = first->what;
    if (first == last_) {
      last_ = nullptr;
    } else {
      last_->next = first->next;
    }
    this_memory().waiting_memory().deallocate(first, sizeof(entry), alignof(entry));
    return what;
  }

private:
  struct entry {
    What what;
    entry* next;
  };

  entry* last_ = nullptr;  // Its next is the first: a ring.
};

}  // namespace orujo
