// Values of one key become one at the worker that emits them, before they travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/containers/hash_map.hpp"

namespace orujo {

/// A text behind which 16 bytes may be read, whatever they are: cheaper to take over than others.
struct padded_text {
  const char* begin;
  std::size_t length;
};

/// Of one worker. `Combine` has no state: `Combine()(V& kept, const V& more)` merges. Keys wait in
/// a short row until their places in the table have come into the cache.
template <container_key K, container_value V, typename Combine>
class combining_table {
  using form = key_form<K>;

public:
  using key_view = typename form::view;

  /// Is full at `most_entries`, or with `most_bytes`, of which at most 64 MiB count. Texts that
  /// become longer than `most_text`, with their key, when they are combined stay apart. A table
  /// that gets `unasked` more entries before anybody asks whether it is full stays below
  /// `most_bytes` nevertheless, unless so many alone are more.
  struct limits {
    std::size_t most_entries;
    std::size_t most_text;
    std::uint64_t most_bytes;
    std::size_t unasked = 0;
  };
  explicit combining_table(const limits& most)
      : table_(0, {.name = "values to combine"}),
        most_entries_(most_entries_of(most)),
        most_text_(most.most_text),
        most_bytes_(std::min<std::uint64_t>(most_held, most.most_bytes)) {}

  void add(key_view key, const V& value) { add(sought<K>(key), value); }
  void add(const padded_text& key, const V& value) requires std::same_as<K, std::string> {
    const std::string_view text(key.begin, key.length);
    add(sought_key<K>{form::of_padded(key.begin, key.length), form::rest_of(text)}, value);
  }

  /// Whether entries must be taken out before more are added.
  [[nodiscard]] bool is_full() const noexcept {
    return table_.size() >= most_entries_ || table_.bytes() + text_bytes_ > most_bytes_;
  }

  /// Calls `take(key, value)` for each entry, and removes all. A key whose combined values would
  /// have been too long comes several times.
  template <typename Take>
  void take_all(Take&& take) {
    put_waiting();
    for (const auto& [key, value] : apart_) { take(key_view(key), value); }
    table_.for_each([&](auto& each) { take(form::viewed(each.key), each.value()); });
    table_.clear();
    apart_.clear();
    text_bytes_ = 0;
  }

private:
  using entries = home_table<K, V, usual_hash<K>>;

  struct waiting_key {
    typename form::stored key;
    std::uint64_t hash;
    V value;
  };
  static constexpr std::size_t most_waiting = 32;
  static constexpr std::size_t most_held = std::size_t{64} << 20U;

  /// As many as the largest table of so many bytes holds, without those that nobody asks for.
  [[nodiscard]] static std::size_t most_entries_of(const limits& most) noexcept {
    std::size_t fitting = 0;
    for (std::size_t more = 11; entries::bytes_for(more) <= most.most_bytes; more = 2 * more + 1) {
      fitting = more;
      if (fitting / 2 > most.unasked && fitting - most.unasked >= most.most_entries) { break; }
    }
    const std::size_t asked = fitting / 2 > most.unasked ? fitting - most.unasked : fitting / 2;
    return std::min(most.most_entries, std::max<std::size_t>(1, asked));
  }

  void add(const sought_key<K>& what, const V& value) {
    const std::uint64_t hash = hash_of<K, usual_hash<K>>(what);
    if (!what.rest.empty()) { return put(hash, what, value); }  // the text may go away
    table_.prefetch(hash);
    waiting_[num_waiting_++] = {what.key, hash, value};
    if (num_waiting_ == most_waiting) { put_waiting(); }
  }

  void put_waiting() {
    for (std::size_t i = 0; i < num_waiting_; ++i) {
      put(waiting_[i].hash, {waiting_[i].key, {}}, waiting_[i].value);
    }
    num_waiting_ = 0;
  }

  void put(std::uint64_t hash, const sought_key<K>& what, const V& value) {
    const auto [entry, is_new] = table_.emplace(hash, what, value);
    if constexpr (std::same_as<V, std::string>) {
      text_bytes_ += value.size();
      if (!is_new) { combine_texts(what, entry.value(), value); }
    } else if (!is_new) {
      Combine()(entry.value(), value);
    }
  }

  /// A text that many become may be longer than a message, with its key: what was kept goes apart
  /// before it is.
  void combine_texts(const sought_key<K>& what, std::string& kept, const std::string& more) {
    const std::size_t of_key = what.rest.size();
    if (of_key + kept.size() + more.size() <= most_text_) { return Combine()(kept, more); }
    std::string merged = kept;
    Combine()(merged, more);
    if (of_key + merged.size() <= most_text_ ||
        merged.size() <= std::max(kept.size(), more.size())) {
      kept = std::move(merged);
      return;
    }
    apart_.emplace_back(K(what.view()), std::exchange(kept, more));
    text_bytes_ += sizeof(apart_.back()) + of_key;
  }

  entries table_;
  std::size_t most_entries_;
  std::size_t most_text_;
  std::size_t most_bytes_;
  std::size_t text_bytes_ = 0;  ///< Of the texts that came as values.
  std::vector<std::pair<K, V>> apart_;
  std::size_t num_waiting_ = 0;
  std::array<waiting_key, most_waiting> waiting_;
};

}  // namespace orujo
