// The worker loop.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/scheduler.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "orujo/fibers/overflow_report.hpp"
#include "orujo/tasks/join.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

namespace {

stack_plan plan_for(rank_team& team) {
  const settings& values = team.values();
  const bool guards = values.flag(setting::guard_stacks);
  const int sharers = team.transport().place().threads_on_host;
  // Sanitizers put zones around every local variable.
  const std::size_t factor = sanitized_stack::checked ? 4 : 1;
  return {.stack_bytes = factor * static_cast<std::size_t>(values.integer(setting::stack_bytes)),
          .guarded_stacks = guards ? guarded_stacks_for(sharers) : 0,
          .huge_pages = values.flag(setting::huge_pages)};
}

public_tasks::sharing between_workers(rank_team& team) {
  const bool on = team.num_workers() > 1 && team.values().flag(setting::steal_from_workers);
  return on ? public_tasks::sharing::on : public_tasks::sharing::off;
}

}  // namespace

scheduler::scheduler(task_board& board, worker& self)
    : board_(board),
      self_(self),
      prefetch_distance_(
          static_cast<std::size_t>(self.team().values().integer(setting::fiber_prefetch))),
      sharing_(between_workers(self.team())),
      wandering_sharing_(board.stealing().on() ? public_tasks::sharing::on : sharing_),
      stacks_(plan_for(self.team())),
      fibers_wanted_(
          static_cast<std::size_t>(self.team().values().integer(setting::fibers_per_worker))),
      fibers_allowed_(fibers_wanted_),
      duty_switches_(self.team().values().integer(setting::duty_switches)),
      duty_deadline_(self.team().values().integer(setting::duty_deadline)),
      random_(1, static_cast<std::uint64_t>(self.index())) {}

scheduler::~scheduler() {
  for (task_fiber* const each : fibers_) { each->~task_fiber(); }
}

void scheduler::run() {
  const signal_stack for_overflow_reports;
  bool worked = false;
  std::optional<trace_span> span;
  while (true) {
    self_.note_look(self_.team().transport().ticket());  // before the look for work in turn()
    if (turn()) {
      self_.idle.end_wait();
      if (!std::exchange(worked, true)) { span.emplace(self_.trace, span_kind::tasks); }
      continue;
    }
    span.reset();
    // The next task has not begun yet.
    if (idle_fibers_.size() == fibers_.size()) { ended_last_ = {}; }
    // What was done is not published yet, so the run does not end before the answer has come.
    if (std::exchange(worked, false) && may_start()) { board_.stealing().ask(self_); }
    // To send, for that or to give credits back, may take room, and so handle messages. A source
    // that does nothing sends nothing.
    if (has_more() || ask_sources()) { continue; }
    if (!may_start()) { withhold_tasks(); }
    // All that was handled has led to all that it leads to; see epoch::try_end().
    publish_metrics();
    if (board_.phase().try_end(self_, until_next_deadline())) { break; }
  }
  publish_metrics();
}

bool scheduler::turn() {
  do_duties(ready_.empty() ? activity::idle : activity::busy);
  switches_left_ = duty_switches_;
  if (!ready_.empty() || may_start()) { offer_tasks_again(); }
  if (!ready_.empty()) {
    enter(take_ready());
    // One task also while fibers are ready: they may all be polling for what it does.
    if (may_start() && take_task(starting_)) { start_task(); }
    return true;
  }
  if (ask_sources()) { return true; }
  if (may_start() && (take_task(starting_) || (steal() && take_task(starting_)))) {
    start_task();
    return true;
  }
  credits_.give_back();
  return take_signals() || !ready_.empty();
}

void scheduler::do_duties(activity own) {
  take_signals();
  const auto now = self_.team().transport().now();
  if (now < next_duty_) { return; }
  if (timed_.next() <= now) { run_system_tasks(now); }
  if (next_look_ <= now) {
    next_look_ = now + duty_deadline_;
    if (own == activity::busy) { watch_endings(now); }
    look_at_network();
  }
  next_duty_ = std::min(next_look_, timed_.next());
}

void scheduler::look_at_network() {
  self_.metrics.raise(metric::fibers_ready_peak, ready_.size());
  self_.metrics.raise(metric::tasks_queued_peak, queued());
  credits_.give_back();
  self_.team().progress(self_);
  if (wandering_sharing_ == public_tasks::sharing::on) {
    offer_wandering();
    board_.stealing().give(self_);
  }
  self_.team().transport().check();
}

