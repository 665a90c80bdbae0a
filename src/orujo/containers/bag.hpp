// Items in no order, wherever they were put.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "orujo/containers/local_port.hpp"
#include "orujo/containers/memory_meter.hpp"
#include "orujo/containers/reading_mark.hpp"
#include "orujo/containers/request_port.hpp"
#include "orujo/containers/top_entries.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"

namespace orujo {

/// Items that stay at the worker that put them in: nothing travels. T is anything that moves.
template <typename T>
class bag {
public:
  /// Opens an empty bag. Call: collective.
  explicit bag(rank_team& team) : port_(team, this) {
    for (int w = 0; w < team.num_workers(); ++w) {
      parts_.emplace_back(memory_bound_of(team, "a bag"));
    }
  }
  bag(const bag&) = delete;
  bag& operator=(const bag&) = delete;

  [[nodiscard]] rank_team& team() const noexcept { return port_.team(); }

  /// By which tasks anywhere find their rank's part: `name.here()`.
  [[nodiscard]] local_container_name<bag> name() const noexcept {
    return local_container_name<bag>(port_);
  }

  /// Puts an item in. Call: that worker, anywhere but in a loop over this bag. Cost: as
  /// std::vector::push_back(). Throws: usage_error in such a loop; memory_error.
  void insert(worker& self, T item) {
    part& mine = part_of(self);
    if (mine.is_read) [[unlikely]] { refuse_loop(); }
    mine.ask_for(item);
    mine.items.push_back(std::move(item));
  }

  /// The items of one worker. Call: that worker.
  [[nodiscard]] std::vector<T>& own(worker& self) { return part_of(self).items; }

  /// Calls `body(item)` or `body(worker&, item)` for each item, on all workers; the body may send,
  /// and puts nothing into this bag. All of it is an epoch. Call: collective.
  template <typename Body>
  void for_all(Body&& body) {
    run_epoch(team(), [&](worker& self) { read_own(self, body); });
  }

  /// As for_all(), for the items of one worker. Call: that worker.
  template <typename Body>
  void read_own(worker& self, Body&& body) {
    const reading_mark mark(part_of(self).is_read);
    for (T& item : own(self)) {
      if constexpr (std::invocable<Body&, worker&, T&>) {
        body(self, item);
      } else {
        body(item);
      }
    }
  }

  /// Items in all. Call: collective.
  [[nodiscard]] std::uint64_t size() {
    std::uint64_t own = 0;
    for (const part& each : parts_) { own += each.items.size(); }
    return all_sum(team(), own);
  }

  /// The `k` items that come first by `before(a, b)`, in order, on every rank; equal ones as they
  /// lie. Items are plain data or std::string. Call: collective. Cost: O(n log k) at each worker, k
  /// items from each rank.
  template <typename Before = std::greater<>>
  [[nodiscard]] std::vector<T> top(std::size_t k, Before before = {});

  /// Makes room for so many items in all, evenly put in. Call: collective. Throws: memory_error on
  /// every rank if they do not fit.
  void reserve(std::uint64_t items_in_all);
  /// Bytes that so many items, evenly put in, take on one rank, without what is theirs elsewhere.
  [[nodiscard]] std::uint64_t bytes_for(std::uint64_t items_in_all) const noexcept {
    return parts_.size() * share_of(items_in_all) * sizeof(T);
  }
  /// Bytes that items have room in, on all ranks. Call: collective.
  [[nodiscard]] std::uint64_t bytes() {
    std::uint64_t own = 0;
    for (const part& each : parts_) { own += each.items.capacity() * sizeof(T); }
    return all_sum(team(), own);
  }

  /// Removes all items and gives their memory back. Call: collective.
  void clear() {
    for (part& each : parts_) {
      each.items = {};
      each.meter.clear();
    }
    barrier(team());
  }
  /// Call: collective; two bags of one team.
  void swap(bag& other) noexcept { parts_.swap(other.parts_); }

private:
  struct alignas(cache_line_bytes) part {
    explicit part(memory_bound bound) : meter(std::move(bound)) {}

    /// Throws memory_error if one more item does not fit, where it needs more memory.
    void ask_for(const T& item) {
      const bool grows = items.size() == items.capacity();
      const std::size_t more = bytes_beside(item) + (grows ? items.capacity() * sizeof(T) : 0);
      if (more > 0) {
        meter.expect(more, "more items of", [&] { return bytes_beside(items); });
      }
    }

    std::vector<T> items;
    memory_meter meter;
    bool is_read = false;
  };

  [[nodiscard]] part& part_of(const worker& self) noexcept {
    return parts_[static_cast<std::size_t>(self.index())];
  }
  [[noreturn]] static void refuse_loop() {
    throw usage_error("a bag got an item while for_all() went over its items");
  }

  [[nodiscard]] std::size_t share_of(std::uint64_t items_in_all) const noexcept {
    const std::size_t workers = parts_.size() * static_cast<std::size_t>(team().size());
    return static_cast<std::size_t>((items_in_all + workers - 1) / workers);
  }

  std::vector<part> parts_;  // one for each worker of this rank
  local_port port_;
};

template <typename T>
template <typename Before>
std::vector<T> bag<T>::top(std::size_t k, Before before) {
  using first_items = top_entries<std::uint64_t, T, Before>;  // keys: where items lie
  std::vector<first_items> found(parts_.size(), first_items(k, before));
  team().on_workers([&](worker& self) {
    auto& mine = found[static_cast<std::size_t>(self.index())];
    std::uint64_t place = static_cast<std::uint64_t>(home_number_of(self)) << 48U;
    for (const T& item : own(self)) { mine.add(place++, item); }
  });
  for (auto& each : found) { found.front().merge(each); }
  found.front().exchange(team());
  std::vector<T> first;
  for (auto& [place, item] : found.front().take()) { first.push_back(std::move(item)); }
  return first;
}

template <typename T>
void bag<T>::reserve(std::uint64_t items_in_all) {
  require_rank_share(team(), bytes_for(items_in_all), "the items of a bag");
  team().on_workers([&](worker& self) { own(self).reserve(share_of(items_in_all)); });
  barrier(team());
}

}  // namespace orujo
