// The fiber of a task, and why it waits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/fibers/fiber.hpp"

namespace orujo {

class join;
class scheduler;

/// A fiber that runs tasks, one after the other. It lives at the upper end of its stack.
class task_fiber final : public fiber {
public:
  template <entry Function>
  task_fiber(const fiber_stack& stack, first<Function> function, scheduler& home)
      : fiber(stack, function), home_(&home) {}

  /// The scheduler that runs it, always the same.
  [[nodiscard]] scheduler& home() const noexcept { return *home_; }

  join* enclosing = nullptr;  ///< Counts the task that runs on it; nullptr: only the run does.
  const char* waits_for = nullptr;  ///< While suspended: in words, for people. Lives for ever.

private:
  scheduler* home_;
};
static_assert(sizeof(task_fiber) <= control_bytes, "a control block is one cache line");

}  // namespace orujo