void scheduler::schedule_at(system_tasks::clock::time_point deadline, system_task what) {
  board_.phase().begin_work(self_);
  timed_.add(deadline, std::move(what));
  next_duty_ = std::min(next_duty_, deadline);
}

void scheduler::schedule_every(system_tasks::clock::duration period, system_task what) {
  ORUJO_ASSERT(period > period.zero(), "a system task is not always due");
  const auto first = self_.team().transport().now() + period;
  timed_.add_periodic(first, period, std::move(what));
  next_duty_ = std::min(next_duty_, first);
}

void scheduler::run_system_tasks(system_tasks::clock::time_point now) {
  const system_tasks::run_counts done = timed_.run_due(now);
  self_.metrics.add(metric::system_tasks_run, done.once + done.periodic);
  board_.phase().end_work(self_, done.once);
}

/// How long an idle worker may sleep.
std::chrono::microseconds scheduler::until_next_deadline() {
  using std::chrono::microseconds;
  if (timed_.next() == system_tasks::clock::time_point::max()) { return microseconds::max(); }
  const auto now = self_.team().transport().now();
  if (timed_.next() <= now) { return microseconds::zero(); }
  return std::chrono::ceil<microseconds>(timed_.next() - now);
}

void scheduler::poll_with_care() {
  polls_left_ = duty_switches_;
  run_on_thread_stack([](void* self) { static_cast<scheduler*>(self)->do_duties(activity::busy); },
                      this);
}

bool scheduler::offer_wandering() {
  if (!wandering_.offer_if_none()) { return false; }
  self_.team().transport().wake();
  return true;
}

void scheduler::note_wandering() noexcept {
  if (board_.stealing().on()) { board_.stealing().note_task(); }
}

bool scheduler::take_signals() {
  std::uint64_t taken = 0;
  for (suspension* each = signals_.pop(); each != nullptr; each = signals_.pop()) {
    each->signal_at_home();
    ++taken;
  }
  if (taken == 0) { return false; }
  self_.metrics.add(metric::wakes_from_other_workers, taken);
  board_.phase().end_work(self_, taken);
  return true;
}

void scheduler::signal_from(worker& from, suspension& what) {
  // Keeps the run from ending while nobody but this queue knows of the fiber.
  board_.phase().begin_work(from);
  signals_.push(&what);
  self_.team().transport().wake();
}

bool scheduler::ask_sources() {
  bool found = false;
  for (work_source& each : sources_) { found |= each(); }
  return found;
}

bool scheduler::take_task(task& work) {
  if (!private_.empty()) {
    work = private_.pop_oldest();
    return true;
  }
  return public_.pop(work) || wandering_.pop(work);
}

task_fiber& scheduler::idle_fiber() {
  if (idle_fibers_.empty()) {
    const fiber_stack stack = stacks_.allocate();
    fibers_.push_back(new (stack.control) task_fiber(stack, fiber::first<&serve>{}, *this));
    if (fibers_.size() > fibers_wanted_) { ++fibers_beyond_; }
    return *fibers_.back();
  }
  task_fiber& idle = *idle_fibers_.back();
  idle_fibers_.pop_back();
  return idle;
}

void scheduler::start_task() {
  task_fiber& next = idle_fiber();
  enter({&next, next.position()});
}

void scheduler::enter(const ready_fiber& next) {
  const std::int64_t before = switches_left_;
  ready_fiber continued = next;
  while (true) {
    current_ = continued.which;
    current_->check_canary();
    self_.hop = this;
    thread_stack_.switch_to(*current_, continued.where, thread_stack_.position_slot());
    self_.hop = nullptr;
    const hop_request request = std::exchange(hop_, {});
    if (request.what == nullptr) { break; }
    request.what(request.argument);
    continued = {current_, current_->position()};
  }
  switches_ += static_cast<std::uint64_t>(before - switches_left_) + 1;
}

