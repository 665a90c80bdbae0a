// Numbers of ports and epochs, and early parcels.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/port_registry.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "orujo/base/error.hpp"

namespace orujo {

port* port_registry::receiver_of(const parcel& buffer) const noexcept {
  port* const receiver = find(buffer.label.port & ~completion_asked);
  if (receiver == nullptr) { return nullptr; }
  return !receiver->needs_open_epoch() || is_open(buffer.label.epoch) ? receiver : nullptr;
}

void port_registry::set_aside(parcel* buffer) {
  const std::lock_guard guard(early_mutex_);
  // Once more under the lock: the port or the epoch may have been opened in between.
  if (receiver_of(*buffer) != nullptr) {
    transport_.deliver(buffer);
  } else {
    early_.push_back(buffer);
  }
}

void port_registry::bring_back_early() {
  std::vector<parcel*> early;
  {
    const std::lock_guard guard(early_mutex_);
    early.swap(early_);
  }
  for (parcel* const buffer : early) { transport_.deliver(buffer); }
}

std::uint32_t port_registry::next_port_number() noexcept {
  // Numbers begin anew below the bit that asks for completion. The ranks agree on which are open.
  do {
    next_port_ = next_port_ % (completion_asked - 1) + 1;
  } while (table_.find(next_port_) != nullptr);
  return next_port_;
}

std::uint32_t port_registry::open_port(port& receiver) {
  const std::uint32_t number = next_port_number();
  table_.open(number, receiver);
  const auto behind =
      std::upper_bound(open_ports_.begin(), open_ports_.end(), receiver.stage(),
                       [](flush_stage stage, const port* each) { return stage < each->stage(); });
  open_ports_.insert(behind, &receiver);
  bring_back_early();
  return number;
}

void port_registry::close_port(std::uint32_t number) noexcept {
  std::erase(open_ports_, table_.close(number));
}

std::uint32_t port_registry::open_epoch() {
  for (std::uint32_t tries = 0; tries < epoch_slots; ++tries) {
    const std::uint32_t epoch = next_epoch_++;
    auto& slot = open_epochs_[epoch % epoch_slots];
    // Taken by an epoch that outlives many others. The ranks agree on which are open.
    if (epoch == 0 || slot.load(std::memory_order_relaxed) != 0) { continue; }
    slot.store(epoch, std::memory_order_release);
    bring_back_early();
    return epoch;
  }
  throw usage_error(fmt::format("more than {} epochs are open at once", epoch_slots));
}

void port_registry::close_epoch(std::uint32_t epoch) noexcept {
  open_epochs_[epoch % epoch_slots].store(0, std::memory_order_release);
}

}  // namespace orujo
