// A number that all workers add to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/containers/local_port.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

/// A sum of which each worker keeps its own part: to add sends nothing and shares no cache line.
class counter {
public:
  /// Opens one that is 0. Call: collective.
  explicit counter(rank_team& team)
      : parts_(static_cast<std::size_t>(team.num_workers())), port_(team, this) {}
  counter(const counter&) = delete;
  counter& operator=(const counter&) = delete;

  [[nodiscard]] rank_team& team() const noexcept { return port_.team(); }

  /// By which tasks anywhere find their rank's part: `name.here()`.
  [[nodiscard]] local_container_name<counter> name() const noexcept {
    return local_container_name<counter>(port_);
  }

  /// Call: that worker, anywhere. Cost: an addition.
  void add(const worker& self, std::uint64_t amount = 1) noexcept {
    parts_[static_cast<std::size_t>(self.index())].sum += amount;
  }

  /// What all workers have added. Call: collective; the program, outside on_workers().
  [[nodiscard]] std::uint64_t value() {
    std::uint64_t own = 0;
    for (const part& each : parts_) { own += each.sum; }
    return all_sum(team(), own);
  }

  /// Back to 0. Call: local; the program.
  void clear() noexcept {
    for (part& each : parts_) { each.sum = 0; }
  }

  /// Exchanges what was added with that of `other`, of the same team. Call: as clear().
  void swap(counter& other) noexcept { parts_.swap(other.parts_); }

private:
  struct alignas(cache_line_bytes) part {
    std::uint64_t sum = 0;
  };

  std::vector<part> parts_;
  local_port port_;
};

}  // namespace orujo
