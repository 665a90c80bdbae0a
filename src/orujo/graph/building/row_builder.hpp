// Turns the arcs that a rank has received into compressed sparse rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <type_traits>
#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/building/arc_store.hpp"
#include "orujo/graph/building/bucket_sorter.hpp"
#include "orujo/graph/stored_weights.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::building {

struct row_counts {
  std::uint64_t arcs = 0;
  std::uint64_t loops = 0;
  std::uint64_t merged = 0;        ///< Parallel arcs that were left out, loops apart.
  std::uint64_t merged_loops = 0;  ///< The same of loops.
  std::uint64_t overflows = 0;     ///< Sums of weights that cannot be stored.
};

/// The rows of one rank; of `targets` and `weights` only the first `counts.arcs` elements count.
template <typename Target>
struct built_rows {
  huge_array<std::uint64_t> offsets;
  huge_array<Target> targets;
  weight_array weights;
  row_counts counts;
};

/// Gives the buckets consecutive places in the order of their numbers, whoever is done first.
class place_queue {
public:
  /// Waits until all buckets before `bucket` have their places; then returns where it begins.
  /// Empty if a worker has failed. Call: local; each bucket once, handed out in ascending order.
  [[nodiscard]] std::optional<std::uint64_t> take(worker& self, std::size_t bucket,
                                                  std::uint64_t size) {
    self.idle.reset();
    // acquire: pairs with the release below, so that end_ is that of the bucket before
    while (turn_.load(std::memory_order_acquire) != bucket) {
      if (failed_.load(std::memory_order_relaxed)) { return std::nullopt; }
      if (self.idle.pause()) { std::this_thread::sleep_for(std::chrono::microseconds(20)); }
    }
    const std::uint64_t place = end_;
    end_ += size;
    turn_.store(bucket + 1, std::memory_order_release);
    return place;
  }

  /// Whoever waits need not wait any longer.
  void fail() noexcept { failed_.store(true, std::memory_order_relaxed); }

  /// The sum of all sizes. Call: after all were placed.
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }

private:
  std::atomic<std::size_t> turn_{0};
  std::atomic<bool> failed_{false};
  std::uint64_t end_ = 0;
};

/// `Key` is that of weights of the type that `rules` say, or no_key.
template <typename Target, typename Key>
class row_builder {
  using sorter_type = bucket_sorter<Target, Key>;

public:
  row_builder(rank_team& team, typename sorter_type::store_type& store, const row_rules& rules)
      : team_(team), store_(store), rules_(rules) {}

  /// Call: local, worker 0, outside on_workers(). Frees the store's arcs. Throws: memory_error.
  [[nodiscard]] built_rows<Target> build() {
    const std::uint64_t arcs = store_.arcs();
    const std::uint64_t most = store_.largest_bucket();
    rows_.offsets = huge_array<std::uint64_t>(store_.shape().vertices + 1);
    rows_.targets = huge_array<Target>(arcs);  // pages behind those that stay are never touched
    rows_.weights = weight_array(rules_.weights, arcs);
    team_.on_workers([&](worker& self) {
      try {
        work(self, most);
      } catch (...) {
        places_.fail();
        throw;
      }
    });
    rows_.counts.arcs = places_.end();
    rows_.offsets[store_.shape().vertices] = places_.end();
    return std::move(rows_);
  }

private:
  void work(worker& self, std::uint64_t most_arcs) {
    sorter_type sorter(rules_, most_arcs);
    row_counts counts;
    const std::size_t buckets = store_.shape().buckets();
    // relaxed: only the number counts
    for (std::size_t b = next_.fetch_add(1, std::memory_order_relaxed); b < buckets;
         b = next_.fetch_add(1, std::memory_order_relaxed)) {
      const sorted_rows<Target, Key> sorted = sorter.sort(store_, b);
      const auto place = places_.take(self, b, sorted.targets.size());
      if (!place) { return; }
      store(sorted, b, *place);
      counts.loops += sorted.loops;
      counts.merged += sorted.merged;
      counts.merged_loops += sorted.merged_loops;
      counts.overflows += sorted.overflows;
    }
    const std::lock_guard guard(counts_mutex_);
    rows_.counts.loops += counts.loops;
    rows_.counts.merged += counts.merged;
    rows_.counts.merged_loops += counts.merged_loops;
    rows_.counts.overflows += counts.overflows;
  }

  void store(const sorted_rows<Target, Key>& sorted, std::size_t bucket, std::uint64_t place) {
    std::copy(sorted.targets.begin(), sorted.targets.end(), rows_.targets.data() + place);
    store_weights(sorted.keys, place);
    const auto [first, last] = store_.shape().range(bucket);
    for (std::uint64_t v = first; v < last; ++v) {
      rows_.offsets[v] = place + sorted.starts[v - first];
    }
  }

  void store_weights(std::span<const Key> keys, std::uint64_t place) {
    if constexpr (!std::is_same_v<Key, no_key>) {
      with_weight_type(rules_.weights, [&]<typename T>(std::type_identity<T>) {
        if constexpr (std::is_same_v<weight_key<T>, Key>) {
          std::transform(
              keys.begin(), keys.end(),
              rows_.weights.template as<T>().begin() + static_cast<std::ptrdiff_t>(place),
              weight_of_key<T>);
        }
      });
    }
  }

  rank_team& team_;
  typename sorter_type::store_type& store_;
  row_rules rules_;
  built_rows<Target> rows_;
  place_queue places_;
  std::atomic<std::size_t> next_{0};
  std::mutex counts_mutex_;
};

}  // namespace orujo::building
