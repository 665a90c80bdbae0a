// What the compiler was allowed to use, of what it uses by itself. This file is compiled as all
// others are.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/processor_check.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t needs = 0
#include "processor_needs.inc"
    ;

}  // namespace

std::uint64_t processor_needs() noexcept { return needs; }

}  // namespace orujo
