// Signal handling. The flag is the one process-wide word that a signal handler needs.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace orujo {

namespace {

std::atomic<bool> requested_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

extern "C" void on_signal(int number) {
  if (requested_flag.exchange(true)) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

}  // namespace

void watch_for_interrupts() noexcept {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupt_requested() noexcept { return requested_flag.load(std::memory_order_relaxed); }

void request_interrupt(bool requested) noexcept { requested_flag.store(requested); }

}  // namespace orujo
