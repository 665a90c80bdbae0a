// Names of attempts: as many as there are, and each is what it was made of.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/distributed/ownership_markers.hpp"

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo::test {

namespace {

using activities::attempt_name;

}  // namespace

TEST(ownership_markers, name_the_last_worker_and_place_as_any_other) {
  const attempt_name last(attempt_name::most_homes - 1, attempt_name::most_slots - 1, 7);
  EXPECT_EQ(last.home(), attempt_name::most_homes - 1);
  EXPECT_EQ(last.slot(), attempt_name::most_slots - 1);
  EXPECT_NE(last.word(), attempt_name(0, attempt_name::most_slots - 1, 7).word());
}

TEST(ownership_markers, refuse_teams_whose_attempts_would_share_names) {
  EXPECT_NO_THROW(activities::require_names(attempt_name::most_homes, attempt_name::most_slots));
  EXPECT_THROW(activities::require_names(attempt_name::most_homes + 1, 0), usage_error);
  EXPECT_THROW(activities::require_names(1, attempt_name::most_slots + 1), usage_error);
}

}  // namespace orujo::test
