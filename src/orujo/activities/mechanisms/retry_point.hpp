// Where an activity that cannot go on begins again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csetjmp>

namespace orujo::activities {

/// Attempts are left by a jump, past frames that hold nothing (docs/design/0018).
class retry_point {
public:
  /// Runs `attempt` until one comes to its end.
  template <typename Attempt>
  void run(const Attempt& attempt) {
    static_cast<void>(setjmp(start_));  // an attempt that is left comes back here
    run_once(attempt);
  }

  /// Leaves the attempt. Call: inside of it.
  [[noreturn]] void leave() noexcept { std::longjmp(start_, 1); }

private:
  /// Not inlined: the frame that is come back to has nothing that an attempt changes.
  template <typename Attempt>
  [[gnu::noinline]] static void run_once(const Attempt& attempt) {
    attempt();
  }

  std::jmp_buf start_;
};

}  // namespace orujo::activities
