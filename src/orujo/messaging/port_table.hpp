// Finds the receiver of a port number: read for every parcel, changed rarely.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/messaging/port.hpp"

namespace orujo {

/// The open ports of one rank, by number. Numbers go up for ever while some ports stay open, so
/// that a number may find its first slot taken; then it has the next one that is free of a few.
/// Call: find() on any thread while no other is in open() or close().
/// Memory: grows with the ports that are open at once.
class port_table {
public:
  /// Throws: usage_error if very many are open.
  void open(std::uint32_t number, port& receiver) {
    while (!has_opened(number, receiver)) { grow(); }
  }

  /// The receiver of `number`, or nullptr: it is not open.
  [[nodiscard]] port* find(std::uint32_t number) const noexcept {
    for (std::uint32_t probe = 0; probe < probes; ++probe) {
      const slot& place = slots_[index_of_slot(number, probe)];
      if (place.number.load(std::memory_order_acquire) == number) {
        return place.receiver.load(std::memory_order_relaxed);  // ordered by the load above
      }
    }
    return nullptr;
  }

  /// Closes `number`; returns its receiver, or nullptr. Nothing for it is on its way any more.
  port* close(std::uint32_t number) noexcept {
    for (std::uint32_t probe = 0; probe < probes; ++probe) {
      slot& place = slot_of(number, probe);
      if (place.number.load(std::memory_order_relaxed) != number) { continue; }
      port* const receiver = place.receiver.load(std::memory_order_relaxed);
      place.number.store(none, std::memory_order_release);
      return receiver;
    }
    return nullptr;
  }

private:
  static constexpr std::size_t first_slots = 64;  // powers of two
  static constexpr std::size_t most_slots = 4096;
  static constexpr std::uint32_t probes = 8;
  static constexpr std::uint32_t step = 521;  // odd: the probes of a number differ
  static constexpr std::uint32_t none = 0;

  struct slot {
    std::atomic<std::uint32_t> number{none};
    std::atomic<port*> receiver{nullptr};
  };

  [[nodiscard]] bool has_opened(std::uint32_t number, port& receiver) noexcept {
    for (std::uint32_t probe = 0; probe < probes; ++probe) {
      slot& place = slot_of(number, probe);
      if (place.number.load(std::memory_order_relaxed) != none) { continue; }
      place.receiver.store(&receiver, std::memory_order_relaxed);
      place.number.store(number, std::memory_order_release);
      return true;
    }
    return false;
  }

  /// Twice as many slots, with the same ports in them.
  void grow() {
    require(slots_.size() < most_slots, "too many channels and epochs are open at once");
    std::vector<slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const slot& each : old) {
      const std::uint32_t number = each.number.load(std::memory_order_relaxed);
      if (number != none) { open(number, *each.receiver.load(std::memory_order_relaxed)); }
    }
  }

  [[nodiscard]] std::size_t index_of_slot(std::uint32_t number,
                                          std::uint32_t probe) const noexcept {
    return (number + probe * step) & (slots_.size() - 1);
  }
  [[nodiscard]] slot& slot_of(std::uint32_t number, std::uint32_t probe) noexcept {
    return slots_[index_of_slot(number, probe)];
  }

  std::vector<slot> slots_ = std::vector<slot>(first_slots);
};

}  // namespace orujo
