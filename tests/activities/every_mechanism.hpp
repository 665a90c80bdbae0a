// The mechanisms, each as a type to test with, and the teams to test them on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "orujo/activities/mechanisms.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// A processor whose transactions never start: what would be one runs alone.
struct no_transactions {
  static bool is_available() noexcept { return true; }
  static mechanisms::attempt begin() noexcept { return mechanisms::attempt::other; }
  static void end() noexcept {}
  static void give_up() noexcept {}
};

using serial_fallback = mechanisms::transactions<no_transactions, mechanisms::retry_rule::once>;

/// Those that several workers may share, for operators of any number of elements.
using shared_mechanisms =
    ::testing::Types<mechanisms::global_lock, mechanisms::flat_combining, mechanisms::striped_locks,
                     mechanisms::norec, mechanisms::tl2, serial_fallback,
                     mechanisms::hardware_transactions, mechanisms::elision, mechanisms::ten_tries>;

/// A test of each mechanism that can run on this processor.
template <typename Mechanism>
class mechanism_test : public ::testing::Test {
protected:
  void SetUp() override {
    if constexpr (requires { Mechanism::is_available(); }) {
      if (!Mechanism::is_available()) { GTEST_SKIP() << "this processor has no transactions"; }
    }
  }
};

/// One rank of 1, 2 and 4 workers.
inline std::vector<launch_options> worker_teams() {
  return {team_of(1, 1), team_of(1, 2), team_of(1, 4)};
}

}  // namespace orujo::test
