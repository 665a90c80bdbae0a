// Signal handling. The flag and the timer are what a signal handler needs of the whole process.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <ctime>

#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/unfinished_file.hpp"

namespace orujo {

namespace {

std::atomic<bool> requested_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

timer_t deadline_timer{};
std::atomic<bool> has_timer{false};
std::atomic<bool> tells{true};

// Everything that these handlers call is on POSIX's list of what they may call.
extern "C" void on_deadline(int /*number*/) {
  remove_unfinished_files();
  if (tells.load(std::memory_order_relaxed)) { print_crash("interrupted"); }
  _exit(static_cast<int>(exit_code::interrupted));
}

extern "C" void on_signal(int number) {
  if (requested_flag.exchange(true) || !has_timer.load(std::memory_order_relaxed)) {
    on_deadline(number);
  }
  itimerspec grace{};
  grace.it_value.tv_nsec = std::chrono::nanoseconds(interrupt_grace).count();
  timer_settime(deadline_timer, 0, &grace, nullptr);
}

}  // namespace

void watch_for_interrupts(bool tell) noexcept {
  tells.store(tell);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  has_timer.store(timer_create(CLOCK_MONOTONIC, &event, &deadline_timer) == 0);
  std::signal(SIGALRM, on_deadline);
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

void end_silently_from_now_on() noexcept { tells.store(false); }

bool interrupt_requested() noexcept { return requested_flag.load(std::memory_order_relaxed); }

void stop_if_interrupted() {
  if (interrupt_requested()) { throw interrupted_error(); }
}

}  // namespace orujo
