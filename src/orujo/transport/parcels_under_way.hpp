// Parcels that a modelled network has taken and not yet delivered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "orujo/transport/parcel.hpp"

namespace orujo {

/// Those to one rank, by when they arrive, in ns of the network's clock. Cost of a parcel: O(log n)
/// of n that are under way.
class parcels_under_way {
public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  /// `buffer` stays its owner's until take().
  void add(parcel* buffer, std::uint64_t arrival) {
    buffer->transport_word = arrival;
    heap_.push_back(buffer);
    std::push_heap(heap_.begin(), heap_.end(), is_later);
  }
  /// When the next one arrives; `never` if there is none.
  [[nodiscard]] std::uint64_t soonest() const noexcept {
    return heap_.empty() ? never : heap_.front()->transport_word;
  }
  /// The next one. Call: if there is one.
  [[nodiscard]] parcel* take() {
    std::pop_heap(heap_.begin(), heap_.end(), is_later);
    parcel* const next = heap_.back();
    heap_.pop_back();
    return next;
  }

private:
  static bool is_later(const parcel* a, const parcel* b) noexcept {
    return a->transport_word > b->transport_word;
  }

  std::vector<parcel*> heap_;  // soonest first
};

}  // namespace orujo
