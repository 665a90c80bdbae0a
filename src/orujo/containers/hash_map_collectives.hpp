// What all ranks do with a hash_map together: the functions that hash_map.hpp declares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orujo/containers/hash_map.hpp"

namespace orujo {

template <container_key K, typename V, typename Hash>
template <typename Body>
void hash_map<K, V, Hash>::for_all(Body&& body) {
  run_epoch(team(), [&](worker& self) {
    read_own(self, [&](key_view key, V& value) {
      if constexpr (std::invocable<Body&, worker&, key_view, V&>) {
        body(self, key, value);
      } else {
        body(key, value);
      }
    });
  });
}

template <container_key K, typename V, typename Hash>
void hash_map<K, V, Hash>::clear() {
  team().on_workers([&](worker& self) { part_of(self).entries.clear(); });
  barrier(team());
}

template <container_key K, typename V, typename Hash>
void hash_map<K, V, Hash>::swap(hash_map& other) {
  barrier(team());
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    parts_[w]->entries.swap(other.parts_[w]->entries);
  }
  barrier(team());
}

template <container_key K, typename V, typename Hash>
template <typename Before>
std::vector<std::pair<K, V>> hash_map<K, V, Hash>::top(std::size_t k, Before before) {
  std::vector<top_entries<K, V, Before>> found(parts_.size(), {k, before});
  team().on_workers([&](worker& self) {
    auto& mine = found[static_cast<std::size_t>(self.index())];
    for_own(self, [&](key_view key, const V& value) { mine.add(key, value); });
  });
  for (auto& each : found) { found.front().merge(each); }
  found.front().exchange(team());
  return found.front().take();
}

template <container_key K, typename V, typename Hash>
void hash_map<K, V, Hash>::reserve(std::uint64_t entries_in_all) {
  require_rank_share(team(), bytes_for(entries_in_all), "the tables of " + name_);
  team().on_workers([&](worker& self) { part_of(self).entries.reserve(share_of(entries_in_all)); });
  barrier(team());
}

}  // namespace orujo
