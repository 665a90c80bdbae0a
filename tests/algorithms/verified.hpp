// Expects that a verifier finds nothing wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <gtest/gtest.h>

namespace orujo::test {

template <typename Violation>
void expect_none(const std::vector<Violation>& violations) {
  for (const Violation& each : violations) { ADD_FAILURE() << each.text(); }
}

}  // namespace orujo::test
