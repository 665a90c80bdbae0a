// The scheduler of one worker: who runs next while messages travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/fibers/exception_state.hpp"
#include "orujo/fibers/stack_pool.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/credit_purse.hpp"
#include "orujo/tasks/public_tasks.hpp"
#include "orujo/tasks/ring.hpp"
#include "orujo/tasks/suspension.hpp"
#include "orujo/tasks/system_tasks.hpp"
#include "orujo/tasks/task.hpp"
#include "orujo/tasks/task_fiber.hpp"

namespace orujo {

class task_board;
struct home_range;

/// A function that the scheduler asks for work when no fiber is ready. It runs on the thread's
/// stack and may send and spawn, not yield. Returns whether it did something.
using work_source = std::function<bool()>;

/// Runs the tasks of one worker. Everything belongs to that worker's thread but what says
/// otherwise.
///
/// Order: system tasks whose deadline has come, messages if they are due, ready fibers (first in
/// first out), work sources, private tasks (first in first out), public tasks (last in first out),
/// wandering tasks (likewise), tasks of other workers, tasks of other ranks, idleness.
class scheduler final : private stack_hop {
public:
  scheduler(task_board& board, worker& self);
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;
  ~scheduler();

  /// Runs tasks until the epoch of the board has ended. Call: the worker's thread.
  void run();

  /// Lets other ready fibers run. Call: a task.
  /// Cost: 5–10 ns while stacks are in cache, two cache lines of the stack otherwise.
  void yield() {
    ORUJO_ASSERT(on_fiber(), "only tasks yield");
    task_fiber& self = *current_;
    ready_fiber& place = ready_.push({&self, nullptr});
    const ready_fiber next = take_ready();
    if (--switches_left_ <= 0 || exceptions_.any() || next.which == &self) [[unlikely]] {
      yield_with_care(self, place, next);
    } else {
      current_ = next.which;
      self.switch_to(*next.which, next.where, place.where);
    }
  }

  /// Does system duties that are due: receives messages, gives tasks to ranks that wait for some.
  /// No other task runs meanwhile. Call: a task, now and then if it runs long without yielding.
  /// Cost: 1 ns, and a look at the clock every `duty_switches` calls.
  void poll() {
    ORUJO_ASSERT(on_fiber(), "only tasks poll");
    if (--polls_left_ <= 0) [[unlikely]] { poll_with_care(); }
  }

  /// Stops the running task until its fiber is passed to make_ready(), once. See suspension.
  /// `reason` says in words what it waits for; it lives for ever.
  void suspend(const char* reason) {
    ORUJO_ASSERT(on_fiber(), "only tasks wait");
    task_fiber& self = *current_;
    self.waits_for = reason;
    leave(self);
    self.waits_for = nullptr;
  }

  /// Makes a fiber of this worker ready that has suspended, or is about to.
  void make_ready(task_fiber& sleeper) { ready_.push({&sleeper, sleeper.position()}); }

  /// Has `what` signalled on this worker. Call: another worker of the rank, `from`.
  void signal_from(worker& from, suspension& what);

  /// Queues a task. Call: the worker's thread.
  void add_private(const task& work) {
    private_.push(work);
    ++spawned_;
  }
  void add_public(const task& work) {
    if (public_.push(work, sharing_)) { self_.team().transport().wake(); }
    ++spawned_;
  }

  /// As add_public(), for one made by make_wandering_task(), which may run on any rank.
  void add_wandering(const task& work) {
    if (wandering_.push(work, wandering_sharing_)) { self_.team().transport().wake(); }
    ++spawned_;
    note_wandering();
  }

  /// Whether others may take tasks from here, and would find none that may run anywhere. Then a
  /// task with much to do spawns a part of it. Call: a task. Cost: a load.
  [[nodiscard]] bool wants_wandering() {
    if (wandering_sharing_ == public_tasks::sharing::off || wandering_.any_offered()) {
      return false;
    }
    return !offer_wandering();
  }

  /// Tasks that wait in the queues of this worker because it may make no more fibers.
  /// Call: between two run(), any thread.
  [[nodiscard]] std::size_t held() const noexcept {
    return private_.size() + public_.size() + wandering_.size();
  }

