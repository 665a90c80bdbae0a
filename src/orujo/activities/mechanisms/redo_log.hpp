// What a transaction is going to write when it commits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "orujo/activities/mechanisms/words.hpp"
#include "orujo/base/cache_aligned.hpp"

namespace orujo::activities {

/// Writes in their order; the last one to a place counts. What has been written since the last mark
/// is overwritten in its place. Operators of one element often come to one place in a row, which is
/// remembered. Most other reads are of places that were not written, which bits say. Else the
/// writes are looked through, until so many have been that an index of them would have cost less;
/// from then on it finds them.
class redo_log {
public:
  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
  [[nodiscard]] const cache_aligned_vector<noted_word>& words() const noexcept { return words_; }

  void write(const noted_word& word) {
    if (word.place == last_place_ && last_found_ >= marked_) {
      words_[last_found_].bits = word.bits;
      return;
    }
    const std::uint64_t hash = hash_of(word.place);
    std::uint64_t& bits = bits_[bits_word(hash)];
    if ((bits & bit(hash)) != 0 && overwrites(word)) { return; }
    bits |= bit(hash);
    words_.push_back(word);
    remember(word.place, words_.size() - 1);
  }

  /// What the last write to `place` has put there; null if there is none.
  [[nodiscard]] const noted_word* find(const void* place) {
    if (place == last_place_) { return &words_[last_found_]; }
    const std::uint64_t hash = hash_of(place);
    if ((bits_[bits_word(hash)] & bit(hash)) == 0) { return nullptr; }
    return find_written(place);
  }

  /// The writes up to now are kept for shrink(), whatever follows. Returns how many there are.
  std::size_t mark() noexcept {
    marked_ = words_.size();
    return marked_;
  }

  /// Forgets all but the first `size` writes: as many as a mark() has returned.
  void shrink(std::size_t size) {
    if (size == 0) { return clear(); }
    words_.resize(size);
    if (last_found_ >= size) { last_place_ = nullptr; }
    if (indexed_ > size) { forget_index(); }
  }
  void clear() noexcept {
    if (words_.empty()) { return; }
    words_.clear();
    last_place_ = nullptr;
    bits_.fill(0);
    passed_ = 0;
    marked_ = 0;
    if (indexed_ > 0) { forget_index(); }
  }

private:
  /// So many writes are looked at, in all, before there is an index.
  static constexpr std::size_t many = 128;
  static constexpr std::size_t none = ~std::size_t{0};

  /// A word of the log, from 0, in the generation in which it was noted.
  struct index_slot {
    std::uint32_t generation = 0;
    std::uint32_t word = 0;
  };

  [[nodiscard]] static std::uint64_t hash_of(const void* place) noexcept {
    return (reinterpret_cast<std::uintptr_t>(place) / 8) * 0x9e3779b97f4a7c15ULL;
  }
  [[nodiscard]] static std::size_t bits_word(std::uint64_t hash) noexcept { return hash >> 60U; }
  [[nodiscard]] static std::uint64_t bit(std::uint64_t hash) noexcept {
    return std::uint64_t{1} << (hash >> 54U & 63U);
  }
  [[nodiscard]] std::size_t slot_of(const void* place) const noexcept {
    return hash_of(place) >> 20U & (index_.size() - 1);
  }

  /// The slot that has `place`, or the free one where it would be.
  [[nodiscard]] std::size_t find_slot(const void* place) const noexcept {
    std::size_t slot = slot_of(place);
    while (index_[slot].generation == generation_ && words_[index_[slot].word].place != place) {
      slot = (slot + 1) & (index_.size() - 1);
    }
    return slot;
  }

  void remember(const void* place, std::size_t at) noexcept {
    last_place_ = place;
    last_found_ = at;
  }

  [[nodiscard]] bool overwrites(const noted_word& word) {
    if (word.place != last_place_ && find_written(word.place) == nullptr) { return false; }
    if (last_found_ < marked_) { return false; }  // it is kept
    words_[last_found_] = word;
    return true;
  }

  [[nodiscard]] const noted_word* find_written(const void* place) {
    const std::size_t at = passed_ < many ? find_by_looking(place) : find_by_index(place);
    if (at == none) { return nullptr; }
    remember(place, at);
    return &words_[at];
  }
  [[nodiscard]] std::size_t find_by_looking(const void* place) noexcept {
    std::size_t i = words_.size();
    while (i > 0 && words_[i - 1].place != place) { --i; }
    passed_ += words_.size() - i;
    return i - 1;  // or none
  }
  [[nodiscard]] std::size_t find_by_index(const void* place) {
    if (indexed_ < words_.size()) { index_last(); }
    const index_slot& found = index_[find_slot(place)];
    return found.generation == generation_ ? found.word : none;
  }

  /// Nothing is written to it: slots of other generations are free.
  void forget_index() noexcept {
    indexed_ = 0;
    if (++generation_ == 0) {
      std::fill(index_.begin(), index_.end(), index_slot{});
      generation_ = 1;
    }
  }

  /// Brings the words that are not in the index there: all of them into a larger one if it would be
  /// more than half full.
  void index_last() {
    if (2 * words_.size() > index_.size()) {
      std::size_t slots = 64;
      while (slots < 4 * words_.size()) { slots *= 2; }
      index_.assign(slots, {});
      indexed_ = 0;
    }
    for (; indexed_ < words_.size(); ++indexed_) {
      index_[find_slot(words_[indexed_].place)] = {generation_,
                                                   static_cast<std::uint32_t>(indexed_)};
    }
  }

  cache_aligned_vector<noted_word> words_;
  std::array<std::uint64_t, 16> bits_ = {};  // of all places that were written
  std::size_t passed_ = 0;                   // of the writes, by looking for some
  std::size_t marked_ = 0;                   // of the writes
  const void* last_place_ = nullptr;         // found or written last, if it is in the log
  std::size_t last_found_ = 0;               // where in the log
  cache_aligned_vector<index_slot> index_;
  std::uint32_t generation_ = 1;
  std::size_t indexed_ = 0;  // of the words
};

}  // namespace orujo::activities
