// Two tasks pass values through a word that is full or empty; neither polls or blocks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/full_empty.hpp"

#include <cstdio>

#include "orujo/runtime/launch.hpp"
#include "orujo/tasks/run_global.hpp"

namespace {

void pass_numbers() {
  orujo::full_empty<int> word;
  int sum = 0;
  orujo::finish([&] {
    orujo::spawn_stealable([&] {
      for (int i = 1; i <= 100; ++i) { word.put(i); }  // waits until the one before is taken
      word.put(0);
    });
    orujo::spawn_stealable([&] {
      for (int i = word.take(); i != 0; i = word.take()) { sum += i; }  // waits until it is full
    });
  });
  orujo::require(sum == 5050, "full_empty: a number was lost");
  std::printf("all numbers came: %d\n", sum);
}

}  // namespace

int main() {
  orujo::run_team({.workers = 2},
                  [](orujo::rank_team& team) { orujo::run_global(team, pass_numbers); });
}
