// A worker reports its subtree once it is complete, or, where nobody knows how many tasks it has,
// those that have come when a task that was queued for that starts.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/synchronisation/global_barrier.hpp"

#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/memory/delegate_request.hpp"
#include "orujo/memory/synchronisation/home_tree.hpp"

namespace orujo {

void global_barrier::wait() const {
  waiting_place mine;
  barrier_part& part = parts_.here();
  part.waiting.push(mine);
  arrive(part, 1);
  mine.turn.wait("the others at a global_barrier");
}

void global_barrier::arrive(barrier_part& part, std::uint64_t tasks) const {
  part.arrived += tasks;
  const home_tree tree = home_tree::of_this_worker();
  const bool counted = where_ == barrier_tasks::of_each_worker;
  if (tree.is_root() || counted) {
    const std::uint64_t due = counted ? tasks_ * tree.size() : tasks_;
    ORUJO_ASSERT(part.arrived <= due, "as many tasks wait at a global_barrier as it is for");
    if (part.arrived == due) { report(); }
  } else if (!std::exchange(part.reporting, true)) {
    this_scheduler().add_private(task([self = *this] { self.report(); }, nullptr));
  }
}

/// What is sent is not joined by a finish: tasks wait for what comes of it.
void global_barrier::report() const {
  barrier_part& part = parts_.here();
  part.reporting = false;
  const std::uint64_t tasks = std::exchange(part.arrived, 0);
  const home_tree tree = home_tree::of_this_worker();
  if (tree.is_root()) {
    // In a handler, where no other message is handled before all children have been told.
    delegate_detail::send_closure(
        parts_.at(this_memory().home()), [self = *this](barrier_part&) { self.open(); }, nullptr);
  } else {
    delegate_detail::send_closure(
        parts_.at(tree.parent()),
        [self = *this, tasks, child = tree.number()](barrier_part& above) {
          above.reported |= std::uint32_t{1} << child;
          self.arrive(above, tasks);
        },
        nullptr);
  }
}

/// Where no task waits nothing is sent: once the last of them has gone on, nothing is on its way.
void global_barrier::open() const {
  barrier_part& part = parts_.here();
  waiting_place* const all = part.waiting.take_all();
  const std::uint32_t reported = std::exchange(part.reported, 0);
  const home_tree tree = home_tree::of_this_worker();
  for (std::uint32_t child = tree.num_children(); child-- > 0;) {  // the largest subtree first
    if ((reported >> child & 1U) == 0) { continue; }
    delegate_detail::send_closure(
        parts_.at(tree.child(child)), [self = *this](barrier_part&) { self.open(); }, nullptr);
  }
  wait_list::signal_all(all);
}

global_barrier allocate_barrier(barrier_tasks where, std::uint64_t tasks) {
  require(tasks > 0, "a global_barrier is for one task at least");
  return {allocate_symmetric<barrier_part>(), where, tasks};
}

void release(const global_barrier& barrier) { release(barrier.parts()); }

}  // namespace orujo
