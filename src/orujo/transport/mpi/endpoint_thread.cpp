// The thread of an endpoint, where it has one of its own.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <mutex>

#include "orujo/transport/mpi/mpi_endpoint.hpp"

namespace orujo {

void mpi_endpoint::run_thread(const std::stop_token& stop) {
  constexpr int patience = 100;
  int idle_rounds = 0;
  mpi_lane& lane = *lanes_.front();
  try {
    while (!stop.stop_requested()) {
      const std::uint32_t before = bell_.value();
      std::unique_lock inside(lane.gate);
      const bool any = drive(lane);
      inside.unlock();
      const bool moved = take_mail() || any;
      idle_rounds = moved ? 0 : idle_rounds + 1;
      if (moved) { continue; }
      if (idle_rounds < patience) {
        std::this_thread::yield();
      } else if (lane.outgoing.looks_empty()) {
        // not for long: nobody rings when a message arrives
        bell_.sleep_while(before, std::chrono::microseconds(50));
      }
    }
  } catch (...) {
    failures().raise(place().rank, std::current_exception());
    wake();
  }
}

void mpi_endpoint::stop_thread() {
  if (!thread_.joinable()) { return; }
  thread_.request_stop();
  thread_.join();
}

}  // namespace orujo
