// Makes teams, and gives threads turns.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/process_teams.hpp"

#include "orujo/base/interrupt.hpp"
#include "orujo/report/page_settings.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo::python {

namespace {

constexpr std::chrono::milliseconds watch_period{50};
/// Teams of other sizes that stay: each has threads.
constexpr std::size_t most_sessions = 3;

/// Beside a Python process there are others: workers are bound to cores only if somebody says so.
settings settings_of_environment() {
  settings values;
  values.assign("pin_workers", "false", setting_source::standard);
  values.read_environment();
  return values;
}

}  // namespace

/// The turn of the calling thread.
class process_teams::turn {
public:
  turn(process_teams& teams, const waiting_watch& on_wait) : teams_(teams) {
    require(teams.user_.load() != std::this_thread::get_id(),
            "an algorithm is running in this thread already; wait until it has ended");
    while (!teams.mutex_.try_lock_for(watch_period)) { on_wait(); }
    teams.user_.store(std::this_thread::get_id());
  }
  turn(const turn&) = delete;
  turn& operator=(const turn&) = delete;
  ~turn() {
    teams_.user_.store({});
    teams_.mutex_.unlock();
  }

private:
  process_teams& teams_;
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
    request_interrupt(false);
  }
  if (current.compare_exchange_strong(teams, fresh)) { return *fresh; }
  delete fresh;
  return *teams;
}

team_session& process_teams::session_for(int workers) {
  // All processes of a launcher have one team, of the same size everywhere.
  const int size = workers == 0 || detect_launcher().present() ? choices_.workers : workers;
  std::unique_ptr<team_session>& held = sessions_[size];
  if (!held || held->has_ended()) {
    held.reset();
    while (sessions_.size() > most_sessions) {
      sessions_.erase(sessions_.begin()->first == size ? std::next(sessions_.begin())
                                                       : sessions_.begin());
    }
    held = std::make_unique<team_session>(launch_options{.workers = size, .values = values_});
  }
  return *held;
}

void process_teams::run(int workers, const team_job& job, const waiting_watch& on_wait) {
  const turn mine(*this, on_wait);
  if (closed_.load()) { throw interrupted_error(); }
  team_session& session = session_for(workers);
  session.start(job);
  wait_for(session, on_wait);
  session.finish();
}

void process_teams::wait_for(team_session& session, const waiting_watch& on_wait) {
  try {
    while (!session.wait(watch_period)) { on_wait(); }
  } catch (...) {
    request_interrupt(true);
    while (!session.wait(watch_period)) {}
    request_interrupt(false);
    try {
      session.finish();
    } catch (const error&) {}  // interrupted
    throw;
  }
}

void process_teams::configure(const team_choices& choices, const waiting_watch& on_wait) {
  const turn mine(*this, on_wait);
  sessions_.clear();
  choices_ = choices;
  values_ = choices.values;
  if (choices.watch) { keep_for_pages(values_); }
}

void process_teams::close() {
  closed_.store(true);
  request_interrupt(true);
  {
    const turn mine(*this, [] {});
    sessions_.clear();
    request_interrupt(false);
  }
  // A thread that comes back to an interpreter that is gone would be ended in the middle of C++.
  const auto patience_ends = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (calls_.load() > 0 && std::chrono::steady_clock::now() < patience_ends) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace orujo::python
