// Compare-and-swap of 16 bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace orujo::activities {

/// 16 bytes as two words.
using two_words = std::array<std::uint64_t, 2>;

/// Replaces what is at `place`, 16 bytes on a multiple of 16, by `wanted` if it is `known`; else
/// makes `known` what is there. Needs CMPXCHG16B, which all but the first processors of x86-64
/// have.
[[nodiscard]] bool swap_16_bytes(void* place, two_words& known, const two_words& wanted) noexcept;

}  // namespace orujo::activities
