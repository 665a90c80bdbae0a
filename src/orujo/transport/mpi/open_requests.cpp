// One MPI_Testsome over everything: each look into MPI costs about 100 ns, so there are few.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/open_requests.hpp"

#include "orujo/base/error.hpp"
#include "orujo/transport/mpi/mpi_call.hpp"

namespace orujo {

open_requests::open_requests(MPI_Comm comm, std::size_t receives, std::size_t sends)
    : comm_(comm),
      num_receives_(receives),
      max_sends_(sends),
      requests_(receives + sends, MPI_REQUEST_NULL),
      buffers_(receives + sends),
      indices_(receives + sends),
      statuses_(receives + sends) {
  for (std::size_t slot = receives; slot-- > 0;) { free_receives_.push_back(slot); }
}

void open_requests::post(parcel* buffer, std::size_t payload_bytes) {
  ORUJO_ASSERT(!free_receives_.empty(), "a receive slot is free");
  const std::size_t slot = free_receives_.back();
  free_receives_.pop_back();
  buffers_[slot] = buffer;
  check_mpi(MPI_Irecv(&buffer->label, static_cast<int>(sizeof(parcel_label) + payload_bytes),
                      MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &requests_[slot]),
            "MPI_Irecv");
}

void open_requests::send(parcel* buffer, int to, int tag) {
  ORUJO_ASSERT(open_sends_ < max_sends_, "a send slot is free");
  const std::size_t slot = num_receives_ + open_sends_;
  buffers_[slot] = buffer;
  check_mpi(MPI_Isend(&buffer->label, static_cast<int>(sizeof(parcel_label) + buffer->label.bytes),
                      MPI_BYTE, to, tag, comm_, &requests_[slot]),
            "MPI_Isend");
  ++open_sends_;
}

std::span<const finished_request> open_requests::poll() {
  int count = 0;
  finished_.clear();
  const int code = MPI_Testsome(static_cast<int>(num_receives_ + open_sends_), requests_.data(),
                                &count, indices_.data(), statuses_.data());
  if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) { check_mpi(code, "MPI_Testsome"); }
  if (count == MPI_UNDEFINED || count == 0) { return {}; }
  if (code == MPI_ERR_IN_STATUS) {
    for (int i = 0; i < count; ++i) {
      check_mpi(statuses_[static_cast<std::size_t>(i)].MPI_ERROR, "MPI_Testsome");
    }
  }
  collect(count);
  return finished_;
}

void open_requests::collect(int count) {
  bool any_sent = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto slot = static_cast<std::size_t>(indices_[i]);
    const bool received = slot < num_receives_;
    finished_.push_back({buffers_[slot], received, statuses_[i].MPI_TAG});
    buffers_[slot] = nullptr;
    if (received) {
      free_receives_.push_back(slot);
    } else {
      any_sent = true;
    }
  }
  if (any_sent) { close_gaps(); }
}

void open_requests::close_gaps() {
  const std::size_t end = num_receives_ + open_sends_;
  std::size_t kept = num_receives_;
  for (std::size_t slot = num_receives_; slot < end; ++slot) {
    if (buffers_[slot] == nullptr) { continue; }
    buffers_[kept] = buffers_[slot];
    requests_[kept] = requests_[slot];
    ++kept;
  }
  open_sends_ = kept - num_receives_;
}

void open_requests::cancel_receives() {
  for (std::size_t slot = 0; slot < num_receives_; ++slot) {
    if (requests_[slot] == MPI_REQUEST_NULL) { continue; }
    check_mpi(MPI_Cancel(&requests_[slot]), "MPI_Cancel");
    check_mpi(MPI_Wait(&requests_[slot], MPI_STATUS_IGNORE), "MPI_Wait");
  }
}

}  // namespace orujo
