// Says at which home an element of a block-cyclic array lies.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/ids.hpp"

namespace orujo {

/// A home, and the number of an element among those that it holds.
struct dealt_slot {
  home_id home;
  std::uint64_t local;
};

/// Divides numbers below 2^48 by a number of workers below 2^16, with one multiplication.
class home_divisor {
public:
  constexpr home_divisor() = default;
  constexpr explicit home_divisor(std::uint64_t homes)
      : homes_(homes), factor_(homes > 1 ? ~std::uint64_t{0} / homes + 1 : 0) {}

  [[nodiscard]] constexpr std::uint64_t homes() const noexcept { return homes_; }

  [[nodiscard]] constexpr std::uint64_t quotient(std::uint64_t number) const noexcept {
    if (homes_ == 1) { return number; }
    // factor = (2^64 + e) / homes with e < homes < 2^16, so the error is number * e / homes < 2^48:
    // too small to reach the next whole number.
    return static_cast<std::uint64_t>((wide{number} * factor_) >> 64U);
  }

  /// Where element `index` lies if blocks of 2^shift elements are dealt to the homes in turn.
  [[nodiscard]] constexpr dealt_slot slot_of(std::uint64_t index, unsigned shift) const noexcept {
    const std::uint64_t block = index >> shift;
    const std::uint64_t cycle = quotient(block);
    const std::uint64_t in_block = index & ((std::uint64_t{1} << shift) - 1);
    return {home_id{static_cast<std::uint32_t>(block - cycle * homes_)},
            (cycle << shift) + in_block};
  }

private:
  __extension__ using wide = unsigned __int128;

  std::uint64_t homes_ = 1;
  std::uint64_t factor_ = 0;
};

}  // namespace orujo