void scheduler::yield_with_care(task_fiber& self, ready_fiber& place, const ready_fiber& next) {
  if (next.which == &self) {  // alone: there may be tasks to start, and messages
    if (switches_left_ > 0 && queued() == 0) { return; }
    stack_position& left = ready_.push({&self, nullptr}).where;
    return to_thread_stack(self, left);
  }
  if (switches_left_ <= 0) {
    ready_.put_back(next);
    return to_thread_stack(self, place.where);
  }
  current_ = next.which;
  exceptions_.keep_over([&] { self.switch_to(*next.which, next.where, place.where); });
}

void scheduler::leave(task_fiber& self) {
  if (--switches_left_ <= 0 || ready_.empty()) {
    return to_thread_stack(self, self.position_slot());
  }
  leave_for(self, take_ready());
}

void scheduler::leave_for(task_fiber& self, const ready_fiber& next) {
  self.check_own_stack();
  next.which->check_canary();
  current_ = next.which;
  if (exceptions_.any()) {
    exceptions_.keep_over([&] { self.switch_to(*next.which, next.where, self.position_slot()); });
  } else {
    self.switch_to(*next.which, next.where, self.position_slot());
  }
}

void scheduler::to_thread_stack(task_fiber& self, stack_position& left) {
  self.check_own_stack();
  const auto go = [&] { self.switch_to(thread_stack_, thread_stack_.position(), left); };
  if (exceptions_.any()) {
    exceptions_.keep_over(go);
  } else {
    go();
  }
}

void scheduler::run_on_thread_stack(call what, void* argument) {
  hop_ = {what, argument};
  to_thread_stack(*current_, current_->position_slot());
}

void scheduler::serve(fiber& self) {
  auto& own = static_cast<task_fiber&>(self);
  scheduler& home = own.home();
  while (true) {
    home.run_task(own);
    // The stack is warm: go on with it while nothing is more urgent than another task.
    while (home.ready_.empty() && --home.switches_left_ > 0 && home.take_task(home.starting_)) {
      home.run_task(own);
    }
    home.retire(own);
  }
}

void scheduler::run_task(task_fiber& self) {
  task work = starting_;
  self.enclosing = work.enclosing();
  try {
    work.run();
  } catch (...) { board_.fail(self.enclosing, std::current_exception()); }
  ++finished_;
  if (self.enclosing != nullptr) { credits_.earn(*self.enclosing); }
  self.enclosing = nullptr;
}

void scheduler::retire(task_fiber& self) {
  idle_fibers_.push_back(&self);
  if (switches_left_ > 0 && !ready_.empty()) {
    leave_for(self, take_ready());
  } else {
    to_thread_stack(self, self.position_slot());
  }
}

bool scheduler::steal() {
  if (sharing_ == public_tasks::sharing::off) { return false; }
  const auto count = static_cast<std::uint64_t>(self_.team().num_workers());
  const std::uint64_t first = random_.below(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    scheduler& victim = board_.scheduler_of(static_cast<int>((first + i) % count));
    if (&victim == this) { continue; }
    if (steal_from(victim.public_, public_) || steal_from(victim.wandering_, wandering_)) {
      return true;
    }
  }
  return false;
}

bool scheduler::steal_from(public_tasks& victim, public_tasks& own) {
  if (!victim.any_offered()) { return false; }
  self_.metrics.add(metric::steals_tried);
  // Before the tasks leave the victim, which may then find nothing and call itself idle.
  board_.phase().begin_work(self_);
  const std::vector<task> taken = victim.steal_half();
  for (const task& each : taken) { own.push(each, sharing_); }
  board_.phase().end_work(self_);  // takes effect when they have been run
  if (taken.empty()) { return false; }
  self_.metrics.add(metric::steals_won);
  self_.metrics.add(metric::tasks_stolen, taken.size());
  return true;
}

void refuse_outside_run() {
  throw usage_error(
      "tasks: a function of tasks was called outside run_global(), or by a thread that is no "
      "worker");
}

void scheduler::publish_metrics() {
  self_.metrics.add(metric::tasks_spawned, std::exchange(spawned_, 0));
  self_.metrics.add(metric::tasks_run, finished_ - std::exchange(finished_published_, finished_));
  self_.metrics.add(metric::fiber_switches, std::exchange(switches_, 0));
  self_.metrics.raise(metric::fibers_peak, fibers_.size());
  self_.metrics.add(metric::fibers_beyond_limit, std::exchange(fibers_beyond_, 0));
}

}  // namespace orujo
