// The answer of a delegate that its task does not wait for at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/memory/home_memory.hpp"

namespace orujo {

/// Takes one answer of type R, plain data or void, for the task that made the promise.
/// Given to delegate::async() and its like, once; get() then waits. It may go before the answer has
/// come, which is dropped then: the answer on its way is written to a slot on the heap, and the
/// worker keeps that until it has come.
template <typename R>
class promise {
public:
  /// Call: a task.
  promise() = default;
  promise(const promise&) = delete;
  promise& operator=(const promise&) = delete;

  /// Never waits. Call: a task of the same worker.
  ~promise() {
    if (slot_ == nullptr || slot_->arrived().signalled()) { return; }
    const suspension& arrived = slot_->arrived();
    this_memory().keep_until(arrived, std::move(slot_));
  }

  /// Waits for the answer and returns it. Call: the task that made it, once, after it was given to
  /// a delegate; yields unless the answer has come. `awaited` says in words what for; it lives for
  /// ever.
  [[nodiscard]] R get(const char* awaited = usually_awaited) {
    ORUJO_ASSERT(asked_ && !read_, "a promise is asked before it is waited for, and read once");
    read_ = true;
    if (slot_ != nullptr) { return slot_->wait(awaited); }
    if constexpr (std::is_void_v<R>) {
      return;
    } else {
      return value_.value;
    }
  }

  /// Whether get() would not wait. Call: as get().
  [[nodiscard]] bool has_arrived() const noexcept {
    return asked_ && (slot_ == nullptr || slot_->arrived().signalled());
  }

  /// Where the answer goes, as requests carry it. For delegates; once what may throw is done.
  /// Cost: an allocation.
  [[nodiscard]] const void* asked() {
    slot_ = std::make_unique<answer_slot<R>>(maker_);
    note_asked();
    return slot_->address();
  }

  /// Gives the answer at once. For delegates.
  void set(const auto&... value) {
    note_asked();
    if constexpr (!std::is_void_v<R>) { value_.value = (value, ...); }
  }

private:
  void note_asked() noexcept {
    ORUJO_ASSERT(!asked_, "a promise is asked once");
    asked_ = true;
  }

  task_fiber& maker_ = *this_scheduler().current();
  std::unique_ptr<answer_slot<R>> slot_;  // of an answer from another worker
  copied_value<std::conditional_t<std::is_void_v<R>, char, R>> value_;  // of one from this worker
  bool asked_ = false;
  bool read_ = false;
};

}  // namespace orujo
