// A number of tasks of all ranks wait for each other, again and again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/memory/symmetric.hpp"
#include "orujo/tasks/wait_list.hpp"

namespace orujo {

/// Where the tasks of a barrier are.
enum class barrier_tasks : std::uint8_t {
  of_each_worker,  ///< As many on each worker of the team.
  anywhere,        ///< On whichever workers.
};

/// What one worker knows of a barrier.
struct barrier_part {
  std::uint64_t arrived = 0;   ///< Tasks of the subtree that have come and are not reported.
  std::uint32_t reported = 0;  ///< A bit for each child with tasks that have come.
  bool reporting = false;      ///< Whether a task that will report them is queued.
  wait_list waiting;           ///< Tasks of this worker.
};

/// Names a barrier for a fixed number of tasks of the team: plain data that travels. Arrivals are
/// counted up a tree over the workers, and the end of the wait comes down it. The contract is in
/// docs/contracts/synchronisation.md.
/// Memory ordering: what any of them did before wait() is visible to all after it.
class global_barrier {
public:
  global_barrier() = default;  ///< None.
  global_barrier(symmetric<barrier_part> parts, barrier_tasks where, std::uint64_t tasks)
      : parts_(parts), where_(where), tasks_(tasks) {}

  /// Waits until as many tasks as it is for have called this. Call: a task; yields. Cost: for all
  /// tasks of an `of_each_worker` together, 2 * (P * W - 1) messages of 48 bytes, one behind the
  /// other for log2(P * W) steps up and as many down; see the contract for `anywhere`.
  void wait() const;

  [[nodiscard]] const symmetric<barrier_part>& parts() const noexcept { return parts_; }

private:
  void arrive(barrier_part& part, std::uint64_t tasks) const;
  void report() const;
  void open() const;

  symmetric<barrier_part> parts_;
  barrier_tasks where_ = barrier_tasks::of_each_worker;
  std::uint64_t tasks_ = 0;
};

/// A new barrier for `tasks` tasks of each worker, or of the team. Call: a task; yields.
/// Throws: usage_error if `tasks` is 0; as allocate_symmetric().
[[nodiscard]] global_barrier allocate_barrier(barrier_tasks where, std::uint64_t tasks = 1);

/// Gives it back. Nobody waits at it. Call: any task; yields.
void release(const global_barrier& barrier);

}  // namespace orujo
