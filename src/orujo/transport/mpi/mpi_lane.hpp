// One way into MPI: a communicator with its requests, and the gate in front of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <mpi.h>

#include "orujo/base/ids.hpp"
#include "orujo/base/mpsc_queue.hpp"
#include "orujo/transport/mpi/mpi_call.hpp"
#include "orujo/transport/mpi/open_requests.hpp"
#include "orujo/transport/parcel_pools.hpp"

namespace orujo {

/// Of every lane of an endpoint.
struct lane_sizes {
  std::size_t payload_bytes;  ///< Of the largest parcel.
  std::size_t credit_bytes;   ///< Of a credit message.
  std::size_t receives;       ///< Posted at a time.
  std::size_t sends;          ///< At a time, of parcels and credits.
};

/// What an mpi_endpoint keeps for each of its communicators. Parcels are pushed to `outgoing` by
/// any thread, and the counters are read by any; the rest belongs to the thread that holds the
/// gate.
struct alignas(cache_line_bytes) mpi_lane {
  /// `shared` is the gate, or nullptr: then the lane has one of its own.
  mpi_lane(MPI_Comm comm, mpi_gate* shared, const lane_sizes& sizes)
      : gate(shared != nullptr ? *shared : own_gate),
        receive_pools(sizes.payload_bytes),
        credit_pool(sizes.credit_bytes),
        requests(comm, sizes.receives, sizes.sends) {}
  mpi_lane(const mpi_lane&) = delete;
  mpi_lane& operator=(const mpi_lane&) = delete;

  mpi_gate own_gate;
  mpi_gate& gate;
  mpsc_queue<parcel> outgoing;
  parcel_pools receive_pools;
  parcel_pool credit_pool;
  open_requests requests;
  std::uint64_t received = 0;      ///< Messages of MPI.
  std::uint64_t letters_seen = 0;  ///< Of the host's queue, at the last round.
  int idle_rounds = 0;             ///< Without a letter, or anything that finished.
  std::atomic<std::uint64_t> parcels_sent{0};
  std::atomic<std::uint64_t> eager_sent{0};
  std::atomic<std::uint64_t> credits_sent{0};
  std::size_t next_other = 0;  ///< Lane that the worker of this one looks into next; its own.
};

}  // namespace orujo
