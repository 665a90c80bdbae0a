// The part of a map that one worker holds: a hash table that only this worker touches.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/containers/key_form.hpp"
#include "orujo/containers/memory_meter.hpp"
#include "orujo/containers/text_store.hpp"

namespace orujo {

/// Open addressing with linear probing: an entry lies in the line that its hash leads to, or soon
/// behind, so that one prefetch brings what an operation needs. Erasing moves entries back, so
/// there are no marks of erased ones. Places follow the order of the upper bits of hashes: a table
/// grows by reading and writing memory in order.
template <container_key K, typename V, typename Hash>
class home_table {
  using form = key_form<K>;

  // A value in memory that has one only while its key is not zero.
  struct value_room {
    alignas(V) std::byte bytes[sizeof(V)];
  };
  using kept_value = std::conditional_t<std::is_empty_v<V>, V, value_room>;

public:
  class slot {
  public:
    typename form::stored key;

    [[nodiscard]] V& value() noexcept {
      if constexpr (std::is_empty_v<V>) {
        return kept_;
      } else {
        return *std::launder(reinterpret_cast<V*>(kept_.bytes));
      }
    }

  private:
    [[no_unique_address]] kept_value kept_;
  };

  /// `order` decides how hashes are placed: tables that are filled from each other differ in it.
  /// What is beyond `bound` is refused.
  explicit home_table(std::uint64_t order, memory_bound bound = {})
      : order_(mix64(order) | 1U), meter_(std::move(bound)) {}
  home_table(const home_table&) = delete;
  home_table& operator=(const home_table&) = delete;
  ~home_table() { destroy_values(); }

  /// Has the line that a key of this hash is looked for in fetched.
  void prefetch(std::uint64_t hash) const noexcept {
    if (capacity_ != 0) { prefetch_to_write(&slots()[place_of(hash)]); }
  }

  /// The entry of a key; nullptr if there is none.
  [[nodiscard]] slot* find(std::uint64_t hash, const sought_key<K>& what) noexcept {
    if (size_ == 0) { return nullptr; }
    slot& place = look_for(hash, what);
    return is_free(place) ? nullptr : &place;
  }

  struct placed {
    slot& entry;
    bool is_new;
  };
  /// The entry of a key, made if there is none, with a value of `values...`.
  /// Throws: memory_error if the table must grow and cannot.
  template <typename... Values>
  placed emplace(std::uint64_t hash, const sought_key<K>& what, Values&&... values) {
    if (capacity_ == 0) { grow(); }
    slot* place = &look_for(hash, what);
    if (!is_free(*place)) { return {*place, false}; }
    if (size_ >= most_entries()) {
      grow();
      place = &look_for(hash, what);
    }
    if constexpr (has_texts) {
      if (!what.key.is_inside()) { expect(what.rest.size()); }
    }
    if constexpr (!std::is_empty_v<V>) { new (&place->value()) V(std::forward<Values>(values)...); }
    set_key(*place, what);
    ++size_;
    return {*place, true};
  }

  /// Texts, or what values hold, get so many bytes more. Throws: memory_error.
  void expect(std::size_t more) {
    meter_.expect(more, "longer texts and lists of",
                  [this] { return bytes() + bytes_of_values(); });
  }

  /// Removes an entry. The others may move.
  void erase(slot& entry) noexcept {
    std::destroy_at(&entry.value());
    if constexpr (has_texts) { texts_.drop(form::rest_bytes(entry.key)); }
    --size_;
    if (&entry == zero_slot()) {
      has_zero_ = false;
      return;
    }
    close_gap(static_cast<std::size_t>(&entry - slots()));
    if constexpr (has_texts) {
      if (texts_.is_mostly_dead()) { copy_texts(); }
    }
  }

  /// Calls `take(slot&)` for each entry; it does not change which there are.
  template <typename Take>
  void for_each(Take&& take) {
    if (size_ == 0) { return; }
    for (std::size_t i = 0; i < capacity_; ++i) {
      if (!form::is_zero(slots()[i].key)) { take(slots()[i]); }
    }
    if (has_zero_) { take(*zero_slot()); }
  }

  /// Makes room for `entries` in all. Throws: memory_error.
  void reserve(std::size_t entries) {
    const std::size_t wanted = capacity_for(entries);
    if (wanted > capacity_) { grow_to(wanted); }
  }

  /// Removes all entries and gives the memory back.
  void clear() noexcept {
    destroy_values();
    memory_ = {};
    texts_ = {};
    capacity_ = size_ = 0;
    has_zero_ = false;
    meter_.clear();
  }

