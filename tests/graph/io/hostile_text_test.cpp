// What fuzzing found in the readers of text: each input that was once a finding.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {
namespace {

bool has_control_characters(const std::string& message) {
  return std::any_of(message.begin(), message.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

TEST(HostileText, AMatrixMarketBannerReachesNoTerminalAsItIs) {
  const std::string problem =
      error_of("a.mtx", "%%MatrixMarket m\x1b[2Jatrix coordinate pattern general\n3 3 0\n");
  expect_message(problem, "a.mtx:1:16", "is no graph");
  EXPECT_FALSE(has_control_characters(problem)) << problem;
}

}  // namespace
}  // namespace orujo::test
