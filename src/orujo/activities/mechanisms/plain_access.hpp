// Reads and writes in place, by whoever has the elements for itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "orujo/activities/mechanisms/words.hpp"
#include "orujo/base/cache_aligned.hpp"

namespace orujo::activities {

/// What elements were before they were written, newest last.
class undo_log {
public:
  template <shared_word T>
  void note(T& place) {
    words_.push_back({&place, bits_in(place), sizeof(T)});
  }
  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
  /// Takes back all but the first `size` writes.
  void take_back(std::size_t size) noexcept {
    while (words_.size() > size) {
      store_word(words_.back());
      words_.pop_back();
    }
  }
  void forget() noexcept { words_.clear(); }

private:
  cache_aligned_vector<noted_word> words_;
};

/// Of what a plain_access keeps what was there before.
enum class undo_use : std::uint8_t {
  since_mark,  ///< From the first mark on: without one nothing is taken back.
  always       ///< Of every write: the activity may be given up.
};

/// In place, and nothing is taken back. Call: while nobody else accesses the elements, but to look
/// whether an operator matters: a word is written in one piece.
struct in_place_access {
  template <typename T>
  [[nodiscard]] static T read(const T& place) noexcept {
    return place;
  }
  template <typename T>
  static void write(T& place, std::type_identity_t<T> value) noexcept {
    if constexpr (shared_word<T>) {
      std::atomic_ref<T>(place).store(value, std::memory_order_relaxed);
    } else {
      place = value;
    }
  }
};

/// In place, and able to take back. Call: as in_place_access.
class plain_access {
public:
  explicit plain_access(undo_use keeps = undo_use::since_mark) noexcept
      : keeps_always_(keeps == undo_use::always), keeps_(keeps_always_) {}

  template <shared_word T>
  [[nodiscard]] T read(const T& place) const noexcept {
    return in_place_access::read(place);
  }
  template <shared_word T>
  void write(T& place, std::type_identity_t<T> value) {
    if (keeps_) { log_.note(place); }
    in_place_access::write(place, value);
  }

  /// A point to go back to: what has been written since is taken back.
  [[nodiscard]] std::size_t mark() noexcept {
    keeps_ = true;
    return log_.size();
  }
  void return_to(std::size_t mark) noexcept { log_.take_back(mark); }
  void commit() noexcept {
    log_.forget();
    keeps_ = keeps_always_;
  }

private:
  bool keeps_always_;
  bool keeps_;
  undo_log log_;
};

}  // namespace orujo::activities