  /// Exchanges all entries, and how they are placed, with those of `other`; each keeps its limit.
  void swap(home_table& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(texts_, other.texts_);
    std::swap(order_, other.order_);
    std::swap(capacity_, other.capacity_);
    std::swap(size_, other.size_);
    std::swap(shift_, other.shift_);
    std::swap(has_zero_, other.has_zero_);
    meter_.swap(other.meter_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return (capacity_ == 0 ? 0 : bytes_of(capacity_)) + texts_.bytes();
  }

  /// Bytes of a table for `entries`, without long texts.
  [[nodiscard]] static std::uint64_t bytes_for(std::size_t entries) noexcept {
    return entries == 0 ? 0 : bytes_of(capacity_for(entries));
  }

private:
  static constexpr bool has_texts = std::is_same_v<K, std::string>;
  static constexpr std::size_t least_capacity = 16;

  /// At most 3/4 of the places are taken.
  [[nodiscard]] std::size_t most_entries() const noexcept { return capacity_ / 4 * 3; }
  [[nodiscard]] static std::size_t capacity_for(std::size_t entries) noexcept {
    return std::bit_ceil(std::max(least_capacity, entries + entries / 3 + 1));
  }

  [[nodiscard]] static constexpr std::size_t bytes_of(std::size_t capacity) noexcept {
    return (capacity + 1) * sizeof(slot);
  }

  /// Where the key lies whose bytes are all zero: elsewhere they mean that a place is free.
  [[nodiscard]] slot* zero_slot() const noexcept { return reinterpret_cast<slot*>(memory_.data()); }
  [[nodiscard]] slot* slots() const noexcept { return zero_slot() + 1; }

  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const noexcept {
    return (hash * order_) >> shift_;
  }
  [[nodiscard]] bool is_free(const slot& place) const noexcept {
    return form::is_zero(place.key) && !(has_zero_ && &place == zero_slot());
  }

  /// The entry of a key, or the free place where it belongs.
  [[nodiscard]] slot& look_for(std::uint64_t hash, const sought_key<K>& what) const noexcept {
    if (form::is_zero(what.key)) { return *zero_slot(); }
    std::size_t at = place_of(hash);
    while (true) {
      slot& place = slots()[at];
      if (form::same(place.key, what.key, what.rest) || form::is_zero(place.key)) { return place; }
      at = (at + 1) & (capacity_ - 1);
    }
  }

  void set_key(slot& place, const sought_key<K>& what) {
    if (&place == zero_slot()) { has_zero_ = true; }
    place.key = what.key;
    if constexpr (has_texts) {
      if (!what.key.is_inside()) {
        place.key.second = reinterpret_cast<std::uintptr_t>(texts_.keep(what.rest));
      }
    }
  }

  [[nodiscard]] std::uint64_t hash_in(const slot& place) const noexcept {
    return hash_of<K, Hash>({place.key, rest_in(place)});
  }
  [[nodiscard]] static std::string_view rest_in(const slot& place) noexcept {
    if constexpr (has_texts) {
      return form::viewed(place.key);
    } else {
      return {};
    }
  }

  static void move_entry(slot& from, slot& to) noexcept {
    to.key = from.key;
    if constexpr (!std::is_empty_v<V>) {
      new (&to.value()) V(std::move(from.value()));
      std::destroy_at(&from.value());
    }
  }

  void grow() { grow_to(std::max(least_capacity, 2 * capacity_)); }

  /// Entries stay in their memory if it has room for more, else they go into another one.
  void grow_to(std::size_t capacity) {
    const std::size_t bytes = bytes_of(capacity);
    if (meter_.bound().limit_bytes > 0) {
      require_share(meter_.bound(), bytes + texts_.bytes() + bytes_of_values(),
                    "a larger table of");
    } else if (bytes >= asked_from) {
      require_share(meter_.bound(), bytes, "a larger table of");
    }
    if (bytes <= memory_.size() && capacity_ > 0) { return spread(capacity); }
    huge_memory old = memory_for(bytes);
    std::swap(memory_, old);
    auto* const from = reinterpret_cast<slot*>(old.data());
    const std::size_t old_capacity = std::exchange(capacity_, capacity);
    shift_ = shift_for(capacity);
    for (std::size_t i = 0; i < old_capacity; ++i) {
      if (!form::is_zero(from[1 + i].key)) {
        move_entry(from[1 + i], free_place(hash_in(from[1 + i])));
      }
    }
    if (has_zero_) { move_entry(from[0], *zero_slot()); }
  }

  /// Large tables get room to grow in, which costs nothing until it is used.
  [[nodiscard]] static huge_memory memory_for(std::size_t bytes) {
    constexpr std::size_t spread_from = std::size_t{2} << 20U;
    if (bytes >= spread_from) {
      try {
        return huge_memory(4 * bytes);
      } catch (const memory_error&) {}  // the system counts what is not used
    }
    return huge_memory(bytes);
  }

  /// An entry that waits until all others have their places.
  struct entry_aside {
    std::uint64_t hash;
    typename form::stored key;
    [[no_unique_address]] V value;
  };

  /// Gives the entries their places in a table that is twice as large, or more, in this memory.
  ///
  /// Runs of entries without a gap go up, the last run first, in each of them the first entry
  /// first, so that who came early is found early. All places of a run are behind it, where what is
  /// there has its place. The few that would come down, those of the first runs and those that come
  /// round from the end to the beginning among them, wait until all others are through.
  void spread(std::size_t capacity) {
    std::vector<entry_aside> aside;
    std::size_t end = std::exchange(capacity_, capacity);
    shift_ = shift_for(capacity);
    while (end > 0) {
      if (form::is_zero(slots()[end - 1].key)) {
        --end;
        continue;
      }
      std::size_t begin = end - 1;
      while (begin > 0 && !form::is_zero(slots()[begin - 1].key)) { --begin; }
      const bool goes_up = 2 * begin >= end;
      for (std::size_t i = begin; i < end; ++i) { go_up(slots()[i], goes_up, aside); }
      end = begin;
    }
    for (entry_aside& each : aside) {
      slot& to = free_place(each.hash);
      to.key = each.key;
      if constexpr (!std::is_empty_v<V>) { new (&to.value()) V(std::move(each.value)); }
    }
  }

  /// Moves an entry to its place, or aside.
  void go_up(slot& each, bool goes_up, std::vector<entry_aside>& aside) {
    const std::uint64_t hash = hash_in(each);
    std::size_t at = goes_up ? place_of(hash) : capacity_;
    while (at < capacity_ && !form::is_zero(slots()[at].key)) { ++at; }
    if (at < capacity_) {
      move_entry(each, slots()[at]);
      each.key = {};
    } else {
      aside.push_back({hash, each.key, std::move(each.value())});
      remove(each);
    }
  }

  /// Without a look at the others.
  static void remove(slot& each) noexcept {
    if constexpr (!std::is_empty_v<V>) { std::destroy_at(&each.value()); }
    each.key = {};
  }

  [[nodiscard]] static unsigned shift_for(std::size_t capacity) noexcept {
    return 64U - static_cast<unsigned>(std::countr_zero(capacity));
  }

  [[nodiscard]] slot& free_place(std::uint64_t hash) const noexcept {
    std::size_t at = place_of(hash);
    while (!form::is_zero(slots()[at].key)) { at = (at + 1) & (capacity_ - 1); }
    return slots()[at];
  }

  /// Moves entries behind a gap into it that are looked for before it.
  void close_gap(std::size_t gap) noexcept {
    const std::size_t mask = capacity_ - 1;
    for (std::size_t at = (gap + 1) & mask; !form::is_zero(slots()[at].key); at = (at + 1) & mask) {
      const std::size_t wanted = place_of(hash_in(slots()[at]));
      if (((at - wanted) & mask) >= ((at - gap) & mask)) {
        move_entry(slots()[at], slots()[gap]);
        gap = at;
      }
    }
    slots()[gap].key = {};
  }

  void copy_texts() {
    text_store living;
    for_each([&](slot& each) {
      if (each.key.is_inside()) { return; }
      each.key.second = reinterpret_cast<std::uintptr_t>(living.keep(form::viewed(each.key)));
    });
    texts_ = std::move(living);
  }

  [[nodiscard]] std::size_t bytes_of_values() {
    std::size_t sum = 0;
    if constexpr (!std::is_trivially_copyable_v<V>) {
      for_each([&](slot& each) { sum += bytes_beside(each.value()); });
    }
    return sum;
  }

  void destroy_values() noexcept {
    if constexpr (!std::is_trivially_destructible_v<V>) {
      for_each([](slot& each) { std::destroy_at(&each.value()); });
    }
  }

  /// Tables of fewer bytes are made without a look at the memory that is left.
  static constexpr std::size_t asked_from = std::size_t{16} << 20U;

  huge_memory memory_;
  text_store texts_;
  std::uint64_t order_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  unsigned shift_ = 63;
  bool has_zero_ = false;
  memory_meter meter_;
};

}  // namespace orujo
