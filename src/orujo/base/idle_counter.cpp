// What a waiting thread does between two looks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/idle_counter.hpp"

#include <utility>

#include "orujo/base/pause.hpp"

namespace orujo {

bool idle_counter::pause() noexcept {
  ++looks_;
  if (trace != nullptr && since_ == 0) { since_ = trace_now(); }
  if (looks_ <= patience_.spins) {
    pause_core();
    return false;
  }
  if (looks_ <= patience_.spins + patience_.yields && yields_.may_yield()) {
    yields_.yield();
    return false;
  }
  yields_.note_sleep();
  return true;
}

void idle_counter::note_wait() noexcept {
  trace->add({std::exchange(since_, 0), trace_now(), 0, span_kind::idle});
}

}  // namespace orujo
