// Requests for tasks, answers, and who waits for some.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/rank_stealing.hpp"

#include <algorithm>
#include <bit>
#include <mutex>

#include "orujo/base/random.hpp"
#include "orujo/tasks/post.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

namespace {

/// Distances of 1, 2, 4, … to other ranks.
int num_lifelines(int ranks) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1)));
}

}  // namespace

rank_stealing::rank_stealing(task_board& board) : board_(board) {
  rank_team& team = board.team();
  const settings& values = team.values();
  const int ranks = team.size();
  const int lifelines = num_lifelines(ranks);
  on_ = ranks > 1 && values.flag(setting::steal_from_ranks);
  most_ = static_cast<std::size_t>(values.integer(setting::steal_most));
  // Where lifelines lead to all ranks, drawing some first would only ask them twice.
  random_attempts_ =
      lifelines + 1 >= ranks ? 0 : static_cast<int>(values.integer(setting::steal_attempts));
  all_attempts_ = random_attempts_ + lifelines;
  if (!on_) { return; }
  for (int k = 0; k < lifelines; ++k) {
    const int user = (index_of(team.rank()) + ranks - (1 << k)) % ranks;
    waiting_.push_back(board.home_at(rank_id{user}, 0));
  }
  num_waiting_ = static_cast<int>(waiting_.size());
}

// --- as thief ------------------------------------------------------------------------------------

void rank_stealing::wake() noexcept {
  auto expected = thief_state::quiet;
  state_.compare_exchange_strong(expected, thief_state::awake, std::memory_order_relaxed);
}

void rank_stealing::ask(worker& self) {
  if (state_.load(std::memory_order_relaxed) != thief_state::awake) { return; }
  auto expected = thief_state::awake;
  // acquire: the attempts of whoever asked last are over
  if (!state_.compare_exchange_strong(expected, thief_state::asking, std::memory_order_acquire)) {
    return;
  }
  attempt_ = 0;
  ask_next(self);
}

void rank_stealing::ask_next(worker& self) {
  self.metrics.add(metric::rank_steals_tried);
  const rank_id victim{victim_of(attempt_)};
  post(board_.peer_on(victim), request{.thief = board_.peer_on(board_.team().rank()),
                                       .waits = attempt_ >= random_attempts_});
}

int rank_stealing::victim_of(int attempt) {
  const int own = index_of(board_.team().rank());
  const int ranks = board_.team().size();
  if (attempt >= random_attempts_) { return (own + (1 << (attempt - random_attempts_))) % ranks; }
  const std::uint64_t draw = mix64(draws_.fetch_add(1, std::memory_order_relaxed) * 65537 +
                                   static_cast<std::uint64_t>(own));
  return (own + 1 + static_cast<int>(draw % static_cast<std::uint64_t>(ranks - 1))) % ranks;
}

void rank_stealing::answer::operator()(worker& self) const {
  tasks_of(self).board().stealing().receive(self, *this);
}

void rank_stealing::receive(worker& self, const answer& what) {
  if (what.tasks > 0) {
    self.metrics.add(metric::rank_steals_won);
    forget(what.victim);  // it has tasks
  }
  if (!what.was_asked) { return note_task(); }
  if (what.tasks == 0 && ++attempt_ < all_attempts_) { return ask_next(self); }
  // release: see ask()
  state_.store(what.tasks > 0 ? thief_state::awake : thief_state::quiet, std::memory_order_release);
}

// --- as victim -----------------------------------------------------------------------------------

void rank_stealing::request::operator()(worker& self) const {
  tasks_of(self).board().stealing().serve(self, *this);
}

void rank_stealing::serve(worker& self, const request& what) {
  const int workers = board_.team().num_workers();
  std::uint32_t tasks = 0;
  for (int i = 0; i < workers && tasks == 0; ++i) {
    tasks = send_half(self, (self.index() + i) % workers, what.thief);
  }
  if (tasks == 0 && what.waits) { remember(what.thief); }
  post(what.thief, answer{.victim = board_.team().rank(), .tasks = tasks, .was_asked = true});
  board_.flush_closures(self);
}

void rank_stealing::give(worker& self) {
  // relaxed: a hint; who comes too late is served the next time
  if (num_waiting_.load(std::memory_order_relaxed) == 0 ||
      !tasks_of(self).wandering().any_offered()) {
    return;
  }
  home_id thief{};
  {
    const std::lock_guard guard(lock_);
    if (waiting_.empty()) { return; }
    thief = waiting_.front();
    waiting_.erase(waiting_.begin());
    num_waiting_.store(static_cast<int>(waiting_.size()), std::memory_order_relaxed);
  }
  const std::uint32_t tasks = send_half(self, self.index(), thief);
  if (tasks == 0) { return remember(thief); }
  post(thief, answer{.victim = board_.team().rank(), .tasks = tasks, .was_asked = false});
  board_.flush_closures(self);
}

std::uint32_t rank_stealing::send_half(worker& self, int victim, home_id thief) {
  public_tasks& tasks = board_.scheduler_of(victim).wandering();
  if (!tasks.any_offered()) { return 0; }
  const std::vector<task> taken =
      victim == self.index() ? tasks.take_half(most_) : tasks.steal_half(most_);
  for (const task& each : taken) { board_.send_task(self, thief, each); }
  return static_cast<std::uint32_t>(taken.size());
}

void rank_stealing::remember(home_id thief) {
  const std::lock_guard guard(lock_);
  const auto workers = static_cast<std::uint32_t>(board_.team().num_workers());
  const auto rank_of = [workers](home_id home) { return index_of(home) / workers; };
  const bool known = std::any_of(waiting_.begin(), waiting_.end(),
                                 [&](home_id each) { return rank_of(each) == rank_of(thief); });
  if (known) { return; }
  waiting_.push_back(thief);
  num_waiting_.store(static_cast<int>(waiting_.size()), std::memory_order_relaxed);
}

void rank_stealing::forget(rank_id thief) {
  if (num_waiting_.load(std::memory_order_relaxed) == 0) { return; }
  const std::lock_guard guard(lock_);
  const auto workers = static_cast<std::uint32_t>(board_.team().num_workers());
  const auto rank = static_cast<std::uint32_t>(index_of(thief));
  std::erase_if(waiting_, [&](home_id each) { return index_of(each) / workers == rank; });
  num_waiting_.store(static_cast<int>(waiting_.size()), std::memory_order_relaxed);
}

}  // namespace orujo
