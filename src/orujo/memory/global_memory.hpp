// Opens global memory for a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "orujo/memory/home_memory.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// One rank's part of global memory: the channels of delegates, and what its workers hold. It lives
/// through any number of runs of tasks; arrays stay between them, until released or until its end.
/// The contract is in docs/contracts/delegate.md.
class global_memory {
public:
  /// Call: collective; the program. A team has one at a time.
  /// Memory: two parcels for each pair of workers. Throws: usage_error if parcels are too small.
  explicit global_memory(rank_team& team);
  global_memory(const global_memory&) = delete;
  global_memory& operator=(const global_memory&) = delete;

  /// Releases all arrays. Call: local; the program, outside run_global().
  ~global_memory();

  [[nodiscard]] rank_team& team() const noexcept { return team_; }
  [[nodiscard]] home_memory& at_worker(int index) noexcept {
    return *homes_[static_cast<std::size_t>(index)];
  }

  /// A segment's number that is free; address_space if there is none. The one that was given back
  /// longest ago comes first. Call: worker 0 of rank 0.
  [[nodiscard]] segment_id take_segment();
  void give_segment(segment_id segment);

private:
  struct request_handler {
    void operator()(worker& self, std::span<const delegate_unit> batch) const {
      memory_of(self)->serve(batch);
    }
  };
  struct answer_handler {
    void operator()(worker& self, std::span<const delegate_unit> batch) const {
      memory_of(self)->take(batch);
    }
  };

  struct request_channel final : channel<delegate_unit, request_handler> {
    using channel::channel;

    void flush(worker& self, flush_reason reason) override {
      if (reason != flush_reason::round && memory_of(self) != nullptr) {
        memory_of(self)->count_requests();
      }
      channel::flush(self, reason);
    }

    /// What is in a lane belongs to the last run that began there: no lane is set aside and taken
    /// up again behind a run of another epoch.
    void switch_epoch(worker& self, std::uint32_t epoch) override {
      flush(self, flush_reason::explicitly);
      channel::switch_epoch(self, epoch);
    }
  };

  rank_team& team_;
  request_channel requests_;
  channel<delegate_unit, answer_handler> answers_;
  std::vector<std::unique_ptr<home_memory>> homes_;
  std::size_t next_segment_ = num_windows;  // These two on rank 0: that no array has had yet,
  std::deque<segment_id> free_segments_;    // and those given back.
};

}  // namespace orujo
