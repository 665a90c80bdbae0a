// The first k entries of many, by their values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/containers/key_form.hpp"
#include "orujo/containers/wire.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

/// Keeps the k entries that come first by `before(value, value)`, those of equal values by key.
template <container_key K, container_value V, typename Before>
class top_entries {
public:
  top_entries(std::size_t k, Before before) : k_(k), before_(before) {}

  template <typename Key>
  void add(const Key& key, const V& value) {
    if (k_ == 0) { return; }
    if (kept_.size() == k_ && !before_(value, kept_.front().second) &&
        before_(kept_.front().second, value)) {
      return;  // most entries: no key is copied
    }
    std::pair<K, V> made(key, value);
    const auto order = [&](const auto& a, const auto& b) { return comes_first(a, b); };
    if (kept_.size() == k_) {
      if (!comes_first(made, kept_.front())) { return; }
      std::pop_heap(kept_.begin(), kept_.end(), order);
      kept_.pop_back();
    }
    kept_.push_back(std::move(made));
    std::push_heap(kept_.begin(), kept_.end(), order);
  }

  void merge(const top_entries& other) {
    if (&other == this) { return; }
    for (const auto& [key, value] : other.kept_) { add(key, value); }
  }

  /// Takes those of all ranks. Call: collective.
  void exchange(rank_team& team) {
    const rank_pieces<std::byte> all = all_gather_bytes(team, packed());
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      if (static_cast<int>(rank) != index_of(team.rank())) { unpack(all[rank]); }
    }
  }

  /// In order.
  [[nodiscard]] std::vector<std::pair<K, V>> take() {
    std::sort(kept_.begin(), kept_.end(),
              [&](const auto& a, const auto& b) { return comes_first(a, b); });
    return std::move(kept_);
  }

private:
  [[nodiscard]] bool comes_first(const std::pair<K, V>& a, const std::pair<K, V>& b) const {
    if (before_(a.second, b.second)) { return true; }
    return !before_(b.second, a.second) && a.first < b.first;
  }

  [[nodiscard]] std::vector<std::byte> packed() const {
    std::size_t bytes = 0;
    for (const auto& [key, value] : kept_) { bytes += wire<K>::size(key) + wire<V>::size(value); }
    std::vector<std::byte> made(bytes);
    wire_writer out(made.data());
    for (const auto& [key, value] : kept_) {
      wire<K>::write(out, key);
      wire<V>::write(out, value);
    }
    return made;
  }

  void unpack(std::span<const std::byte> bytes) {
    wire_reader in(bytes.data());
    const std::byte* const end = bytes.data() + bytes.size();
    while (in.position() != end) {
      const auto key = wire<K>::read(in);
      add(key, V(wire<V>::read(in)));
    }
  }

  std::size_t k_;
  Before before_;
  std::vector<std::pair<K, V>> kept_;  // a heap: the last one is in front
};

}  // namespace orujo
