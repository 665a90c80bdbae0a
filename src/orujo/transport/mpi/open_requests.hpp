// The requests that MPI works on: posted receives and open sends, polled together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <mpi.h>

#include "orujo/transport/parcel.hpp"

namespace orujo {

/// A request that MPI is done with; its parcel belongs to the caller again.
struct finished_request {
  parcel* buffer = nullptr;
  bool received = false;  ///< Otherwise it was sent.
  int tag = 0;
};

/// A table of receives and sends.
/// Call: one thread at a time, the one that holds the gate.
class open_requests {
public:
  open_requests(MPI_Comm comm, std::size_t receives, std::size_t sends);

  [[nodiscard]] std::size_t num_receives() const noexcept { return num_receives_; }
  [[nodiscard]] std::size_t free_sends() const noexcept { return max_sends_ - open_sends_; }
  [[nodiscard]] std::size_t num_sends() const noexcept { return max_sends_; }
  [[nodiscard]] bool any_send() const noexcept { return open_sends_ > 0; }

  /// Receives label and up to `payload_bytes` of messages into `buffer`, from any rank.
  /// Needs a receive slot: num_receives() minus those that are posted.
  void post(parcel* buffer, std::size_t payload_bytes);

  /// Sends label and messages. Needs free_sends() > 0.
  void send(parcel* buffer, int to, int tag);

  /// What has finished since the last call. Valid until the next call.
  [[nodiscard]] std::span<const finished_request> poll();

  /// Takes back all posted receives that nothing arrived for.
  void cancel_receives();

private:
  void collect(int count);
  void close_gaps();

  MPI_Comm comm_;
  std::size_t num_receives_;
  std::size_t max_sends_;
  std::size_t open_sends_ = 0;
  // Receives stand first, then the open sends without gaps: MPI looks at no more than is open.
  std::vector<MPI_Request> requests_;
  std::vector<parcel*> buffers_;
  std::vector<std::size_t> free_receives_;
  std::vector<int> indices_;
  std::vector<MPI_Status> statuses_;
  std::vector<finished_request> finished_;
};

}  // namespace orujo
