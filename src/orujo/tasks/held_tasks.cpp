// Tasks that cannot start because their worker has made as many fibers as it may: when it allows
// itself more, and why nobody takes them while it is idle.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <utility>

#include "orujo/tasks/scheduler.hpp"
#include "orujo/tasks/spread.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

// The waves that look for the end of the epoch may have found everybody idle by the time that
// another worker, or another rank, took such a task: the epoch would end while it runs. So nobody
// does; where the epoch ends for it, the run goes on in another one: see task_board::run().
void scheduler::withhold_tasks() {
  public_.withhold();
  wandering_.withhold();
}

void scheduler::offer_tasks_again() {
  const bool of_rank = public_.offer_again();
  if (wandering_.offer_again() || of_rank) { self_.team().transport().wake(); }
}

/// However many tell it, the first worker tells all others once in a while.
struct scheduler::stuck_somewhere {
  void operator()(worker& self) const {
    scheduler& here = tasks_of(self);
    const auto now = self.team().transport().now();
    if (now - here.spread_last_ < first_patience) { return; }
    here.spread_last_ = now;
    here.heed_stuck_task();
    here.allow_more_elsewhere({0, here.board_.num_homes()});
  }
};

// Where all fibers wait, on every rank, the run ends its epoch and allows more: see task_board. But
// a task may look again and again for what a held one will do, here or elsewhere: then the epoch
// never ends. A worker of which no task ends therefore allows more, here and where all fibers wait.
// It takes longer and longer for that, so that it is rare where tasks are only slow.
//
// An idle worker must not do so by itself when some time has passed: the waves that look for the
// end of the epoch may have found it idle already. A message is counted, so it may wake it.
void scheduler::watch_endings(std::chrono::steady_clock::time_point now) {
  if (finished_ != finished_then_ || ended_last_.time_since_epoch().count() == 0) {
    finished_then_ = finished_;
    ended_last_ = now;
  } else if (now - ended_last_ >= ending_patience_) {
    ended_last_ = now;
    ending_patience_ *= 2;
    allow_more_fibers();
    if (board_.num_homes() > 1 && board_.is_first_to_tell(now, first_patience)) {
      board_.post(home_id{0}, stuck_somewhere{}, closure_use::handler);
    }
  }
}

struct scheduler::stuck_elsewhere {
  home_range homes;  // the receiver is the first of them

  void operator()(worker& self) const {
    scheduler& here = tasks_of(self);
    here.heed_stuck_task();
    here.allow_more_elsewhere(homes);
  }
};

// A worker that has ended a task since it was told last is not what the others wait for.
void scheduler::heed_stuck_task() {
  if (std::exchange(finished_when_told_, finished_) == finished_ && ready_.empty()) {
    allow_more_fibers();
  }
}

void scheduler::allow_more_elsewhere(const home_range& homes) {
  spread_detail::send_rest(homes, spread_over::workers, [&](home_range away) {
    board_.post(home_id{away.first}, stuck_elsewhere{away}, closure_use::handler);
  });
}

}  // namespace orujo
