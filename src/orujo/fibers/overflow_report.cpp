// A handler of SIGSEGV that recognises guard pages without any table.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/fibers/overflow_report.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "orujo/base/print.hpp"
#include "orujo/fibers/stack_pool.hpp"

namespace orujo {

namespace {

constexpr std::size_t signal_stack_bytes = 64 * 1024;

/// The handler that was there before ours.
struct sigaction& previous_handler() {
  static struct sigaction handler {};
  return handler;
}

/// Whether the page of `address` lies behind a canary, as guard pages of stack pools do.
bool in_guard_page(std::uintptr_t address) {
  const std::uintptr_t page = address / stack_page_bytes * stack_page_bytes;
  unsigned char resident = 0;
  // Addresses that a kernel reported, as pointers: the page before is read only if it is mapped.
  if (mincore(reinterpret_cast<void*>(page - stack_page_bytes), stack_page_bytes, &resident) != 0) {
    return false;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void*>(page - sizeof word), sizeof word);
  return word == stack_canary;
}

void handle(int /*signal*/, siginfo_t* info, void* /*context*/) {
  // SEGV_ACCERR: the page is mapped and forbidden.
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (info->si_code == SEGV_ACCERR && in_guard_page(address)) { print_crash(overflow_message); }
  sigaction(SIGSEGV, &previous_handler(), nullptr);  // the access is tried again, and goes there
}

bool install() {
  struct sigaction handler {};
  handler.sa_sigaction = handle;
  handler.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&handler.sa_mask);
  return sigaction(SIGSEGV, &handler, &previous_handler()) == 0;
}

}  // namespace

void install_overflow_report() {
  static const bool installed = install();
  static_cast<void>(installed);
}

signal_stack::signal_stack() {
  stack_t present{};
  sigaltstack(nullptr, &present);
  if ((present.ss_flags & SS_DISABLE) == 0) { return; }
  const std::size_t bytes =
      std::max(signal_stack_bytes, static_cast<std::size_t>(sysconf(_SC_MINSIGSTKSZ)));
  memory_ = std::make_unique<std::byte[]>(bytes);
  const stack_t own{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = bytes};
  sigaltstack(&own, nullptr);
}

signal_stack::~signal_stack() {
  if (!memory_) { return; }
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  sigaltstack(&none, nullptr);
}

}  // namespace orujo
