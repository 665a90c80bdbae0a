// Hands jobs to the thread of a team, and waits for them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/team_session.hpp"

#include <csignal>
#include <utility>

#include "orujo/base/pause.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::python {

namespace {

/// How long a thread looks before it sleeps: as long as it takes to be woken.
constexpr std::chrono::microseconds patience{60};

/// Signals are for the thread of the interpreter: none of those that are started meanwhile gets
/// any.
class signals_held {
public:
  signals_held() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  signals_held(const signals_held&) = delete;
  signals_held& operator=(const signals_held&) = delete;
  ~signals_held() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
  sigset_t before_{};
};

}  // namespace

team_session::team_session(const launch_options& options) {
  const signals_held held;
  thread_ = std::thread([this, options] { live(options); });
}

team_session::~team_session() {
  if (!has_ended()) { turn_to(phase::closing); }
  thread_.join();
}

void team_session::turn_to(phase next) {
  {
    const std::lock_guard lock(mutex_);
    phase_.store(next);
  }
  turned_.notify_all();
}

template <typename Wanted>
bool team_session::wait_for(Wanted wanted, std::chrono::milliseconds longest) {
  const auto asleep_at = std::chrono::steady_clock::now() + patience;
  do {
    if (wanted(phase_.load())) { return true; }
    for (int i = 0; i < 16; ++i) { pause_core(); }
  } while (std::chrono::steady_clock::now() < asleep_at);
  std::unique_lock lock(mutex_);
  return turned_.wait_for(lock, longest, [&] { return wanted(phase_.load()); });
}

void team_session::start(const team_job& job) {
  if (has_ended()) { return; }
  job_ = &job;
  turn_to(phase::given);
}

bool team_session::wait(std::chrono::milliseconds longest) {
  return wait_for([](phase now) { return now == phase::done || now == phase::ended; }, longest);
}

void team_session::finish() {
  stop_.store(false);
  if (!has_ended()) { turn_to(phase::idle); }
  if (failure_) { std::rethrow_exception(std::exchange(failure_, nullptr)); }
}

void team_session::live(const launch_options& options) noexcept {
  try {
    run_team(options, [this](rank_team& team) { serve(team); });
  } catch (...) { failure_ = std::current_exception(); }
  turn_to(phase::ended);
}

void team_session::serve(rank_team& team) {
  team.transport().heed(stop_);
  const auto is_called = [](phase now) { return now == phase::given || now == phase::closing; };
  while (true) {
    while (!wait_for(is_called, std::chrono::hours(1))) {}
    if (phase_.load() == phase::closing) { return; }
    run_job(team);
    turn_to(phase::done);
  }
}

void team_session::run_job(rank_team& team) {
  try {
    (*job_)(team);
  } catch (const agreed_error&) {
    if (team.transport().failures().raised()) { throw; }
    failure_ = std::current_exception();
  }
}

}  // namespace orujo::python
