// Switches from rank to rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/virtual_ranks.hpp"

#include <new>

#include "orujo/fibers/exception_state.hpp"
#include "orujo/messaging/worker.hpp"

namespace orujo {

namespace {

// Of which a rank touches what it needs: handlers and whole commands run here, as on a thread.
constexpr std::size_t stack_bytes = std::size_t{sanitized_stack::checked ? 4 : 1} << 20U;

}  // namespace

virtual_ranks::virtual_ranks(virtual_clocks& clocks, int ranks)
    : clocks_(clocks),
      stacks_({.stack_bytes = stack_bytes, .guarded_stacks = guarded_stacks_for(1)}) {
  for (int r = 0; r < ranks; ++r) {
    const fiber_stack stack = stacks_.allocate();
    fibers_.push_back(new (stack.control)
                          rank_fiber(stack, fiber::first<&first_function>(), *this));
  }
}

virtual_ranks::~virtual_ranks() {
  for (rank_fiber* const each : fibers_) { each->~rank_fiber(); }
}

void virtual_ranks::run(const std::function<void(rank_id)>& program) {
  program_ = &program;
  left_ = static_cast<int>(fibers_.size());
  for (int r = 0; r < left_; ++r) { clocks_.sleep(rank_id{r}, 0); }
  running_ = clocks_.next();
  caller_.switch_to(fiber_of(running_));
}

void virtual_ranks::first_function(fiber& self) {
  virtual_ranks& all = static_cast<rank_fiber&>(self).owner();
  (*all.program_)(all.running_);
  --all.left_;
  if (all.left_ == 0) { self.switch_to(all.caller_); }
  all.running_ = all.clocks_.next();
  self.switch_to(all.fiber_of(all.running_));
}

void virtual_ranks::run_others(rank_id self) {
  running_ = clocks_.next();
  if (running_ == self) { return; }
  worker* const me = current_worker;
  exception_state().keep_over([&] { fiber_of(self).switch_to(fiber_of(running_)); });
  current_worker = me;
}

}  // namespace orujo
