// One small graph of each generator's family.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace orujo::test {

inline constexpr std::array<const char*, 6> generated_graphs = {
    "kron:8", "rmat:8:8:G", "uniform:7", "random4n:8", "grid:16x17", "smallworld:300:6:0.1"};

}  // namespace orujo::test
