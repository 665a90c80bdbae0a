// Brings tasks that may run anywhere from ranks that have some to ranks that have none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

class task_board;

/// One rank's part in stealing between ranks, as thief and as victim: random victims, then
/// lifelines (V. Saraswat et al., Lifeline-based global load balancing, 2011).
///
/// A rank that runs out of tasks asks one rank at a time: first `steal_attempts` drawn ones, then
/// its lifelines, the ranks 1, 2, 4, … behind it. A lifeline that has nothing to give remembers who
/// asked, and gives as soon as it has something. When all have been asked the rank is quiet: it
/// sends nothing more until it has had a task of this kind again. At first all are quiet, and
/// remembered by their lifelines: a program without such tasks sends no message for stealing.
///
/// All messages count towards the run of tasks. So that its end can be found, a worker asks only
/// between work that it has done and its next try to end, and handlers ask on.
class rank_stealing {
public:
  explicit rank_stealing(task_board& board);

  [[nodiscard]] bool on() const noexcept { return on_; }

  /// A task that may run anywhere was queued here. Call: any worker.
  void note_task() noexcept {
    // relaxed: a hint, seen before the rank runs out of tasks or soon after
    if (state_.load(std::memory_order_relaxed) == thief_state::quiet) { wake(); }
  }

  /// Asks for tasks, unless the rank is asking or quiet. Call: a worker that has just run out of
  /// work, before it tries to end.
  void ask(worker& self);

  /// Gives tasks of the calling worker to a rank that waits for some, if it has any on offer.
  /// Call: the thread's stack of a worker, outside handlers.
  void give(worker& self);

private:
  enum class thief_state : std::uint8_t { quiet, awake, asking };

  /// "Give me tasks" from a lifeline's user, or from one that asks elsewhere, too.
  struct request {
    home_id thief;
    bool waits;
    void operator()(worker& self) const;
  };
  /// "You got so many tasks", at once, or because the rank waited.
  struct answer {
    rank_id victim;
    std::uint32_t tasks;
    bool was_asked;
    void operator()(worker& self) const;
  };

  void wake() noexcept;
  void ask_next(worker& self);
  [[nodiscard]] int victim_of(int attempt);
  void serve(worker& self, const request& what);
  void receive(worker& self, const answer& what);
  [[nodiscard]] std::uint32_t send_half(worker& self, int victim, home_id thief);
  void remember(home_id thief);
  void forget(rank_id thief);

  task_board& board_;
  bool on_;
  int random_attempts_;
  int all_attempts_;
  std::size_t most_;
  std::atomic<thief_state> state_{thief_state::quiet};
  int attempt_ = 0;  // while asking
  std::atomic<std::uint64_t> draws_{0};
  std::atomic<int> num_waiting_{0};
  spin_lock lock_;
  std::vector<home_id> waiting_;  // guarded by lock_; one of a rank
};

}  // namespace orujo
