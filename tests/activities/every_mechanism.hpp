// The mechanisms, each as a type to test with, and the teams to test them on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/activities/mechanisms.hpp"
#include "support/teams.hpp"

namespace orujo::test {

/// A processor whose transactions never start: what would be one runs alone.
struct no_transactions {
  static bool is_available() noexcept { return true; }
  static mechanisms::attempt_state begin() noexcept { return mechanisms::attempt_state::other; }
  static void end() noexcept {}
  static void give_up() noexcept {}
};

using serial_fallback = mechanisms::transactions<no_transactions, mechanisms::retry_rule::once>;

/// Those that several workers may share, for operators of any number of elements.
using shared_mechanisms =
    ::testing::Types<mechanisms::global_lock, mechanisms::flat_combining, mechanisms::striped_locks,
                     mechanisms::norec, mechanisms::tl2, serial_fallback,
                     mechanisms::hardware_transactions, mechanisms::elision, mechanisms::ten_tries>;

/// Whether the mechanism can be tested here: ThreadSanitizer does not see what hardware keeps
/// apart.
template <typename Mechanism>
[[nodiscard]] bool can_be_tested() {
  if constexpr (requires { Mechanism::is_available(); }) {
#if defined(ORUJO_SANITIZE_THREAD)
    return std::is_same_v<Mechanism, serial_fallback>;
#else
    return Mechanism::is_available();
#endif
  }
  return true;
}

/// A test of each mechanism.
template <typename Mechanism>
class mechanism_test : public ::testing::Test {
protected:
  void SetUp() override {
    if (!can_be_tested<Mechanism>()) { GTEST_SKIP() << "no transactions here"; }
  }
};

/// One rank of 1, 2 and 4 workers.
inline std::vector<launch_options> worker_teams() {
  return {team_of(1, 1), team_of(1, 2), team_of(1, 4)};
}

}  // namespace orujo::test
