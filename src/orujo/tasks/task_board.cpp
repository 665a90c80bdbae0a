// A run of tasks from its first to its last line.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/task_board.hpp"

#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/same_program.hpp"

namespace orujo {

namespace {

constexpr std::size_t listed_fibers = 4;  // of each rank, in the text of a deadlock

void describe_tasks(rank_team& team) {
  const settings& values = team.values();
  const auto number = [&](setting which) { return static_cast<double>(values.integer(which)); };
  team.card().add(report_section::scheduling,
                  {"tasks",
                   "on fibers: due system tasks, ready ones, sources, private, public, stolen",
                   {{"stack", number(setting::stack_bytes), "bytes"},
                    {"fibers", number(setting::fibers_per_worker), "of a worker, at most"},
                    {"prefetched ahead", number(setting::fiber_prefetch), "fibers"},
                    {"duties looked at every", number(setting::duty_switches), "switches"},
                    {"network looked at every", number(setting::duty_deadline), "us"}}});
  const bool workers = team.num_workers() > 1 && values.flag(setting::steal_from_workers);
  team.card().add(
      report_section::scheduling,
      {"stealing", workers ? "half of what a random worker of the rank offers" : "off", {}});
  const bool ranks = team.size() > 1 && values.flag(setting::steal_from_ranks);
  if (!ranks) {
    return team.card().add(report_section::scheduling, {"stealing between ranks", "off", {}});
  }
  team.card().add(report_section::scheduling,
                  {"stealing between ranks",
                   "half of what a random rank offers, then lifelines",
                   {{"random ranks asked", number(setting::steal_attempts), "at most"},
                    {"tasks of a steal", number(setting::steal_most), "at most"}}});
}

}  // namespace

task_board::task_board(rank_team& team)
    : team_(team),
      joins_(*this),
      stealing_(*this),
      closures_(team, arrivals{this}, {.how = deliver::home, .name = "closures", .policy = {}}),
      schedulers_(static_cast<std::size_t>(team.num_workers())) {
  require(closures_.capacity() >= most_closure_units,
          "tasks: a parcel cannot hold one closure; raise parcel_bytes");
  require_same_program(team);
  describe_tasks(team);
}

task_board::~task_board() {
  for (int w = 0; w < team_.num_workers(); ++w) {
    team_.worker_at(w).keep_for(upper_layer::tasks, nullptr);
  }
}

// An epoch ends when no message is on its way and no worker can go on. If workers then hold tasks
// back because they have made as many fibers as they may, nothing else is left that could wake
// those fibers: they may make more, and the run goes on in another epoch.
void task_board::run(const std::function<void()>& main) {
  run_phase(main);
  leftovers left = count_leftovers();
  while (left.held > 0) {
    for (auto& each : schedulers_) { each->allow_more_fibers(); }
    run_phase(main);
    left = count_leftovers();
  }
  conclude(left.suspended);
}

void task_board::run_phase(const std::function<void()>& main) {
  phase_.emplace(team_);
  team_.on_workers([&](worker& self) { work(self, main); });
  phase_.reset();
}

void task_board::work(worker& self, const std::function<void()>& main) {
  auto& own = schedulers_[static_cast<std::size_t>(self.index())];
  const bool begins = own == nullptr;
  if (begins) {
    own = std::make_unique<scheduler>(*this, self);
    self.keep_for(upper_layer::tasks, own.get());
  }
  phase_->enter(self);
  team_.worker_barrier();  // before anybody looks for tasks to steal, or wakes a fiber of another
  if (begins && index_of(team_.rank()) == 0 && self.index() == 0) {
    own->add_private(task([&main] { finish(main); }, nullptr));
  }
  own->run();
  self.enter_epoch(0);
}

task_board::leftovers task_board::count_leftovers() const {
  leftovers own;
  for (const auto& each : schedulers_) {
    own.held += each->held();
    each->for_each_suspended([&](const task_fiber&) { ++own.suspended; });
  }
  return all_reduce(team_, own, [](const leftovers& a, const leftovers& b) {
    return leftovers{a.suspended + b.suspended, a.held + b.held};
  });
}

void task_board::arrivals::operator()(worker& self, std::span<const closure_unit> units) const {
  while (!units.empty()) {
    const auto header = std::bit_cast<closure_header>(units.front());
    board->handle(self, header, units[1].bytes);
    units = units.subspan(header.units);
  }
}

void task_board::handle(worker& self, const closure_header& header, const std::byte* bytes) {
  const closure_type& type = closure_table::of_this_program()[header.type];
  if (header.use == closure_use::handler) {
    type.run_in_handler(self, bytes);
    return;
  }
  join* const counter = joins_.take_over(header.counted_by, rank_id{header.source});
  if (header.use == closure_use::task) {
    tasks_of(self).add_private(type.make_task(bytes, counter));
  } else {
    self.metrics.add(metric::tasks_stolen_from_ranks);
    tasks_of(self).add_wandering(type.make_task(bytes, counter));
  }
}

void task_board::send_task(worker& self, home_id home, const task& work) {
  const closure_type& type = type_of(work);
  // Whoever counts it here goes on until told that it is done: see join_directory::arrive().
  const join_id counted_by = work.enclosing() != nullptr ? work.enclosing()->id() : join_id{};
  type.unpack_task(work, room_for(self, home, type, {closure_use::wandering_task, counted_by}));
}

void task_board::fail(join* counter, const std::exception_ptr& failure) {
  if (counter != nullptr) { return counter->fail(failure); }
  const task_error problem = describe_failure(failure, team_.rank());
  const std::lock_guard guard(failure_lock_);
  if (!failure_) { failure_.emplace(problem); }
}

// Often a task waits because another one has thrown: that is said first.
void task_board::conclude(std::uint64_t suspended) {
  std::optional<task_error> problem = failure_;
  std::string deadlock;
  if (suspended > 0) {
    deadlock = describe_deadlock(suspended);
    if (!problem) { problem = failures_.any(); }
    if (problem) {
      problem.emplace(problem->code(), fmt::format("{}\n{}", problem->what(), deadlock));
    }
  }
  agree_on(team_, problem ? &*problem : nullptr);
  if (suspended > 0) { throw deadlock_error(deadlock); }
}

std::string task_board::describe_deadlock(std::uint64_t suspended) const {
  const std::string own = list_suspended();
  std::string text;
  for (const auto& bytes : all_gather_bytes(team_, std::as_bytes(std::span(own)))) {
    for (const std::byte each : bytes) { text += static_cast<char>(each); }
  }
  return fmt::format("deadlock: {} tasks wait, and nothing is left that could wake one:{}",
                     suspended, text);
}

std::string task_board::list_suspended() const {
  std::string text;
  std::size_t count = 0;
  for (std::size_t w = 0; w < schedulers_.size(); ++w) {
    schedulers_[w]->for_each_suspended([&](const task_fiber& each) {
      if (count++ >= listed_fibers) { return; }
      text += fmt::format("\n  rank {}, worker {}: a task waits for {}", index_of(team_.rank()), w,
                          each.waits_for);
    });
  }
  if (count > listed_fibers) {
    text += fmt::format("\n  rank {}: and {} more", index_of(team_.rank()), count - listed_fibers);
  }
  return text;
}

}  // namespace orujo
