// Shares memory between the ranks of a host, and puts a bell for each of them there.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/host_bells.hpp"

#include <memory>
#include <new>

#include "orujo/transport/mpi/mpi_call.hpp"

namespace orujo {

namespace {

constexpr std::size_t bell_bytes = sizeof(process_word) + alignof(process_word);

/// Where in the part of a rank its bell lies.
process_word* bell_in(void* part, MPI_Aint bytes) noexcept {
  auto room = static_cast<std::size_t>(bytes);
  void* const at = std::align(alignof(process_word), sizeof(process_word), part, room);
  return static_cast<process_word*>(at);
}

/// The ranks of the world that the ranks of `host` are.
std::vector<int> world_ranks(MPI_Comm world, MPI_Comm host) {
  int mine = 0;
  int count = 0;
  check_mpi(MPI_Comm_rank(world, &mine), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(host, &count), "MPI_Comm_size");
  std::vector<int> ranks(static_cast<std::size_t>(count));
  check_mpi(MPI_Allgather(&mine, 1, MPI_INT, ranks.data(), 1, MPI_INT, host), "MPI_Allgather");
  return ranks;
}

}  // namespace

void host_bells::open(MPI_Comm world, MPI_Comm host) {
  const std::vector<int> ranks = world_ranks(world, host);
  if (ranks.size() == 1) { return; }
  void* own = nullptr;
  const int code = MPI_Win_allocate_shared(static_cast<MPI_Aint>(bell_bytes), 1, MPI_INFO_NULL,
                                           host, static_cast<void*>(&own), &window_);
  int failed = code == MPI_SUCCESS ? 0 : 1;
  if (failed == 0) { new (bell_in(own, bell_bytes)) process_word; }
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, host), "MPI_Allreduce");
  if (failed != 0) { return; }  // all bells are made before anybody rings one, or there are none
  int size = 0;
  check_mpi(MPI_Comm_size(world, &size), "MPI_Comm_size");
  count_ = ranks.size();
  bells_.assign(static_cast<std::size_t>(size), nullptr);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* part = nullptr;
    check_mpi(MPI_Win_shared_query(window_, static_cast<int>(i), &bytes, &unit,
                                   static_cast<void*>(&part)),
              "MPI_Win_shared_query");
    bells_[static_cast<std::size_t>(ranks[i])] = bell_in(part, bytes);
  }
}

void host_bells::close() noexcept {
  bells_.clear();
  if (window_ != MPI_WIN_NULL) { MPI_Win_free(&window_); }
}

}  // namespace orujo
