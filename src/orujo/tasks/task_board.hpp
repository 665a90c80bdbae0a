// What the workers of one rank share while they run tasks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/spin_lock.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/closure_table.hpp"
#include "orujo/tasks/join_directory.hpp"
#include "orujo/tasks/rank_stealing.hpp"
#include "orujo/tasks/scheduler.hpp"

namespace orujo {

/// Closures travel in units of this size: one for the header, then as many as the closure takes.
struct closure_unit {
  alignas(16) std::byte bytes[16];
};

inline constexpr std::size_t most_closure_units = 1 + travelling_bytes / sizeof(closure_unit);

/// What is done with a closure where it arrives.
enum class closure_use : std::uint8_t { handler, task, wandering_task };

struct closure_header {
  std::uint32_t type = 0;  ///< Its row in the closure table.
  std::uint8_t units = 0;  ///< Header and closure.
  closure_use use = closure_use::handler;
  std::uint16_t source = 0;  ///< The rank that sent it.
  join_id counted_by{};      ///< Of a task: its finish; 0: none.
};
static_assert(sizeof(closure_header) == sizeof(closure_unit));

/// One rank's part of a run of tasks: its schedulers, its joins, the channel of its closures.
class task_board {
public:
  /// Call: collective; the program. Throws: usage_error if the ranks run different programs.
  explicit task_board(rank_team& team);
  task_board(const task_board&) = delete;
  task_board& operator=(const task_board&) = delete;
  ~task_board();

  /// Runs `main` on rank 0, and tasks on all ranks, until all are done. See run_global().
  void run(const std::function<void()>& main);

  [[nodiscard]] rank_team& team() const noexcept { return team_; }
  [[nodiscard]] epoch& phase() noexcept { return *phase_; }
  [[nodiscard]] join_directory& joins() noexcept { return joins_; }
  [[nodiscard]] finish_failures& failures() noexcept { return failures_; }
  /// A number that no other failure of this rank has. Call: any worker.
  [[nodiscard]] std::uint32_t number_of_failure() noexcept {
    return failures_told_.fetch_add(1, std::memory_order_relaxed);  // only to tell them apart
  }
  [[nodiscard]] rank_stealing& stealing() noexcept { return stealing_; }
  [[nodiscard]] scheduler& scheduler_of(int worker) noexcept {
    return *schedulers_[static_cast<std::size_t>(worker)];
  }

  /// Whether no worker of the rank has been told so within `patience`: those after it are not.
  /// Call: any worker.
  [[nodiscard]] bool is_first_to_tell(std::chrono::steady_clock::time_point now,
                                      std::chrono::steady_clock::duration patience) noexcept {
    // relaxed: a hint, nothing is published through it
    auto last = told_last_.load(std::memory_order_relaxed);
    const auto own = now.time_since_epoch().count();
    return own - last >= patience.count() &&
           told_last_.compare_exchange_strong(last, own, std::memory_order_relaxed);
  }

  /// Workers of the team.
  [[nodiscard]] std::uint32_t num_homes() const noexcept {
    return static_cast<std::uint32_t>(team_.size() * team_.num_workers());
  }
  /// Worker `worker` of rank `rank` by its number in the team.
  [[nodiscard]] home_id home_at(rank_id rank, int worker) const noexcept {
    return home_id{static_cast<std::uint32_t>(index_of(rank) * team_.num_workers() + worker)};
  }
  /// The worker of rank `rank` with the calling worker's number.
  [[nodiscard]] home_id peer_on(rank_id rank) const noexcept {
    return home_at(rank, this_worker().index());
  }

  /// Sends a closure to `home`, which may be the calling worker. Call: a task or a handler.
  template <travelling_closure F>
  void post(home_id home, const F& closure, closure_use use, join_id counted_by = {}) {
    worker& self = this_worker();
    self.metrics.add(metric::closures_posted);
    std::byte* const room = room_for(self, home, closure_row<F>, {use, counted_by});
    std::memcpy(room, &closure, sizeof closure);
  }

  /// Sends a task made by make_wandering_task(), which has not started, to worker `home` of another
  /// rank. Call: a handler, or outside tasks.
  void send_task(worker& self, home_id home, const task& work);

  /// Sends all closures that `self` has buffered. Call: as send_task().
  void flush_closures(worker& self) { closures_.flush(self); }

  /// A task counted by `counter` (nullptr: by the run only) threw. Call: any worker.
  void fail(join* counter, const std::exception_ptr& failure);

private:
  /// Handles a parcel of closures.
  struct arrivals {
    task_board* board;
    void operator()(worker& self, std::span<const closure_unit> units) const;
  };

  struct closure_purpose {
    closure_use use;
    join_id counted_by;
  };

  /// Writes the header; returns where the closure's bytes go.
  [[nodiscard]] std::byte* room_for(worker& self, home_id home, const closure_type& type,
                                    const closure_purpose& why) {
    const std::uint32_t number = type.number();  // throws before there is a message without one
    const std::size_t units = 1 + (type.bytes + sizeof(closure_unit) - 1) / sizeof(closure_unit);
    const std::span<closure_unit> room = closures_.from(self).put_run_home(index_of(home), units);
    const closure_header header{.type = number,
                                .units = static_cast<std::uint8_t>(units),
                                .use = why.use,
                                .source = static_cast<std::uint16_t>(index_of(team_.rank())),
                                .counted_by = why.counted_by};
    room[0] = std::bit_cast<closure_unit>(header);
    return room[1].bytes;
  }

  void handle(worker& self, const closure_header& header, const std::byte* bytes);
  /// Fibers and tasks that are left when an epoch has ended.
  struct leftovers {
    std::uint64_t suspended = 0;
    std::uint64_t held = 0;  ///< Tasks that have not started.
  };

  void run_phase(const std::function<void()>& main);
  void work(worker& self, const std::function<void()>& main);
  [[nodiscard]] leftovers count_leftovers() const;
  void conclude(std::uint64_t suspended);
  [[nodiscard]] std::string describe_deadlock(std::uint64_t suspended) const;
  [[nodiscard]] std::string list_suspended() const;

  rank_team& team_;
  join_directory joins_;
  finish_failures failures_;
  std::atomic<std::uint32_t> failures_told_{0};  // to other ranks
  rank_stealing stealing_;
  channel<closure_unit, arrivals> closures_;
  std::vector<std::unique_ptr<scheduler>> schedulers_;
  std::optional<epoch> phase_;
  spin_lock failure_lock_;
  std::optional<task_error> failure_;                         // the first that no finish joins
  std::atomic<std::chrono::steady_clock::rep> told_last_{0};  // by a worker whose tasks do not end
};

}  // namespace orujo
