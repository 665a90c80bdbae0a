// Tells a function of Python's how far a job is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "orujo/python/binding.hpp"

namespace orujo::python {

/// Takes shares from 0 to 1 from the team, and gives the last to a function while the caller waits.
class progress_watch {
public:
  /// `shown` is called with the share, -1 while none has been told, or is None. Call: with the GIL,
  /// as the destructor.
  explicit progress_watch(nb::object shown) : shown_(std::move(shown)) {}

  [[nodiscard]] bool is_wanted() const noexcept { return !shown_.is_none(); }

  /// Call: any thread.
  void note(double share) noexcept { share_.store(share, std::memory_order_relaxed); }

  /// Looks for signals, then shows. Throws: as watch_signals(), and what the function raises.
  /// Call: without the GIL.
  void look() {
    watch_signals();
    if (!is_wanted()) { return; }
    const nb::gil_scoped_acquire held;
    shown_(share_.load(std::memory_order_relaxed));
  }

private:
  nb::object shown_;
  std::atomic<double> share_{-1};  // not known
};

/// As run_on_team(), with `watch` looking while the caller waits.
template <typename Job>
void run_watched(int workers, progress_watch& watch, Job&& job) {
  process_teams& teams = process_teams::of_this_process();
  const process_teams::call_mark mark(teams);
  const nb::gil_scoped_release released;
  teams.run(workers, std::forward<Job>(job), [&] { watch.look(); });
}

}  // namespace orujo::python
