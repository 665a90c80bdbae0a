// The text of progress bars, and when they are shown.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/run/progress_bar.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

namespace orujo::cli {
namespace {

TEST(progress_bar, shows_share_rate_and_time_left) {
  EXPECT_EQ(progress_line({.what = "reading", .unit = "B"}, {.done = 1024, .share = 0.25}, 2),
            "reading  [######..................]  25 %  512 B/s  6 s left");
}

TEST(progress_bar, without_a_total_shows_what_is_done) {
  EXPECT_EQ(progress_line({.what = "reading", .unit = "edges"}, {.done = 3000}, 2),
            "reading  3 000 edges  1 500 edges/s");
}

TEST(progress_bar, done_is_full) {
  EXPECT_EQ(progress_line({.what = "reading", .unit = "B"}, {.done = 10, .share = 1}, 1),
            "reading  [########################] 100 %  10 B/s");
}

TEST(progress_bar, quiet_and_ci_and_the_setting_decide) {
  settings values;
  setenv("CI", "true", 1);
  EXPECT_EQ(progress_mode_of(values, false), progress_mode::never);
  values.assign("progress", "always", setting_source::option);
  EXPECT_EQ(progress_mode_of(values, false), progress_mode::always);
  EXPECT_EQ(progress_mode_of(values, true), progress_mode::never);
  unsetenv("CI");
  EXPECT_EQ(progress_mode_of(settings(), false), progress_mode::automatic);
  values.assign("progress", "never", setting_source::option);
  EXPECT_EQ(progress_mode_of(values, false), progress_mode::never);
}

TEST(progress_bar, names_its_task_at_once_and_is_gone_at_the_end) {
  setenv("NO_COLOR", "1", 1);
  testing::internal::CaptureStderr();
  {
    progress_bar bar({.what = "searching", .unit = "trials"}, progress_mode::always);
    bar.announce();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "\rsearching ...\033[K\r\033[K");
  unsetenv("NO_COLOR");
}

TEST(progress_bar, that_is_never_shown_draws_nothing) {
  testing::internal::CaptureStderr();
  {
    progress_bar bar({.what = "work", .unit = "steps"}, progress_mode::never);
    bar.announce();
    bar.advance_to({.done = 1, .share = 0.5});
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace orujo::cli
