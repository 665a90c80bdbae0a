// What main() returns, and what it prints of errors.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/main_program.hpp"

#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

struct ended {
  int code;
  std::string said;
};

/// What a program that throws `problem` on one rank of three ends with.
template <typename Problem>
ended end_of(const Problem& problem) {
  testing::internal::CaptureStderr();
  const int code = run_main(team_of(3, 1), [&](rank_team& team) {
    if (index_of(team.rank()) == 1) { throw problem; }
  });
  return {code, testing::internal::GetCapturedStderr()};
}

}  // namespace

TEST(main_program, returns_0_when_all_ranks_have_returned) {
  EXPECT_EQ(run_main(team_of(3, 2), [](rank_team&) {}), 0);
}

TEST(main_program, prints_an_error_and_returns_its_exit_code) {
  const ended wrong_use = end_of(usage_error("no such thing"));
  EXPECT_EQ(wrong_use.code, 2);
  EXPECT_EQ(wrong_use.said, "orujo: no such thing\n");
  EXPECT_EQ(end_of(input_error("roads.gr: not there")).code, 3);
  EXPECT_EQ(end_of(memory_error("too much")).code, 4);
  EXPECT_EQ(end_of(std::bad_alloc()).code, 4);
  const ended other = end_of(std::runtime_error("something else"));
  EXPECT_EQ(other.code, 5);
  EXPECT_NE(other.said.find("something else"), std::string::npos);
}

TEST(main_program, reports_wrong_teams_alike) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_main(team_of(2, 1, "pigeons"), [](rank_team&) {}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("pigeons"), std::string::npos);
}

}  // namespace orujo::test
