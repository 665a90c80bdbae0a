// Moves parcels into buffers that fit them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/parcel_pools.hpp"

#include <cstring>
#include <utility>

namespace orujo {

parcel_pools::parcel_pools(std::size_t payload_bytes) : sizes_(payload_bytes) {
  for (std::size_t number = 0; number < sizes_.count(); ++number) {
    pools_.push_back(std::make_unique<parcel_pool>(sizes_[number], this));
  }
}

parcel* parcel_pools::copied(parcel* buffer) {
  parcel_pool& small = pool_for(buffer->label.bytes);
  if (buffer->pool->payload_bytes() <= small.payload_bytes()) { return buffer; }
  parcel* const copy = small.allocate();
  copy->label = buffer->label;
  copy->budget = std::exchange(buffer->budget, nullptr);
  copy->charge = buffer->charge;
  copy->wish = buffer->wish;
  std::memcpy(copy->payload(), buffer->payload(), buffer->label.bytes);
  free(buffer);
  return copy;
}

std::size_t parcel_pools::reserved_bytes() const noexcept {
  std::size_t total = 0;
  for (const auto& each : pools_) { total += each->reserved_bytes(); }
  return total;
}

}  // namespace orujo
