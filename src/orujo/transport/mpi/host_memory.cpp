// Shares memory between the ranks of a host, and makes a part of it for each of them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/host_memory.hpp"

#include <memory>
#include <new>

#include "orujo/transport/mpi/mpi_call.hpp"

namespace orujo {

namespace {

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

/// Where in the memory of a rank its part lies.
host_memory::rank_part* host_memory::part_in(void* memory, MPI_Aint bytes) noexcept {
  auto room = static_cast<std::size_t>(bytes);
  void* const at = std::align(alignof(rank_part), sizeof(rank_part), memory, room);
  return static_cast<rank_part*>(at);
}

void host_memory::open(MPI_Comm world, MPI_Comm host) {
  const std::vector<int> ranks = world_ranks(world, host);
  if (ranks.size() == 1) { return; }
  constexpr MPI_Aint part_bytes = sizeof(rank_part) + alignof(rank_part);
  void* own = nullptr;
  const int code = MPI_Win_allocate_shared(part_bytes, 1, MPI_INFO_NULL, host,
                                           static_cast<void*>(&own), &window_);
  int failed = code == MPI_SUCCESS ? 0 : 1;
  if (failed == 0) { new (part_in(own, part_bytes)) rank_part; }
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, host), "MPI_Allreduce");
  if (failed != 0) { return; }  // all parts are made before anybody uses one, or there are none
  int size = 0;
  check_mpi(MPI_Comm_size(world, &size), "MPI_Comm_size");
  count_ = ranks.size();
  parts_.assign(static_cast<std::size_t>(size), nullptr);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* part = nullptr;
    check_mpi(MPI_Win_shared_query(window_, static_cast<int>(i), &bytes, &unit,
                                   static_cast<void*>(&part)),
              "MPI_Win_shared_query");
    parts_[static_cast<std::size_t>(ranks[i])] = part_in(part, bytes);
  }
}

void host_memory::close() noexcept {
  parts_.clear();
  if (window_ != MPI_WIN_NULL) { MPI_Win_free(&window_); }
}

}  // namespace orujo
