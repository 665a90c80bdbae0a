// A table that a signal handler can read: nothing in it is allocated, no lock is taken.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/unfinished_file.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>

#include <unistd.h>

namespace orujo {

namespace {

enum class slot_state : int { free, taken, named };

struct file_slot {
  std::atomic<slot_state> state{slot_state::free};
  std::array<char, 4096> path{};
};

constexpr std::size_t most_files = 16;

std::array<file_slot, most_files>& all_slots() noexcept {
  static constinit std::array<file_slot, most_files> slots{};
  return slots;
}

}  // namespace

void note_unfinished_file(const std::string& path) noexcept {
  auto& slots = all_slots();
  if (path.size() >= slots.front().path.size()) { return; }
  for (file_slot& slot : slots) {
    slot_state expected = slot_state::free;
    if (!slot.state.compare_exchange_strong(expected, slot_state::taken)) { continue; }
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.state.store(slot_state::named, std::memory_order_release);
    return;
  }
}

void forget_unfinished_file(const std::string& path) noexcept {
  for (file_slot& slot : all_slots()) {
    const bool named = slot.state.load(std::memory_order_acquire) == slot_state::named;
    if (!named || path != slot.path.data()) { continue; }
    slot.state.store(slot_state::free, std::memory_order_release);
    return;
  }
}

void remove_unfinished_files() noexcept {
  for (file_slot& slot : all_slots()) {
    if (slot.state.load(std::memory_order_acquire) == slot_state::named) {
      ::unlink(slot.path.data());
    }
  }
}

}  // namespace orujo
