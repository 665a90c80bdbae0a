// The teams of this process, and who may use them when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/python/team_session.hpp"

namespace orujo::python {

/// What was chosen for teams.
struct team_choices {
  int workers = 0;  ///< 0: the cores of this host.
  settings values = {};
  bool watch = false;  ///< Keep what pages show over time.
};

/// The teams of a process, made when they are first used: jobs of several threads run at once, each
/// on a team of its own, or one after another under a launcher, whose processes have one team
/// together. A process that was forked has none of its parent's, and makes its own.
class process_teams {
public:
  /// Those of this process.
  [[nodiscard]] static process_teams& of_this_process();

  /// Called every 50 ms by the thread that waits; what it throws ends the job, and is thrown.
  using waiting_watch = std::function<void()>;

  /// Runs `job` on a team of so many workers; 0: as many as configure() said. Waits where
  /// most_jobs() run already.
  /// Throws: what the job or `on_wait` throws; usage_error where a job of this thread runs already.
  void run(int workers, const team_job& job, const waiting_watch& on_wait);

  /// Jobs that may run at once.
  [[nodiscard]] static std::size_t most_jobs();

  /// What teams are from now on; those that are there are ended, once their jobs have ended.
  void configure(const team_choices& choices, const waiting_watch& on_wait);

  /// Call: any thread.
  [[nodiscard]] team_choices choices() const {
    const std::lock_guard lock(mutex_);
    return choices_;
  }

  /// The settings of teams: those that were chosen, and what watching takes. Call: any thread.
  [[nodiscard]] settings values() const {
    const std::lock_guard lock(mutex_);
    return values_;
  }

  /// Ends all teams, interrupts the jobs that run and all that wait for their turns, and waits for
  /// the calls of other threads. Nothing runs from now on. Whether there were such calls, which
  /// may leave objects behind. Call: when the process ends.
  bool close();

  /// A call of a thread of the interpreter: while there are any, close() waits.
  class call_mark {
  public:
    /// Throws: interrupted_error after close(). Call: with the GIL, as the destructor.
    explicit call_mark(process_teams& teams) : teams_(teams) {
      ++teams_.calls_;  // before the look: close() looks the other way round
      if (!teams_.closed_.load()) { return; }
      --teams_.calls_;
      throw interrupted_error();
    }
    call_mark(const call_mark&) = delete;
    call_mark& operator=(const call_mark&) = delete;
    ~call_mark() { --teams_.calls_; }

  private:
    process_teams& teams_;
  };

private:
  class turn;
  class standstill;  // while one lives, nobody takes a turn

  /// A team, and whose turn it is on that.
  struct held_session {
    int workers = 0;
    std::optional<std::thread::id> user = {};
    std::unique_ptr<team_session> session = {};
  };

  process_teams();
  held_session& take_turn(int workers, const waiting_watch& on_wait);
  void wait_for_change(std::unique_lock<std::mutex>& lock, const waiting_watch& on_wait);
  // With mutex_ held:
  [[nodiscard]] bool runs_any() const;
  void check_is_idle(std::thread::id thread) const;
  held_session* find_free(int workers);
  void end_one_idle();
  static void wait_for(team_session& session, const waiting_watch& on_wait);

  pid_t process_;
  std::atomic<bool> closed_{false};
  std::atomic<int> calls_{0};
  mutable std::mutex mutex_;  // of the following
  std::condition_variable changed_;
  std::list<held_session> sessions_;
  int standstills_ = 0;  // nobody takes a turn meanwhile
  team_choices choices_;
  settings values_;
};

}  // namespace orujo::python
