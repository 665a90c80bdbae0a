// Counters of the program's own, sampled and merged like those of the runtime.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "orujo/base/error.hpp"
#include "orujo/base/metrics.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/messaging/worker.hpp"

namespace orujo {

/// A counter at each worker of the team, under a name that says what is counted: "relaxed edges".
/// The contract is in docs/contracts/metrics.md. A copy is the same metric; what was counted stays
/// when it is destroyed, and goes on when the name is declared again.
class declared_metric {
public:
  /// Call: worker 0, outside on_workers(); all ranks declare the same metrics in the same order.
  /// Sends nothing. Throws: usage_error if the name is empty or was declared with another `merge`,
  /// or if there are most_declared_metrics already.
  declared_metric(rank_team& team, std::string_view name, metric_merge merge = metric_merge::sum)
      : slot_(team.declarations().declare(name, merge)), merge_(merge) {}

  /// Counts `amount` more, for sums. Call: anywhere on `self`; never yields.
  /// Cost: one addition to a counter that no other worker writes.
  void add(worker& self, std::uint64_t amount = 1) const noexcept {
    ORUJO_ASSERT(merge_ == metric_merge::sum, "what is added to is a sum");
    self.metrics.add(slot_, amount);
  }

  /// Makes the value at least `candidate`, for maxima. Call: anywhere on `self`; never yields.
  void raise(worker& self, std::uint64_t candidate) const noexcept {
    ORUJO_ASSERT(merge_ == metric_merge::maximum, "what is raised is a maximum");
    self.metrics.raise(slot_, candidate);
  }

  /// What `self` has counted. Call: any thread.
  [[nodiscard]] std::uint64_t value(const worker& self) const noexcept {
    return self.metrics.value(slot_);
  }

private:
  declared_slot slot_;
  metric_merge merge_;
};

}  // namespace orujo
