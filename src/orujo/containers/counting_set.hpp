// How often each key was added, over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "orujo/containers/hash_map.hpp"

namespace orujo {

/// Keys with counts: all that hash_map says of entries and of who calls what holds. Counts of one
/// key are added up before they travel. A key that nobody added has the count 0 and no entry.
template <container_key K, typename Hash = usual_hash<K>>
class counting_set {
  using map = hash_map<K, std::uint64_t, Hash>;

public:
  using key_view = typename map::key_view;

  /// Opens an empty set. Call, throws: as a hash_map.
  explicit counting_set(rank_team& team, container_options options = {})
      : counts_(team, std::move(options)) {}

  /// Sends for one worker, in an epoch or a task.
  class sender {
  public:
    explicit sender(typename map::sender out) : out_(out) {}
    void async_add(key_view key, std::uint64_t times = 1) {
      out_.async_insert_or_combine(key, times, std::plus<>());
    }

  private:
    typename map::sender out_;
  };
  [[nodiscard]] sender from(worker& self) { return sender(counts_.from(self)); }

  /// How often the key was added. Blocking, in a task.
  [[nodiscard]] std::uint64_t count(key_view key) { return counts_.find(key).value_or(0); }

  // Collective.
  /// Calls `body(key, count)` or `body(worker&, key, count)` for each key; as hash_map::for_all().
  template <typename Body>
  void for_all(Body&& body) {
    counts_.for_all([&](worker& self, key_view key, std::uint64_t& count) {
      if constexpr (std::invocable<Body&, worker&, key_view, std::uint64_t>) {
        body(self, key, std::as_const(count));
      } else {
        body(key, std::as_const(count));
      }
    });
  }
  /// Different keys.
  [[nodiscard]] std::uint64_t size() { return counts_.size(); }
  /// The sum of all counts.
  [[nodiscard]] std::uint64_t total();
  /// The `k` most frequent keys, in order, on every rank.
  [[nodiscard]] std::vector<std::pair<K, std::uint64_t>> top(std::size_t k) {
    return counts_.top(k);
  }
  void clear() { counts_.clear(); }
  void swap(counting_set& other) { counts_.swap(other.counts_); }
  void reserve(std::uint64_t keys_in_all) { counts_.reserve(keys_in_all); }
  [[nodiscard]] std::uint64_t bytes() { return counts_.bytes(); }

  [[nodiscard]] rank_team& team() const noexcept { return counts_.team(); }

private:
  map counts_;
};

template <container_key K, typename Hash>
std::uint64_t counting_set<K, Hash>::total() {
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(team().num_workers()));
  team().on_workers([&](worker& self) {
    std::uint64_t sum = 0;
    counts_.for_own(self, [&](key_view, std::uint64_t count) { sum += count; });
    sums[static_cast<std::size_t>(self.index())] = sum;
  });
  std::uint64_t own = 0;
  for (const std::uint64_t each : sums) { own += each; }
  return all_sum(team(), own);
}

}  // namespace orujo
