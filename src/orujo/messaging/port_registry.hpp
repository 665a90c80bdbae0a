// The ports and epochs that are open on one rank, and the parcels that came before them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "orujo/messaging/port.hpp"
#include "orujo/messaging/port_table.hpp"
#include "orujo/messaging/worker.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// Gives out the numbers of ports and epochs, the same on every rank, and finds the receiver of a
/// parcel. A parcel whose port or epoch is not open yet waits here until it is.
/// Call: opening and closing outside on_workers(), by worker 0, in the same order on every rank;
/// the rest on any worker.
class port_registry {
public:
  /// `transport` outlives it.
  explicit port_registry(endpoint& transport) : transport_(transport) {}
  port_registry(const port_registry&) = delete;
  port_registry& operator=(const port_registry&) = delete;

  /// Registers a receiver under the next number. Throws: usage_error if very many are open.
  std::uint32_t open_port(port& receiver);
  void close_port(std::uint32_t number) noexcept;

  /// The next epoch number whose counters are free, from 1.
  /// Throws: usage_error if epoch_slots epochs are open.
  std::uint32_t open_epoch();
  void close_epoch(std::uint32_t epoch) noexcept;

  /// The port with this number; nullptr if it is not open.
  [[nodiscard]] port* find(std::uint32_t number) const noexcept { return table_.find(number); }

  /// Who handles `buffer` now; nullptr if its port or its epoch is not open yet.
  [[nodiscard]] port* receiver_of(const parcel& buffer) const noexcept;

  /// Keeps a parcel that has no receiver yet, and has it received again once it may have one.
  void set_aside(parcel* buffer);

  /// All open ports, by stage.
  [[nodiscard]] std::span<port* const> open_ports() const noexcept { return open_ports_; }

private:
  friend struct team_numbers;  // of the tests, which begin just below where numbers begin anew

  [[nodiscard]] bool is_open(std::uint32_t epoch) const noexcept {
    return epoch != 0 && open_epochs_[epoch % epoch_slots].load(std::memory_order_acquire) == epoch;
  }
  [[nodiscard]] std::uint32_t next_port_number() noexcept;
  void bring_back_early();

  endpoint& transport_;
  port_table table_;
  std::uint32_t next_port_ = 0;    // the last one that was given
  std::vector<port*> open_ports_;  // by stage; changed outside on_workers() only
  std::array<std::atomic<std::uint32_t>, epoch_slots> open_epochs_{};
  std::uint32_t next_epoch_ = 1;
  std::mutex early_mutex_;
  std::vector<parcel*> early_;
};

}  // namespace orujo
