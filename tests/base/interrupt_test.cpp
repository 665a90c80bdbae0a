// How a process that does not hear signals ends, and which of a launcher's processes says so.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/interrupt.hpp"

#include <csignal>

#include <gtest/gtest.h>

namespace {

/// Ends the process as a user does who presses the keys again.
void ask_twice(bool tell) {
  orujo::watch_for_interrupts(tell);
  std::raise(SIGTERM);
  std::raise(SIGTERM);
}

TEST(interrupt_death, is_said_by_the_process_that_speaks_for_all) {
  EXPECT_EXIT(ask_twice(true), testing::ExitedWithCode(130), "^orujo: interrupted\n$");
}

TEST(interrupt_death, is_not_said_by_the_others) {
  EXPECT_EXIT(ask_twice(false), testing::ExitedWithCode(130), "^$");
}

/// As a rank does that has told its error when its launcher ends it.
void tell_then_ask_twice() {
  orujo::watch_for_interrupts();
  orujo::end_silently_from_now_on();
  std::raise(SIGTERM);
  std::raise(SIGTERM);
}

TEST(interrupt_death, is_not_said_behind_an_error) {
  EXPECT_EXIT(tell_then_ask_twice(), testing::ExitedWithCode(130), "^$");
}

}  // namespace
