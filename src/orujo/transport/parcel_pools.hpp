// The buffers of one worker: those that it fills, and smaller ones for parcels that leave early.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "orujo/transport/parcel.hpp"

namespace orujo {

/// The sizes of a rank's buffers, in bytes of messages: small ones, and that in which parcels are
/// filled. The same on every rank.
class buffer_sizes {
public:
  /// The largest buffers hold `payload_bytes`; small ones at most half of them.
  explicit constexpr buffer_sizes(std::size_t payload_bytes) noexcept {
    for (const std::uint32_t small : {256U, 1024U, 4096U}) {
      if (small <= payload_bytes / 2) { bytes_[count_++] = small; }
    }
    bytes_[count_++] = static_cast<std::uint32_t>(payload_bytes);
  }

  /// How many sizes there are.
  [[nodiscard]] constexpr std::size_t count() const noexcept { return count_; }
  [[nodiscard]] constexpr std::size_t operator[](std::size_t number) const noexcept {
    return bytes_[number];
  }

  /// The number of the smallest size that has room for `bytes`; the largest if none has.
  [[nodiscard]] constexpr std::size_t number_for(std::size_t bytes) const noexcept {
    std::size_t at = 0;
    while (at + 1 < count_ && bytes_[at] < bytes) { ++at; }
    return at;
  }

  /// The largest of the small sizes; 0: there is none.
  [[nodiscard]] constexpr std::size_t largest_small() const noexcept {
    return count_ > 1 ? bytes_[count_ - 2] : 0;
  }

private:
  std::array<std::uint32_t, 4> bytes_{};  // ascending
  std::size_t count_ = 0;
};

/// Buffers of a few sizes. A parcel with few messages moves to a small buffer before it waits
/// anywhere: the large one can be filled again at once, and what waits takes little memory.
///
/// Call: the owning worker only, but room_for() and reserved_bytes().
class parcel_pools {
public:
  /// The largest buffers hold `payload_bytes`.
  explicit parcel_pools(std::size_t payload_bytes);
  parcel_pools(const parcel_pools&) = delete;
  parcel_pools& operator=(const parcel_pools&) = delete;

  /// The largest buffers.
  [[nodiscard]] parcel_pool& full() noexcept { return *pools_.back(); }

  /// What the smallest buffer that holds `bytes` of messages has room for.
  [[nodiscard]] std::size_t room_for(std::size_t bytes) const noexcept {
    return sizes_[sizes_.number_for(bytes)];
  }

  /// An empty buffer of the smallest size that holds `bytes`. Throws: memory_error.
  [[nodiscard]] parcel* allocate(std::size_t bytes) { return pool_for(bytes).allocate(); }

  /// `buffer`, or a copy in a smaller one that its messages fit into; then `buffer` is free.
  /// Cost: a copy of at most 4 KiB. Throws: memory_error.
  [[nodiscard]] parcel* fitted(parcel* buffer) {
    return buffer->label.bytes > sizes_.largest_small() ? buffer : copied(buffer);
  }

  /// Gives a buffer back to its pool, which may be another worker's.
  void free(parcel* buffer) noexcept {
    parcel_pool& home = *buffer->pool;
    home.belongs_to(this) ? home.free_local(buffer) : home.free_remote(buffer);
  }

  /// Memory taken so far: the most that was in use at once, in slabs. Call: any thread.
  [[nodiscard]] std::size_t reserved_bytes() const noexcept;

private:
  [[nodiscard]] parcel_pool& pool_for(std::size_t bytes) const noexcept {
    return *pools_[sizes_.number_for(bytes)];
  }
  [[nodiscard]] parcel* copied(parcel* buffer);

  buffer_sizes sizes_;
  std::vector<std::unique_ptr<parcel_pool>> pools_;  // one for each size
};

}  // namespace orujo
