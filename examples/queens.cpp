// Searches an unbalanced tree, the ways to put 8 queens on a board: ranks without work take tasks.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

/// Fills the rows from `row` on; bits are columns and diagonals that are attacked there.
struct place_queens {
  unsigned row, columns, left, right;
  orujo::global_pointer<int> solutions;

  void operator()() const {
    if (row == 8) { return orujo::delegate::async_add(solutions, 1); }
    for (unsigned queen = 1; queen < 256; queen <<= 1U) {
      if ((queen & (columns | left | right)) != 0) { continue; }
      orujo::spawn_anywhere(place_queens{row + 1, columns | queen, (left | queen) << 1U,
                                         (right | queen) >> 1U, solutions});
    }
  }
};
void search() {
  int solutions = 0;
  orujo::finish(place_queens{0, 0, 0, 0, orujo::global(solutions)});
  std::printf("%d ways to put 8 queens on a board\n", solutions);
}

}  // namespace

int main() {
  orujo::run_team({.ranks = 3, .workers = 1}, [](orujo::rank_team& team) {
    orujo::global_memory memory(team);
    orujo::run_global(team, search);
  });
}
