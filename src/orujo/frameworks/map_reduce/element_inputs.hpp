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

/// An element of an array or a vector as an item.
template <typename T>
struct indexed_item {
  std::uint64_t index;
  const T& value;
};

/// An input whose items `Read` hands on: `read(worker&, take)` calls `take(item)` for those of the
/// worker.
template <typename Read>
class element_input {
public:
  explicit element_input(Read read, const void* source = nullptr)
      : read_(std::move(read)), source_(source) {}
  template <typename Take>
  void read(worker& self, Take&& take) {
    read_(self, take);
  }

  /// Whether they lie in this map.
  [[nodiscard]] bool reads(const void* map) const noexcept { return source_ == map; }

private:
  Read read_;
  const void* source_;
};

/// What jobs read of `source`, each where it lies: the entries of a hash_map as entry_item, the
/// items of a bag, the elements of a queue, those of a vector or global array as indexed_item; or a
/// std::vector of which each rank has a part. `source` outlives the job. The results of a job over
/// a map that only combines go into another map.
template <container_key K, typename V, typename Hash>
[[nodiscard]] auto elements_of(hash_map<K, V, Hash>& source) {
  using view = typename hash_map<K, V, Hash>::key_view;
  const auto read = [&source](worker& self, auto& take) {
    source.read_own(self, [&](view key, const V& value) { take(entry_item<view, V>{key, value}); });
  };
  return element_input(read, &source);
}
template <typename T>
[[nodiscard]] auto elements_of(bag<T>& source) {
  return element_input([&source](worker& self, auto& take) {
    source.read_own(self, [&](const T& each) { take(each); });
  });
}
template <typename T>
[[nodiscard]] auto elements_of(vector<T>& source) {
  return element_input([&source](worker& self, auto& take) {
    source.for_own(self, [&](std::uint64_t index, const T& value) {
      take(indexed_item<T>{index, value});
    });
  });
}
template <typename T>
[[nodiscard]] auto elements_of(queue<T>& source) {
  return element_input([&source](worker& self, auto& take) {
    source.for_own(self, [&](const T& value) { take(value); });
  });
}
template <typename T>
[[nodiscard]] auto elements_of(const global_array<T>& source) {
  return element_input([array = source](worker& /*self*/, auto& take) {
    const home_id home = this_memory().home();
    const std::span<T> own = array.local();
    for (std::uint64_t i = 0; i < own.size(); ++i) {
      take(indexed_item<T>{array.index_at(home, i), own[i]});
    }
  });
}
template <typename T>
[[nodiscard]] auto elements_of(const std::vector<T>& source) {
  return element_input([items = std::span<const T>(source)](worker& self, auto& take) {
    const auto workers = static_cast<std::size_t>(self.team().num_workers());
    const auto index = static_cast<std::size_t>(self.index());
    const std::size_t last = items.size() * (index + 1) / workers;
    for (std::size_t i = items.size() * index / workers; i < last; ++i) { take(items[i]); }
  });
}

}  // namespace orujo
