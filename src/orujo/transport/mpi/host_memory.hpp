// Memory that the ranks of a host share: for each of them a bell, and a queue of small parcels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <mpi.h>

#include "orujo/base/process_threads.hpp"
#include "orujo/transport/parcel.hpp"
#include "orujo/transport/shared_queue.hpp"

namespace orujo {

/// A small parcel on its way between ranks of a host.
struct host_letter {
  static constexpr std::size_t most_bytes = 1056;  // with what stands before, 17 cache lines

  std::uint32_t team;  ///< Number of the endpoint that it is for; all ranks count alike.
  std::uint32_t tag;   ///< As of MPI's messages.
  parcel_label label;
  std::byte messages[most_bytes];
};

static_assert(std::is_trivially_copyable_v<host_letter>);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "as processes share the queues");

using host_queue = shared_queue<host_letter, 256>;

/// MPI wakes nobody when a message arrives: who sends to a rank of the same host rings its bell,
/// which costs an atomic addition, and a call of the system if that rank sleeps. And a message of
/// MPI costs both ranks some hundreds of nanoseconds, however small it is: small parcels for a rank
/// of the same host go into its queue instead.
/// Memory: a pointer for each rank, 273 KiB for each rank of the host, used or not.
class host_memory {
public:
  host_memory() = default;
  host_memory(const host_memory&) = delete;
  host_memory& operator=(const host_memory&) = delete;

  /// Makes the parts of the ranks of `host`, which are all of `world` on one host. Where the host
  /// has no memory to share there are none. Call: collective over `host`, once.
  void open(MPI_Comm world, MPI_Comm host);

  /// Call: collective over the host, before MPI ends.
  void close() noexcept;

  /// The bell of a rank of the world, or nullptr if it is on another host.
  [[nodiscard]] process_word* bell_of(std::size_t rank) const noexcept {
    return rank < parts_.size() && parts_[rank] != nullptr ? &parts_[rank]->bell : nullptr;
  }

  /// The queue of a rank of the world, or nullptr if it is on another host.
  [[nodiscard]] host_queue* queue_of(std::size_t rank) const noexcept {
    return rank < parts_.size() && parts_[rank] != nullptr ? &parts_[rank]->queue : nullptr;
  }

  /// Ranks of this host that have parts.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

private:
  struct rank_part {
    process_word bell;
    host_queue queue;
  };

  [[nodiscard]] static rank_part* part_in(void* memory, MPI_Aint bytes) noexcept;

  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<rank_part*> parts_;  // by rank of the world
  std::size_t count_ = 0;
};

}  // namespace orujo
