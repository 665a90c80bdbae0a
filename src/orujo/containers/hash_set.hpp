// A set that is spread over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "orujo/containers/hash_map.hpp"

namespace orujo {

/// Keys without values: all that hash_map says of entries and of who calls what holds. Insertions
/// of one key are combined before they travel.
template <container_key K, typename Hash = usual_hash<K>>
class hash_set {
  using map = hash_map<K, no_value, Hash>;

public:
  using key_view = typename map::key_view;

  /// Opens an empty set. Call, throws: as a hash_map.
  explicit hash_set(rank_team& team, container_options options = {})
      : entries_(team, std::move(options)) {}

  /// Sends for one worker, in an epoch or a task.
  class sender {
  public:
    explicit sender(typename map::sender out) : out_(out) {}
    void async_insert(key_view key) { out_.async_insert(key); }
    void async_erase(key_view key) { out_.async_erase(key); }

  private:
    typename map::sender out_;
  };
  [[nodiscard]] sender from(worker& self) { return sender(entries_.from(self)); }

  // Blocking, in a task.
  [[nodiscard]] bool contains(key_view key) { return entries_.contains(key); }
  /// Returns whether the key is new.
  bool insert(key_view key) { return entries_.insert(key); }
  /// Returns whether it was there.
  bool erase(key_view key) { return entries_.erase(key); }

  // Collective.
  /// Calls `body(key)` or `body(worker&, key)` for each key at its home; as hash_map::for_all().
  template <typename Body>
  void for_all(Body&& body) {
    entries_.for_all([&](worker& self, key_view key, no_value&) {
      if constexpr (std::invocable<Body&, worker&, key_view>) {
        body(self, key);
      } else {
        body(key);
      }
    });
  }
  [[nodiscard]] std::uint64_t size() { return entries_.size(); }
  void clear() { entries_.clear(); }
  void swap(hash_set& other) { entries_.swap(other.entries_); }
  void reserve(std::uint64_t keys_in_all) { entries_.reserve(keys_in_all); }
  [[nodiscard]] std::uint64_t bytes() { return entries_.bytes(); }

  [[nodiscard]] rank_team& team() const noexcept { return entries_.team(); }

private:
  map entries_;
};

}  // namespace orujo
