// How often each key was added, over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "orujo/containers/hash_map.hpp"

namespace orujo {

/// A hash_map from keys to counts, which are added up before they travel. A key that nobody added
/// has the count 0 and no entry. All else, `top(k)` among it, is the map's.
template <container_key K, typename Hash = usual_hash<K>>
class counting_set : public hash_map<K, std::uint64_t, Hash> {
  using map = hash_map<K, std::uint64_t, Hash>;

public:
  using typename map::key_view;

  /// Opens an empty set. Call, throws: as a hash_map.
  explicit counting_set(rank_team& team, container_options options = {})
      : map(team, std::move(options)) {}

  [[nodiscard]] container_name<counting_set, map> name() const noexcept {
    return container_name<counting_set, map>(map::name().number());
  }

  /// Sends for one worker, as hash_map::sender.
  class sender : public map::sender {
  public:
    using map::sender::sender;
    /// Counts `key` so many times more. Call: in an epoch or a task.
    void async_add(key_view key, std::uint64_t times = 1) {
      this->async_insert_or_combine(key, times, std::plus<>());
    }
  };
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

  /// How often the key was added. Blocking, in a task.
  [[nodiscard]] std::uint64_t count(key_view key) { return this->find(key).value_or(0); }

  /// The sum of all counts. Call: collective. Cost: O(n) at each worker.
  [[nodiscard]] std::uint64_t total() {
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(this->team().num_workers()));
    this->team().on_workers([&](worker& self) {
      std::uint64_t sum = 0;
      this->for_own(self, [&](key_view /*key*/, std::uint64_t count) { sum += count; });
      sums[static_cast<std::size_t>(self.index())] = sum;
    });
    std::uint64_t own = 0;
    for (const std::uint64_t each : sums) { own += each; }
    return all_sum(this->team(), own);
  }
};

}  // namespace orujo
