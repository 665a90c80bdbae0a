// Makes teams, and gives threads turns.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/process_teams.hpp"

#include <algorithm>

#include "orujo/report/page_settings.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo::python {

namespace {

constexpr std::chrono::milliseconds watch_period{50};
/// Teams that stay: each has threads.
constexpr std::size_t most_sessions = 4;

/// Beside a Python process there are others: workers are bound to cores only if somebody says so.
settings settings_of_environment() {
  settings values;
  values.assign("pin_workers", "false", setting_source::standard);
  values.read_environment();
  return values;
}

}  // namespace

/// The turn of the calling thread on a team.
class process_teams::turn {
public:
  turn(process_teams& teams, int workers, const waiting_watch& on_wait)
      : teams_(teams), held_(teams.take_turn(workers, on_wait)) {}
  turn(const turn&) = delete;
  turn& operator=(const turn&) = delete;
  ~turn() {
    {
      const std::lock_guard lock(teams_.mutex_);
      held_.user.reset();
    }
    teams_.changed_.notify_all();
  }

  [[nodiscard]] team_session& session() const noexcept { return *held_.session; }

private:
  process_teams& teams_;
  held_session& held_;
};

/// While it lives nobody takes a turn; made once no job runs.
class process_teams::standstill {
public:
  standstill(process_teams& teams, std::unique_lock<std::mutex>& lock, const waiting_watch& on_wait)
      : teams_(teams), lock_(lock) {
    ++teams_.standstills_;
    try {
      while (teams_.runs_any()) { teams_.wait_for_change(lock_, on_wait); }
    } catch (...) {
      if (!lock_.owns_lock()) { lock_.lock(); }
      end();
      throw;
    }
  }
  standstill(const standstill&) = delete;
  standstill& operator=(const standstill&) = delete;
  ~standstill() { end(); }

private:
  void end() {
    --teams_.standstills_;
    teams_.changed_.notify_all();
  }

  process_teams& teams_;
  std::unique_lock<std::mutex>& lock_;
};

process_teams::process_teams() : process_(getpid()), values_(settings_of_environment()) {
  choices_.values = values_;
}

process_teams& process_teams::of_this_process() {
  // Never destroyed: threads may be left at the end. After a fork the threads of the parent's teams
  // are not there, so that nothing of them can be used or freed.
  static std::atomic<process_teams*> current{nullptr};
  process_teams* teams = current.load();
  if (teams != nullptr && teams->process_ == getpid()) { return *teams; }
  auto* const fresh = new process_teams();
  if (teams != nullptr) {  // forked
    fresh->choices_ = teams->choices_;
    fresh->values_ = teams->values_;
  }
  if (current.compare_exchange_strong(teams, fresh)) { return *fresh; }
  delete fresh;
  return *teams;
}

std::size_t process_teams::most_jobs() { return detect_launcher().present() ? 1 : most_sessions; }

bool process_teams::runs_any() const {
  return std::any_of(sessions_.begin(), sessions_.end(),
                     [](const held_session& each) { return each.user.has_value(); });
}

void process_teams::check_is_idle(std::thread::id thread) const {
  const bool runs_one = std::any_of(sessions_.begin(), sessions_.end(),
                                    [&](const auto& each) { return each.user == thread; });
  require(!runs_one, "an algorithm is running in this thread already; wait until it has ended");
}

/// A team that nobody uses and that may be used; null while there are as many jobs as may be.
process_teams::held_session* process_teams::find_free(int workers) {
  sessions_.remove_if(
      [](const held_session& each) { return !each.user && each.session->has_ended(); });
  const auto is_taken = [](const held_session& each) { return each.user.has_value(); };
  const auto jobs = std::count_if(sessions_.begin(), sessions_.end(), is_taken);
  if (static_cast<std::size_t>(jobs) >= most_jobs()) { return nullptr; }
  const auto found =
      std::find_if(sessions_.begin(), sessions_.end(),
                   [&](const held_session& each) { return !each.user && each.workers == workers; });
  if (found != sessions_.end()) { return &*found; }
  if (sessions_.size() >= most_sessions) { end_one_idle(); }
  const launch_options options{.workers = workers, .values = values_};
  return &sessions_.emplace_back(
      held_session{.workers = workers, .session = std::make_unique<team_session>(options)});
}

void process_teams::end_one_idle() {
  const auto idle = std::find_if(sessions_.begin(), sessions_.end(),
                                 [](const held_session& each) { return !each.user; });
  if (idle != sessions_.end()) { sessions_.erase(idle); }
}

process_teams::held_session& process_teams::take_turn(int workers, const waiting_watch& on_wait) {
  std::unique_lock lock(mutex_);
  check_is_idle(std::this_thread::get_id());
  while (true) {
    if (closed_.load()) { throw interrupted_error(); }
    // All processes of a launcher have one team, of the same size everywhere.
    const int size = workers == 0 || detect_launcher().present() ? choices_.workers : workers;
    held_session* const held = standstills_ > 0 ? nullptr : find_free(size);
    if (held != nullptr) {
      held->user = std::this_thread::get_id();
      return *held;
    }
    wait_for_change(lock, on_wait);
  }
}

void process_teams::wait_for_change(std::unique_lock<std::mutex>& lock,
                                    const waiting_watch& on_wait) {
  changed_.wait_for(lock, watch_period);
  lock.unlock();
  on_wait();
  lock.lock();
}

void process_teams::run(int workers, const team_job& job, const waiting_watch& on_wait) {
  const turn mine(*this, workers, on_wait);
  mine.session().start(job);
  wait_for(mine.session(), on_wait);
  mine.session().finish();
}

void process_teams::wait_for(team_session& session, const waiting_watch& on_wait) {
  try {
    while (!session.wait(watch_period)) { on_wait(); }
  } catch (...) {
    session.interrupt();
    while (!session.wait(watch_period)) {}
    try {
      session.finish();
    } catch (const error&) {}  // interrupted
    throw;
  }
}

void process_teams::configure(const team_choices& choices, const waiting_watch& on_wait) {
  std::unique_lock lock(mutex_);
  check_is_idle(std::this_thread::get_id());
  const standstill nobody_runs(*this, lock, on_wait);
  sessions_.clear();
  choices_ = choices;
  values_ = choices.values;
  if (choices.watch) { keep_for_pages(values_); }
}

bool process_teams::close() {
  std::unique_lock lock(mutex_);
  closed_.store(true);
  while (runs_any()) {
    for (held_session& each : sessions_) { each.session->interrupt(); }
    changed_.wait_for(lock, watch_period);
  }
  sessions_.clear();
  lock.unlock();
  const bool had_calls = calls_.load() > 0;
  // A thread that comes back to an interpreter that is gone would be ended in the middle of C++.
  const auto patience_ends = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (calls_.load() > 0 && std::chrono::steady_clock::now() < patience_ends) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return had_calls;
}

}  // namespace orujo::python
