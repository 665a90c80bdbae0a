// Says that a stack overflowed when a guard page below one was touched.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace orujo {

/// Handles SIGSEGV for the whole process: a touched guard page of a stack_pool ends it with a
/// message that names the setting to raise; all else goes to the handler that was there before. May
/// be called often; the first call counts.
void install_overflow_report();

/// While it lives, the calling thread has a stack of its own for signal handlers: without it a
/// thread whose stack is used up cannot report that.
class signal_stack {
public:
  signal_stack();
  signal_stack(const signal_stack&) = delete;
  signal_stack& operator=(const signal_stack&) = delete;
  ~signal_stack();

private:
  std::unique_ptr<std::byte[]> memory_;  // none if the thread had one already
};

}  // namespace orujo
