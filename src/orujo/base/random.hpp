// Random numbers that depend only on a seed and a position, so that every P and W draws the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo {

/// Mixes 64 bits: neighbouring inputs give unrelated outputs (the finaliser of SplitMix64, Steele
/// et al. 2014). A bijection.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// A stream of 64-bit numbers; cheap to make, so one per item is fine.
class random_stream {
public:
  /// The stream number `stream` of `seed`.
  constexpr random_stream(std::uint64_t seed, std::uint64_t stream) noexcept
      : state_(mix64(seed ^ mix64(stream))) {}

  constexpr std::uint64_t next() noexcept {
    state_ += 0x9e3779b97f4a7c15ULL;
    return mix64(state_);
  }

  /// Uniform in [0, bound), bound > 0 (Lemire's multiplication; bias below 2^-32 for small bounds).
  constexpr std::uint64_t below(std::uint64_t bound) noexcept {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>(next()) * bound) >> 64);
  }

  /// Uniform in [0, 1).
  constexpr double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
  std::uint64_t state_;
};

}  // namespace orujo
