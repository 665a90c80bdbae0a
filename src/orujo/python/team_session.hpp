// A team that stays: jobs are run on it one after another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "orujo/messaging/rank_team.hpp"
#include "orujo/runtime/launch.hpp"

namespace orujo::python {

/// What is run on a team.
using team_job = std::function<void(rank_team&)>;

/// A team of this process and a thread that is its worker 0, which runs jobs that others hand over.
/// A job that throws anything but agreed_error ends the team.
/// Call: one thread at a time.
class team_session {
public:
  /// Starts the thread, which makes the team. Errors of that are thrown by finish().
  explicit team_session(const launch_options& options);
  team_session(const team_session&) = delete;
  team_session& operator=(const team_session&) = delete;
  /// Ends the team, once its job has ended.
  ~team_session();

  /// Has `job` run, which stays until finish().
  void start(const team_job& job);

  /// Whether the job has ended; waits for it for `longest` at most.
  bool wait(std::chrono::milliseconds longest);

  /// Throws what the job threw, or what ended the team before. Call: after wait() was true.
  void finish();

  /// Has the job that runs, or the next one, end with interrupted_error unless it ends by itself
  /// before it looks. Holds until finish(). Call: any thread.
  void interrupt() noexcept { stop_.store(true); }

  /// Whether the team has ended: nothing can be run on it.
  [[nodiscard]] bool has_ended() const noexcept { return phase_.load() == phase::ended; }

private:
  enum class phase { idle, given, done, ended, closing };

  void live(const launch_options& options) noexcept;
  void serve(rank_team& team);
  void run_job(rank_team& team);
  void turn_to(phase next);
  template <typename Wanted>
  bool wait_for(Wanted wanted, std::chrono::milliseconds longest);

  std::mutex mutex_;
  std::condition_variable turned_;
  std::atomic<phase> phase_{phase::idle};
  const team_job* job_ = nullptr;
  std::exception_ptr failure_;
  std::atomic<bool> stop_{false};
  std::thread thread_;  // the last: it uses all the rest
};

}  // namespace orujo::python
