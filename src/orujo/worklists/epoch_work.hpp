// A worker's own list of work inside an epoch that has no phases, and the time spent on waiting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/worklists/progress_pace.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// Adds the time from its beginning to its end to a sum.
class wait_timer {
public:
  explicit wait_timer(double& sum) : sum_(sum), start_(std::chrono::steady_clock::now()) {}
  wait_timer(const wait_timer&) = delete;
  wait_timer& operator=(const wait_timer&) = delete;
  ~wait_timer() {
    sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  double& sum_;
  std::chrono::steady_clock::time_point start_;
};

/// until.try_end(), with the time it took counted as waiting.
[[nodiscard]] inline bool ends(epoch& until, worker& self, work_statistics& work) {
  const wait_timer waiting(work.wait_seconds);
  return until.try_end(self);
}

/// Calls `process_one()` while `mine.list` has items, and lets messages in between, whose handlers
/// may put more into the lists of the workers that run them; `mine` also has its `pace` and `work`.
/// Returns when no worker of any rank has an item and no message is on its way.
/// Call: every worker of every rank; `process_one` takes an item, and may send.
template <typename Lane, typename ProcessOne>
void work_until_end(worker& self, epoch& until, Lane& mine, ProcessOne process_one) {
  progress_pace pace(mine.pace);
  until.enter(self);
  do {
    while (!mine.list.empty()) {
      for (std::size_t most = pace.items(mine.list.size()); most > 0 && !mine.list.empty();
           --most) {
        process_one();
      }
      self.team().progress(self);
    }
  } while (!ends(until, self, mine.work));
  self.enter_epoch(0);
}

/// What the workers have counted, together; `lanes` has one for each, with its `work`.
template <typename Lanes>
[[nodiscard]] work_statistics work_of_all(const Lanes& lanes) noexcept {
  work_statistics sum;
  for (const auto& each : lanes) { sum.add(each.work); }
  return sum;
}

}  // namespace orujo
