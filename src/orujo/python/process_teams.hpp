// The teams of this process, and who may use them when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
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

/// Teams by their number of workers, made when they are first used. Jobs of several threads are run
/// one after another. A process that was forked has none of its parent's, and makes its own.
class process_teams {
public:
  /// Those of this process.
  [[nodiscard]] static process_teams& of_this_process();

  /// Called every 50 ms by the thread that waits; what it throws ends the job, and is thrown.
  using waiting_watch = std::function<void()>;

  /// Runs `job` on a team of so many workers; 0: as many as configure() said.
  /// Throws: what the job or `on_wait` throws; usage_error where a job of this thread runs already.
  void run(int workers, const team_job& job, const waiting_watch& on_wait);

  /// What teams are from now on; those that are there are ended.
  void configure(const team_choices& choices, const waiting_watch& on_wait);

  [[nodiscard]] const team_choices& choices() const noexcept { return choices_; }
  /// The settings of teams: those that were chosen, and what watching takes.
  [[nodiscard]] const settings& values() const noexcept { return values_; }

  /// Ends all teams, interrupts the job that runs and all that wait for their turns, and waits for
  /// the calls of other threads. Nothing runs from now on. Call: when the process ends.
  void close();

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

  process_teams();
  team_session& session_for(int workers);
  void wait_for(team_session& session, const waiting_watch& on_wait);

  pid_t process_;
  std::timed_mutex mutex_;  // whose turn it is
  std::atomic<std::thread::id> user_{};
  std::atomic<bool> closed_{false};
  std::atomic<int> calls_{0};
  team_choices choices_;
  settings values_;
  std::map<int, std::unique_ptr<team_session>> sessions_;
};

}  // namespace orujo::python
