// The system calls for what a thread may ask of the scheduler.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/time_slice.hpp"

#include <cstdint>
#include <optional>

#include <sys/syscall.h>
#include <unistd.h>

namespace orujo {

namespace {

constexpr std::uint64_t short_slice_ns = 100'000;

/// As the kernel has it in its first version: not all C libraries declare it, some under this name.
struct scheduling_wish {
  std::uint32_t size = sizeof(scheduling_wish);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t slice_ns = 0;  // of a thread that is scheduled by shares
  std::uint64_t deadline_ns = 0;
  std::uint64_t period_ns = 0;
};
static_assert(sizeof(scheduling_wish) == 48);

/// What holds for the calling thread, if it is scheduled by shares.
std::optional<scheduling_wish> wish_in_force() noexcept {
  constexpr std::uint32_t by_shares = 0;  // SCHED_OTHER
  scheduling_wish now;
  if (syscall(SYS_sched_getattr, 0, &now, sizeof now, 0) != 0) { return std::nullopt; }
  if (now.policy != by_shares) { return std::nullopt; }
  return now;
}

}  // namespace

std::chrono::nanoseconds time_slice() noexcept {
  const std::optional<scheduling_wish> now = wish_in_force();
  return std::chrono::nanoseconds(now ? now->slice_ns : 0);
}

bool ask_for_short_slices() noexcept {
  std::optional<scheduling_wish> wish = wish_in_force();
  if (!wish || wish->slice_ns == 0) { return false; }  // 0: a system without such wishes
  if (wish->slice_ns <= short_slice_ns) { return true; }
  wish->size = sizeof(scheduling_wish);
  wish->slice_ns = short_slice_ns;
  return syscall(SYS_sched_setattr, 0, &*wish, 0) == 0;
}

}  // namespace orujo
