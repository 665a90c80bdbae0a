// What a transaction is going to write when it commits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/activities/words.hpp"
#include "orujo/base/random.hpp"

namespace orujo::activities {

/// Writes in their order; the last one to a place counts. Few are looked through, many are found by
/// an index, which is made when they become many.
class redo_log {
public:
  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
  [[nodiscard]] const std::vector<noted_word>& words() const noexcept { return words_; }

  void write(const noted_word& word) {
    words_.push_back(word);
    if (words_.size() > few) { index_last(); }
  }

  /// What the last write to `place` has put there; null if there is none.
  [[nodiscard]] const noted_word* find(const void* place) const noexcept {
    if (words_.size() > few) { return find_in_index(place); }
    for (std::size_t i = words_.size(); i-- > 0;) {
      if (words_[i].place == place) { return &words_[i]; }
    }
    return nullptr;
  }

  /// Forgets all but the first `size` writes.
  void shrink(std::size_t size) {
    words_.resize(size);
    indexed_ = 0;
    if (size > few) { index_last(); }
  }
  void clear() noexcept {
    words_.clear();
    indexed_ = 0;
  }

private:
  static constexpr std::size_t few = 16;

  [[nodiscard]] std::size_t slot_of(const void* place) const noexcept {
    return mix64(reinterpret_cast<std::uintptr_t>(place)) & (index_.size() - 1);
  }

  [[nodiscard]] const noted_word* find_in_index(const void* place) const noexcept {
    for (std::size_t slot = slot_of(place); index_[slot] != 0;
         slot = (slot + 1) & (index_.size() - 1)) {
      const noted_word& word = words_[index_[slot] - 1];
      if (word.place == place) { return &word; }
    }
    return nullptr;
  }

  /// Brings the words that are not in the index there: all of them into a larger one if it is half
  /// full.
  void index_last() {
    if (indexed_ == 0 || 2 * words_.size() > index_.size()) {
      std::size_t slots = 4 * few;
      while (slots < 4 * words_.size()) { slots *= 2; }
      index_.assign(slots, 0);
      indexed_ = 0;
    }
    for (; indexed_ < words_.size(); ++indexed_) { index_one(indexed_); }
  }

  void index_one(std::size_t at) noexcept {
    std::size_t slot = slot_of(words_[at].place);
    while (index_[slot] != 0 && words_[index_[slot] - 1].place != words_[at].place) {
      slot = (slot + 1) & (index_.size() - 1);
    }
    index_[slot] = static_cast<std::uint32_t>(at + 1);
  }

  std::vector<noted_word> words_;
  std::vector<std::uint32_t> index_;  // of words, from 1; 0: free
  std::size_t indexed_ = 0;           // of the words
};

}  // namespace orujo::activities
