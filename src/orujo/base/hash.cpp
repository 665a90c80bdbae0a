// A hash of bytes, by xxHash.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/hash.hpp"

#include <xxhash.h>

namespace orujo {

std::uint64_t hash_bytes(std::span<const std::byte> bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace orujo
