// Wakes a rank of the same host that sleeps until a message comes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <mpi.h>

#include "orujo/base/process_threads.hpp"

namespace orujo {

/// A bell for each rank of this host, in memory that its processes share. MPI wakes nobody when a
/// message arrives: who sends to a rank of the same host rings its bell, which costs an atomic
/// addition, and a call of the system if that rank sleeps.
/// Memory: a pointer for each rank, two cache lines for each rank of the host.
class host_bells {
public:
  host_bells() = default;
  host_bells(const host_bells&) = delete;
  host_bells& operator=(const host_bells&) = delete;

  /// Makes the bells of the ranks of `host`, which are all of `world` on one host. Where the host
  /// has no memory to share there are none. Call: collective over `host`, once.
  void open(MPI_Comm world, MPI_Comm host);

  /// Call: collective over the host, before MPI ends.
  void close() noexcept;

  /// The bell of a rank of the world, or nullptr if it is on another host.
  [[nodiscard]] process_word* of(std::size_t rank) const noexcept {
    return rank < bells_.size() ? bells_[rank] : nullptr;
  }

  /// Ranks of this host that have bells.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

private:
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<process_word*> bells_;  // by rank of the world
  std::size_t count_ = 0;
};

}  // namespace orujo
