// The instruction CMPXCHG16B, in a function that is compiled for processors that have it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/activities/mechanisms/wide_swap.hpp"

#include <bit>

namespace orujo::activities {

__attribute__((target("cx16"))) bool swap_16_bytes(void* place, two_words& known,
                                                   const two_words& wanted) noexcept {
  __extension__ using wide = unsigned __int128;
  const auto before = std::bit_cast<wide>(known);
  const wide seen =
      __sync_val_compare_and_swap(static_cast<wide*>(place), before, std::bit_cast<wide>(wanted));
  if (seen == before) { return true; }
  known = std::bit_cast<two_words>(seen);
  return false;
}

}  // namespace orujo::activities
