// A few functions that take turns on one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <new>
#include <utility>
#include <vector>

#include "orujo/fibers/exception_state.hpp"
#include "orujo/fibers/fiber.hpp"
#include "orujo/fibers/stack_pool.hpp"

namespace orujo::test {

/// Functions on stacks of their own, which are numbered, and are left and continued by their
/// number. Used again and again: clear() forgets them, wherever they were left; what they have on
/// their stacks is not destroyed then.
class model_fibers {
public:
  /// Says who goes on when number `ended` has returned; `caller` ends the run.
  using successor = std::function<int(int ended)>;
  static constexpr int caller = -1;

  model_fibers(std::size_t stack_bytes, successor next)
      : stacks_({.stack_bytes = stack_bytes, .huge_pages = false}), next_(std::move(next)) {}
  model_fibers(const model_fibers&) = delete;
  model_fibers& operator=(const model_fibers&) = delete;
  ~model_fibers() { clear(); }

  /// Adds a function, which throws nothing and is not started. The first one is number 0.
  void add(std::function<void()> body) {
    const fiber_stack stack = stacks_.allocate();
    bodies_.push_back(std::move(body));
    fibers_.push_back(new (stack.control) numbered(stack, fiber::first<&begin>(), *this, size()));
    used_.push_back(stack);
  }

  [[nodiscard]] int size() const noexcept { return static_cast<int>(fibers_.size()); }

  /// The one that runs, or `caller`.
  [[nodiscard]] int running() const noexcept { return running_; }

  /// Continues number `next`, or the caller of the first switch; returns when somebody switches
  /// back.
  void switch_to(int next) {
    const int self = std::exchange(running_, next);
    if (next == self) { return; }
    exception_state().keep_over([&] { at(self).switch_to(at(next)); });
  }

  /// Forgets all. Call: the caller.
  void clear() {
    for (numbered* const each : fibers_) { each->~numbered(); }
    for (auto at = used_.rbegin(); at != used_.rend(); ++at) { stacks_.release(*at); }
    fibers_.clear();
    used_.clear();
    bodies_.clear();
  }

private:
  /// At the upper end of its stack.
  class numbered final : public fiber {
  public:
    template <entry Function>
    numbered(const fiber_stack& stack, first<Function> function, model_fibers& owner, int number)
        : fiber(stack, function), owner_(&owner), number_(number) {}
    [[nodiscard]] model_fibers& owner() const noexcept { return *owner_; }
    [[nodiscard]] int number() const noexcept { return number_; }

  private:
    model_fibers* owner_;
    int number_;
  };
  static_assert(sizeof(numbered) <= control_bytes, "a control block is one cache line");

  static void begin(fiber& self) {
    auto& one = static_cast<numbered&>(self);
    model_fibers& all = one.owner();
    all.bodies_[static_cast<std::size_t>(one.number())]();
    all.switch_to(all.next_(one.number()));
  }

  [[nodiscard]] fiber& at(int number) noexcept {
    return number == caller ? caller_ : *fibers_[static_cast<std::size_t>(number)];
  }

  stack_pool stacks_;
  successor next_;
  std::vector<numbered*> fibers_;
  std::vector<fiber_stack> used_;
  std::vector<std::function<void()>> bodies_;
  fiber caller_;
  int running_ = caller;
};

}  // namespace orujo::test
