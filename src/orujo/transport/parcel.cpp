// Slabs of parcels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/parcel.hpp"

#include <algorithm>
#include <new>

namespace orujo {

namespace {

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

parcel_pool::parcel_pool(std::size_t payload_bytes, const void* owner)
    : owner_(owner),
      payload_bytes_(payload_bytes),
      // Slots are an odd number of cache lines apart, so that their starts spread over cache sets.
      slot_bytes_(rounded_up(sizeof(parcel) + payload_bytes, 2 * cache_line_bytes) +
                  cache_line_bytes) {}

parcel* parcel_pool::allocate() {
  if (free_ == nullptr) {
    while (parcel* const back = returned_.pop()) { free_local(back); }
    if (free_ == nullptr) { grow(); }
  }
  parcel* const buffer = free_;
  free_ = static_cast<parcel*>(buffer->next.load(std::memory_order_relaxed));
  buffer->label = {};
  buffer->charge = 0;
  return buffer;
}

void parcel_pool::grow() {
  constexpr std::size_t slab_bytes = std::size_t{1} << 20U;
  const std::size_t most = std::clamp<std::size_t>(slab_bytes / slot_bytes_, 4, 256);
  // Half as many again: who uses few buffers takes little memory.
  const std::size_t slots = std::clamp<std::size_t>(slots_ / 2, 1, most);
  const huge_memory& slab = slabs_.emplace_back(slots * slot_bytes_);
  std::byte* const first = slab.data();
  slots_ += slots;
  reserved_bytes_.fetch_add(slab.size(), std::memory_order_relaxed);
  for (std::size_t i = slots; i-- > 0;) {
    auto* const slot = new (first + i * slot_bytes_) parcel;
    slot->pool = this;
    free_local(slot);
  }
}

}  // namespace orujo
