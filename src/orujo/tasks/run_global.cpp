// A run of tasks is a board that lives as long as it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/run_global.hpp"

#include <algorithm>
#include <utility>

namespace orujo {

void run_global(rank_team& team, const std::function<void()>& main) {
  task_board board(team);
  board.run(main);
}

void add_work_source(work_source source) { this_scheduler().add_source(std::move(source)); }

void schedule_at(std::chrono::steady_clock::time_point deadline, system_task what) {
  this_scheduler().schedule_at(deadline, std::move(what));
}

void schedule_every(std::chrono::steady_clock::duration period, system_task what) {
  this_scheduler().schedule_every(period, std::move(what));
}

void sleep_until(std::chrono::steady_clock::time_point deadline) {
  suspension until;
  schedule_at(deadline, [&until] { until.signal(); });
  until.wait("a deadline");
}

void sleep_for(std::chrono::steady_clock::duration time) {
  using clock = std::chrono::steady_clock;
  const clock::time_point now = this_worker().team().transport().now();
  const clock::duration most = clock::time_point::max() - now - std::chrono::hours(1);
  sleep_until(now + std::min(time, most));  // for ever, rather than not at all
}

}  // namespace orujo
