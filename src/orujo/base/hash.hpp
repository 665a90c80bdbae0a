// A hash of bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace orujo {

/// XXH3 with 64 bits: the same on every machine. Cost: about 2 ns, and a tenth for each 16 bytes.
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> bytes) noexcept;

[[nodiscard]] inline std::uint64_t hash_bytes(std::string_view text) noexcept {
  return hash_bytes(std::as_bytes(std::span(text)));
}

}  // namespace orujo
