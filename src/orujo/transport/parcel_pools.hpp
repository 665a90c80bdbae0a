// The buffers of one worker: those that it fills, and smaller ones for parcels that leave early.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "orujo/transport/parcel.hpp"

namespace orujo {

/// Buffers of a few sizes. A parcel with few messages moves to a small buffer before it waits
/// anywhere: the large one can be filled again at once, and what waits takes little memory.
///
/// Call: the owning worker only, but room_for() and reserved_bytes().
class parcel_pools {
public:
  /// The largest buffers hold `payload_bytes`.
  explicit parcel_pools(std::size_t payload_bytes);

  /// The largest buffers.
  [[nodiscard]] parcel_pool& full() noexcept { return *pools_.back(); }

  /// What the smallest buffer that holds `bytes` of messages has room for.
  [[nodiscard]] std::size_t room_for(std::size_t bytes) const noexcept {
    return pool_for(bytes).payload_bytes();
  }

  /// An empty buffer of the smallest size that holds `bytes`. Throws: memory_error.
  [[nodiscard]] parcel* allocate(std::size_t bytes) { return pool_for(bytes).allocate(); }

  /// `buffer`, or a copy in a smaller one that its messages fit into; then `buffer` is free.
  /// Cost: a copy of at most 4 KiB. Throws: memory_error.
  [[nodiscard]] parcel* fitted(parcel* buffer) {
    return buffer->label.bytes > most_copied_ ? buffer : copied(buffer);
  }

  /// Gives a buffer back to its pool, which may be another worker's.
  void free(parcel* buffer) noexcept;

  /// Memory taken so far: the most that was in use at once, in slabs. Call: any thread.
  [[nodiscard]] std::size_t reserved_bytes() const noexcept;

private:
  [[nodiscard]] parcel_pool& pool_for(std::size_t bytes) const noexcept {
    std::size_t at = 0;
    while (at + 1 < pools_.size() && pools_[at]->payload_bytes() < bytes) { ++at; }
    return *pools_[at];
  }
  [[nodiscard]] parcel* copied(parcel* buffer);

  std::size_t most_copied_ = 0;                      // bytes of messages
  std::vector<std::unique_ptr<parcel_pool>> pools_;  // the smallest first
};

}  // namespace orujo
