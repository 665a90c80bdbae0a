// Short slices of processor time, where the system grants them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/time_slice.hpp"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace orujo::test {

TEST(time_slice, of_a_thread_that_asks_is_short_and_nothing_else_changes) {
  std::thread([] {
    const std::chrono::nanoseconds before = time_slice();
    const int nice = getpriority(PRIO_PROCESS, 0);
    if (ask_for_short_slices()) {
      EXPECT_GT(time_slice().count(), 0);
      EXPECT_LE(time_slice(), std::chrono::microseconds(100));
    } else {
      EXPECT_EQ(time_slice(), before);
    }
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), nice);
    const std::chrono::nanoseconds after = time_slice();
    ask_for_short_slices();
    EXPECT_EQ(time_slice(), after);
  }).join();
}

}  // namespace orujo::test
