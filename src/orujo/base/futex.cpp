// The futex system call.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/futex.hpp"

#include <climits>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "orujo/base/process_threads.hpp"

namespace orujo {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

namespace {

/// `scope` is 0 for words that several processes share, else FUTEX_PRIVATE_FLAG, which takes less.
void wait_on(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
             std::chrono::microseconds limit, int scope) noexcept {
  const auto count = limit.count();
  const timespec time{.tv_sec = static_cast<time_t>(count / 1'000'000),
                      .tv_nsec = static_cast<long>(count % 1'000'000) * 1000};
  syscall(SYS_futex, &word, FUTEX_WAIT | scope, expected, &time, nullptr, 0);
}

void wake_on(const std::atomic<std::uint32_t>& word, int scope) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE | scope, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace

void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::chrono::microseconds limit) noexcept {
  wait_on(word, expected, limit, FUTEX_PRIVATE_FLAG);
}

void futex_wake_all(const std::atomic<std::uint32_t>& word) noexcept {
  wake_on(word, FUTEX_PRIVATE_FLAG);
}

void process_threads::sleep_while(const atomic<std::uint32_t>& word, std::uint32_t seen,
                                  std::chrono::microseconds limit) noexcept {
  wait_on(word, seen, limit, 0);
}

void process_threads::wake_all(const atomic<std::uint32_t>& word) noexcept { wake_on(word, 0); }

}  // namespace orujo