  /// Allows twice as many fibers as there are if tasks are held. Call: as held().
  void allow_more_fibers() noexcept {
    if (held() > 0) { fibers_allowed_ = std::max(fibers_allowed_, 2 * fibers_.size()); }
  }

  /// Asks `source` for work from now on.
  void add_source(work_source source) { sources_.push_back(std::move(source)); }

  /// Runs `what` once `deadline` has come, by the clock of endpoint::now(), before any other task;
  /// the run does not end before. Call: the worker's thread.
  void schedule_at(system_tasks::clock::time_point deadline, system_task what);

  /// Runs `what` every `period` from now on, before any other task, until the run ends. It looks
  /// and measures: the end of the run may be under way, and what it sends or spawns would be lost.
  /// Call: the worker's thread.
  void schedule_every(system_tasks::clock::duration period, system_task what);

  /// The fiber that runs; nullptr on the thread's stack.
  [[nodiscard]] task_fiber* current() const noexcept { return on_fiber() ? current_ : nullptr; }
  [[nodiscard]] bool on_fiber() const noexcept { return self_.hop != nullptr; }

  [[nodiscard]] worker& self() const noexcept { return self_; }
  [[nodiscard]] task_board& board() const noexcept { return board_; }
  [[nodiscard]] credit_purse& credits() noexcept { return credits_; }
  [[nodiscard]] public_tasks& stealable() noexcept { return public_; }
  /// The wandering ones.
  [[nodiscard]] public_tasks& wandering() noexcept { return wandering_; }

  /// Calls `visit(fiber)` for each fiber that is suspended. Call: after run(), any thread.
  template <typename Visit>
  void for_each_suspended(Visit&& visit) const {
    for (const task_fiber* each : fibers_) {
      if (each->waits_for != nullptr) { visit(*each); }
    }
  }

private:
  struct ready_fiber {
    task_fiber* which;
    stack_position where;  // in the queue rather than the control block: one cache line less
  };

  [[nodiscard]] ready_fiber take_ready() {
    const ready_fiber next = ready_.pop_oldest();
    if (prefetch_distance_ > 0) { fiber::prefetch(ready_.peek(prefetch_distance_).where); }
    return next;
  }

  // Whatever is rare is not inlined: the frames of fibers that yield stay within a line or two.
  void poll_with_care();
  bool offer_wandering();
  void note_wandering() noexcept;
  [[nodiscard]] std::size_t queued() const noexcept {
    return private_.size() + public_.own_size() + wandering_.own_size();
  }
  /// Whether a task can be taken from a queue: a fiber is idle, or one more may be made.
  [[nodiscard]] bool may_start() const noexcept {
    return !idle_fibers_.empty() || fibers_.size() < fibers_allowed_;
  }
  static constexpr std::chrono::milliseconds first_patience{50};

  /// Whether something is left to do: handlers may have brought it since turn() looked.
  [[nodiscard]] bool has_more() const noexcept {
    const bool has_tasks = queued() > 0 || public_.any_offered() || wandering_.any_offered();
    return !ready_.empty() || !credits_.is_empty() || (has_tasks && may_start());
  }
  void withhold_tasks();
  void offer_tasks_again();

  /// Whether a fiber of the worker runs or could.
  enum class activity : bool { idle, busy };
  /// Allows more fibers where all wait, for a task of another worker that does not end.
  struct stuck_elsewhere;
  /// Tells the first worker of the team that a task does not end.
  struct stuck_somewhere;
  void watch_endings(std::chrono::steady_clock::time_point now);
  /// Allows more fibers on being told of a task that does not end, if none has ended here since
  /// the worker was told so before.
  void heed_stuck_task();
  void allow_more_elsewhere(const home_range& homes);
  void yield_with_care(task_fiber& self, ready_fiber& place, const ready_fiber& next);
  void leave(task_fiber& self);
  void leave_for(task_fiber& self, const ready_fiber& next);
  void to_thread_stack(task_fiber& self, stack_position& left);
  [[noreturn]] static void serve(fiber& self);
  [[nodiscard]] bool take_task(task& work);
  void run_task(task_fiber& self);
  void retire(task_fiber& self);
  [[nodiscard]] task_fiber& idle_fiber();
  void start_task();
  void enter(const ready_fiber& next);
  void run_on_thread_stack(call what, void* argument) override;
  bool take_signals();
  void do_duties(activity own);
  void look_at_network();
  void run_system_tasks(system_tasks::clock::time_point now);
  [[nodiscard]] std::chrono::microseconds until_next_deadline();
  bool ask_sources();
  [[nodiscard]] bool steal();
  [[nodiscard]] bool steal_from(public_tasks& victim, public_tasks& own);
  [[nodiscard]] bool turn();
  void publish_metrics();

