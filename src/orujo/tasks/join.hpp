// Counts the tasks of a finish, on one rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>

#include "orujo/base/ids.hpp"
#include "orujo/tasks/credit_purse.hpp"
#include "orujo/tasks/finish_failures.hpp"
#include "orujo/tasks/scheduler.hpp"
#include "orujo/tasks/suspension.hpp"

namespace orujo {

class task_board;

/// What one rank knows of a finish: how much of it is not done here. The finish's own rank has the
/// first join; each rank that gets a task of it has another one while it has any, and tells the
/// rank that brought it the first task when it is done (Dijkstra and Scholten's termination
/// detection, 1980).
///
/// Call: tasks and handlers, on any worker of the rank, while they are counted or hold something
/// that is.
class join {
public:
  /// The join of a finish, on its own rank. It counts the body of the finish. Call: a task.
  explicit join(task_board& board);

  /// One on another rank, which counts what arrives from `parent`.
  join(task_board& board, join_id id, rank_id parent);
  join(const join&) = delete;
  join& operator=(const join&) = delete;

  /// Counts one more piece of work. Cost: as complete().
  void enroll() { this_scheduler().credits().spend(*this); }

  /// One piece of work is done; the join may be gone when this returns.
  /// Cost: 1–2 ns while the worker is busy with one finish, else an atomic addition.
  void complete() { this_scheduler().credits().earn(*this); }

  /// Has finish() throw `failure`, if it is the first.
  void fail(const std::exception_ptr& failure);

  /// Waits until all but the body are done, and throws the first failure.
  /// Call: the task that made it, once; yields.
  void wait();

  [[nodiscard]] join_id id() const noexcept { return id_; }

  /// Counts `credits` at once, or takes them back: for purses and for other ranks' news.
  void add(std::int64_t credits) noexcept {
    count_.fetch_add(credits, std::memory_order_relaxed);  // whoever adds is counted already
  }
  void subtract(std::int64_t credits);

private:
  friend class join_directory;

  /// Has wait() throw what the board keeps for it. Call: before what has failed is complete.
  // relaxed: the count orders it
  void note_failure() noexcept { failed_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool is_home() const noexcept { return done_.has_value(); }

  std::atomic<std::int64_t> count_;
  task_board& board_;
  join_id id_;
  std::optional<suspension> done_;   // at home only
  std::atomic<bool> failed_{false};  // at home only: the board keeps its failure
  // elsewhere only, guarded by the directory
  rank_id parent_{};
  std::int64_t owed_ = 0;  // tasks that the parent counts until we say that they are done
};

}  // namespace orujo
