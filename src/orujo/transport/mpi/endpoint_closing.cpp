// How an endpoint ends: all that was sent is received.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "orujo/transport/mpi/mpi_endpoint.hpp"

namespace orujo {

void mpi_endpoint::drain() {
  stop_thread();
  if (alone_) { return; }
  std::vector<std::unique_lock<mpi_gate>> inside;
  for (const auto& lane : lanes_) { inside.emplace_back(lane->gate); }
  const auto any = [&](auto what) {
    return std::count_if(lanes_.begin(), lanes_.end(), [&](auto& lane) { return what(*lane); }) > 0;
  };
  const auto has_sends = [](const mpi_lane& lane) {
    return !lane.outgoing.looks_empty() || lane.requests.any_send();
  };
  while (any(has_sends)) {
    if (!any([&](mpi_lane& lane) { return drive(lane); })) { std::this_thread::yield(); }
  }
  receive_rest();
  for (const auto& lane : lanes_) { lane->requests.cancel_receives(); }
}

/// Now all is sent; the ranks add up how many messages each of them is to have received.
void mpi_endpoint::receive_rest() {
  std::vector<std::uint64_t> sent = sent_to_;
  std::uint64_t expected = 0;
  MPI_Request sum = MPI_REQUEST_NULL;
  check_mpi(MPI_Ireduce_scatter_block(sent.data(), &expected, 1, MPI_UINT64_T, MPI_SUM,
                                      link_.comms.front(), &sum),
            "MPI_Ireduce_scatter_block");
  int summed = 0;
  while (true) {
    // no credits any more: they would not be counted
    bool moved = false;
    std::uint64_t received = 0;
    for (const auto& lane : lanes_) {
      moved = finish_requests(*lane) || moved;
      received += lane->received;
    }
    if (summed == 0) { check_mpi(MPI_Test(&sum, &summed, MPI_STATUS_IGNORE), "MPI_Test"); }
    if (summed != 0 && received >= expected) { break; }
    if (!moved) { std::this_thread::yield(); }
  }
  // Every rank has sent what it had to before it entered the sum.
  while (take_mail()) {}
}

}  // namespace orujo
