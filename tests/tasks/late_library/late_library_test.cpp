// Closures of a library that is loaded while the program runs.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "orujo/base/error.hpp"
#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/run_global.hpp"
#include "orujo/tasks/spawn.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

/// A function of the library late_closures.cpp, which the first call loads.
template <typename Function>
Function* function_of_library(const char* name) {
  void* const library = dlopen(LATE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) { throw std::runtime_error(dlerror()); }
  // dlsym() gives functions as plain addresses; the type is that of the library's source.
  return reinterpret_cast<Function*>(dlsym(library, name));
}

void run_closure_of_program(rank_team& team, std::atomic<int>& heard) {
  std::atomic<int>* const sum = &heard;
  run_global(team, [&] { finish([&] { spawn_at(home_id{0}, [sum] { sum->fetch_add(1); }); }); });
}

}  // namespace

// In this order: a library is loaded once.
TEST(late_library, is_refused_by_name_in_a_run_that_began_before_it_was_loaded) {
  if (under_mpirun()) { return; }
  std::atomic<int> heard{0};
  std::mutex guard;
  std::string message;  // every rank's is the same
  run_team(team_of(2, 1), [&](rank_team& team) {
    try {
      run_global(
          team, [&] { function_of_library<void(std::atomic<int>&)>("spawn_late_closure")(heard); });
    } catch (const error& why) {
      const std::lock_guard held(guard);
      message = why.what();
    }
  });
  EXPECT_NE(message.find("spawn_late_closure"), std::string::npos) << message;
  EXPECT_NE(message.find("load the library before"), std::string::npos) << message;
  EXPECT_EQ(heard.load(), 0);
}

TEST(late_library, has_its_own_closures_run_in_the_next_run) {
  if (under_mpirun()) { return; }
  auto* const run = function_of_library<void(rank_team&, std::atomic<int>&)>("run_late_closures");
  for (const launch_options& options : {team_of(1, 1), team_of(2, 1), team_of(3, 2)}) {
    std::atomic<int> heard{0};
    run_team(options, [&](rank_team& team) {
      run_closure_of_program(team, heard);
      run(team, heard);
      run_closure_of_program(team, heard);
    });
    EXPECT_EQ(heard.load(), 1 + options.ranks * options.workers + 1);
  }
}

}  // namespace orujo::test
