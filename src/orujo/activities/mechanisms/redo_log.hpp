// What a transaction is going to write when it commits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "orujo/activities/mechanisms/words.hpp"
#include "orujo/base/cache_aligned.hpp"

namespace orujo::activities {

/// Writes in their order; the last one to a place counts. Most reads are of places that were not
/// written, which one word of bits says; else few writes are looked through, many are found by an
/// index.
class redo_log {
public:
  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
  [[nodiscard]] const cache_aligned_vector<noted_word>& words() const noexcept { return words_; }

  void write(const noted_word& word) {
    words_.push_back(word);
    bits_ |= bit_of(word.place);
    if (words_.size() > few) { index_last(); }
  }

  /// What the last write to `place` has put there; null if there is none.
  [[nodiscard]] const noted_word* find(const void* place) const noexcept {
    if ((bits_ & bit_of(place)) == 0) { return nullptr; }
    if (words_.size() > few) { return find_in_index(place); }
    for (std::size_t i = words_.size(); i-- > 0;) {
      if (words_[i].place == place) { return &words_[i]; }
    }
    return nullptr;
  }

  /// Forgets all but the first `size` writes.
  void shrink(std::size_t size) {
    words_.resize(size);
    forget_index();
    if (size > few) { index_last(); }
  }
  void clear() noexcept {
    if (words_.size() > few) { forget_index(); }
    words_.clear();
    bits_ = 0;
  }

private:
  static constexpr std::size_t few = 16;

  /// A word of the log, from 0, in the generation in which it was noted.
  struct index_slot {
    std::uint32_t generation = 0;
    std::uint32_t word = 0;
  };

  [[nodiscard]] static std::uint64_t hash_of(const void* place) noexcept {
    return (reinterpret_cast<std::uintptr_t>(place) / 8) * 0x9e3779b97f4a7c15ULL;
  }
  [[nodiscard]] static std::uint64_t bit_of(const void* place) noexcept {
    return std::uint64_t{1} << (hash_of(place) >> 58U);
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

  [[nodiscard]] const noted_word* find_in_index(const void* place) const noexcept {
    const index_slot& found = index_[find_slot(place)];
    return found.generation == generation_ ? &words_[found.word] : nullptr;
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
      std::size_t slots = 4 * few;
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
  std::uint64_t bits_ = 0;  // of all places that were written
  cache_aligned_vector<index_slot> index_;
  std::uint32_t generation_ = 1;
  std::size_t indexed_ = 0;  // of the words
};

}  // namespace orujo::activities
