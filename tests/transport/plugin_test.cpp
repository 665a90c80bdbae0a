// Without a launcher or without a plug-in there is a message, not a crash. More in mpi/.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/plugin.hpp"

#include <string>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo::test {

namespace {

std::string problem_with(const launcher_info& launcher) {
  try {
    static_cast<void>(open_mpi(launcher, settings()));
  } catch (const transport_error& problem) { return problem.what(); }
  return "";
}

}  // namespace

TEST(plugin, without_a_launcher_the_message_says_how_to_start) {
  EXPECT_NE(problem_with({}).find("mpirun -n"), std::string::npos);
}

TEST(plugin, a_missing_plug_in_is_named_with_what_to_install) {
  const launcher_info launcher{"a test", "TEST_SIZE", 0, 2, {"absent", "missing"}};
  const std::string problem = problem_with(launcher);
  EXPECT_NE(problem.find("liborujo_mpi_absent.so or liborujo_mpi_missing.so"), std::string::npos)
      << problem;
  EXPECT_NE(problem.find("install"), std::string::npos) << problem;
}

}  // namespace orujo::test