  task_board& board_;
  worker& self_;
  // hot: every switch
  task_fiber* current_ = nullptr;
  std::int64_t switches_left_ = 0;
  std::int64_t polls_left_ = 0;
  std::size_t prefetch_distance_;
  exception_state exceptions_;
  ring<ready_fiber> ready_;
  // every task
  ring<task> private_;
  public_tasks public_;
  public_tasks wandering_;
  public_tasks::sharing sharing_;            // of public_
  public_tasks::sharing wandering_sharing_;  // of wandering_
  credit_purse credits_;
  std::vector<task_fiber*> idle_fibers_;
  std::uint64_t spawned_ = 0;
  std::uint64_t finished_ = 0;
  task starting_;
  // now and then
  fiber thread_stack_;
  struct hop_request {
    call what = nullptr;
    void* argument = nullptr;
  } hop_;
  stack_pool stacks_;
  std::vector<task_fiber*> fibers_;
  std::size_t fibers_wanted_;   // fibers_per_worker
  std::size_t fibers_allowed_;  // at least that
  std::size_t fibers_beyond_ = 0;
  // Since when no task has ended, and how long that may last before more fibers are allowed.
  std::chrono::steady_clock::time_point ended_last_;
  std::uint64_t finished_then_ = 0;
  std::uint64_t finished_when_told_ = 0;  // of a task that does not end
  std::uint64_t finished_published_ = 0;
  std::chrono::milliseconds ending_patience_{first_patience};
  std::chrono::steady_clock::time_point spread_last_;  // of the first worker: told all others
  std::vector<work_source> sources_;
  std::int64_t duty_switches_;
  std::chrono::microseconds duty_deadline_;
  system_tasks timed_;
  std::chrono::steady_clock::time_point next_look_;  // at the network
  std::chrono::steady_clock::time_point next_duty_;  // that look, or an earlier deadline
  std::uint64_t switches_ = 0;
  random_stream random_;
  // written by other workers
  mpsc_queue<suspension> signals_;
};

/// The scheduler of `self`. Call: its thread, inside run_global().
[[nodiscard]] inline scheduler& tasks_of(const worker& self) noexcept {
  return *static_cast<scheduler*>(self.kept_by(upper_layer::tasks));
}

/// Throws: usage_error, which says that tasks belong inside run_global().
[[noreturn]] void refuse_outside_run();

/// The scheduler of the calling worker. Call: inside run_global(). Throws: usage_error outside.
[[nodiscard]] inline scheduler& this_scheduler() {
  void* const found =
      current_worker != nullptr ? current_worker->kept_by(upper_layer::tasks) : nullptr;
  if (found == nullptr) [[unlikely]] { refuse_outside_run(); }
  return *static_cast<scheduler*>(found);
}

/// Lets other ready fibers of this worker run. Call: a task; yields.
inline void yield() { this_scheduler().yield(); }

/// Receives messages if that is due, and gives tasks to ranks that wait for some. No other task of
/// this worker runs meanwhile, but handlers do. Call: a task that runs for long without yielding,
/// every microsecond or so; never yields. Cost: 1 ns.
inline void poll() { this_scheduler().poll(); }

inline suspension::suspension() : fiber_(*this_scheduler().current()) {}

inline void suspension::wait(const char* reason) {
  if (signalled_) { return; }
  waiting_ = true;
  fiber_.home().suspend(reason);
}

inline void suspension::signal() {
  scheduler& home = fiber_.home();
  if (current_worker == &home.self()) [[likely]] {
    signal_at_home();
  } else {
    home.signal_from(*current_worker, *this);
  }
}

inline void suspension::signal_at_home() {
  signalled_ = true;
  if (waiting_) { fiber_.home().make_ready(fiber_); }
}

}  // namespace orujo
