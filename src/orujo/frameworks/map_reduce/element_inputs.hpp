// What containers, global arrays and vectors hold, as the input of jobs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "orujo/containers/bag.hpp"
#include "orujo/containers/hash_map.hpp"
#include "orujo/containers/queue.hpp"
#include "orujo/containers/vector.hpp"
#include "orujo/memory/global_array.hpp"

namespace orujo {

/// An entry of a map as an item.
template <typename Key, typename Value>
struct entry_item {
  Key key;
  const Value& value;
};

/// The entries of a hash_map, each at its home: items are entry_item. The job's results go into
/// another map.
template <typename Map>
class map_entries {
public:
  explicit map_entries(Map& map) : map_(map) {}
  template <typename Take>
  void read(worker& self, Take&& take) {
    map_.for_own(self, [&](typename Map::key_view key, const typename Map::value_type& value) {
      take(entry_item<typename Map::key_view, typename Map::value_type>{key, value});
    });
  }

private:
  Map& map_;
};

/// The items of a bag, each where it is.
template <typename T>
class bag_items {
public:
  explicit bag_items(bag<T>& items) : items_(items) {}
  template <typename Take>
  void read(worker& self, Take&& take) {
    for (const T& each : items_.own(self)) { take(each); }
  }

private:
  bag<T>& items_;
};

/// An element of an array or a vector as an item.
template <typename T>
struct indexed_item {
  std::uint64_t index;
  const T& value;
};

/// The elements of a global array, each at its home: items are indexed_item.
template <typename T>
class array_elements {
public:
  explicit array_elements(const global_array<T>& array) : array_(array) {}
  template <typename Take>
  void read(worker& /*self*/, Take&& take) {
    const home_id home = this_memory().home();
    const std::span<T> own = array_.local();
    for (std::uint64_t i = 0; i < own.size(); ++i) {
      take(indexed_item<T>{array_.index_at(home, i), own[i]});
    }
  }

private:
  global_array<T> array_;
};

/// The elements of a vector, each at its home: items are indexed_item.
template <typename T>
class vector_elements {
public:
  explicit vector_elements(vector<T>& elements) : elements_(elements) {}
  template <typename Take>
  void read(worker& self, Take&& take) {
    elements_.for_own(self, [&](std::uint64_t index, const T& value) {
      take(indexed_item<T>{index, value});
    });
  }

private:
  vector<T>& elements_;
};

/// The elements of a queue, each at its home.
template <typename T>
class queue_elements {
public:
  explicit queue_elements(queue<T>& elements) : elements_(elements) {}
  template <typename Take>
  void read(worker& self, Take&& take) {
    elements_.for_own(self, [&](const T& value) { take(value); });
  }

private:
  queue<T>& elements_;
};

/// What every rank has in memory, each a part of it: items are the elements.
template <typename T>
class local_items {
public:
  explicit local_items(std::span<const T> items) : items_(items) {}
  template <typename Take>
  void read(worker& self, Take&& take) {
    const auto workers = static_cast<std::size_t>(self.team().num_workers());
    const auto index = static_cast<std::size_t>(self.index());
    const std::size_t last = items_.size() * (index + 1) / workers;
    for (std::size_t i = items_.size() * index / workers; i < last; ++i) { take(items_[i]); }
  }

private:
  std::span<const T> items_;
};

/// What jobs read of `source`: the entries of a hash_map, the items of a bag, the elements of a
/// vector, queue or global array, or a std::vector of which each rank has a part. `source` outlives
/// the job.
template <container_key K, typename V, typename Hash>
[[nodiscard]] auto elements_of(hash_map<K, V, Hash>& source) {
  return map_entries<hash_map<K, V, Hash>>(source);
}
template <typename T>
[[nodiscard]] auto elements_of(bag<T>& source) {
  return bag_items<T>(source);
}
template <typename T>
[[nodiscard]] auto elements_of(vector<T>& source) {
  return vector_elements<T>(source);
}
template <typename T>
[[nodiscard]] auto elements_of(queue<T>& source) {
  return queue_elements<T>(source);
}
template <typename T>
[[nodiscard]] auto elements_of(const global_array<T>& source) {
  return array_elements<T>(source);
}
template <typename T>
[[nodiscard]] auto elements_of(const std::vector<T>& source) {
  return local_items<T>(source);
}

}  // namespace orujo
