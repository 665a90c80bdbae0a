// A run of tasks is a board that lives as long as it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/run_global.hpp"

#include <utility>

namespace orujo {

void run_global(rank_team& team, const std::function<void()>& main) {
  task_board board(team);
  board.run(main);
}

void add_work_source(work_source source) { this_scheduler().add_source(std::move(source)); }

}  // namespace orujo
