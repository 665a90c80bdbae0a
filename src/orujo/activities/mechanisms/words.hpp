// Elements as words: what can be read and written in one piece.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace orujo {

/// Plain data of 1, 2, 4 or 8 bytes, which lie where a multiple of their size begins. An element is
/// always accessed as the same type.
template <typename T>
concept shared_word = std::is_trivially_copyable_v<T> && !std::is_const_v<T> &&
                      (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

namespace activities {

template <typename T>
[[nodiscard]] std::uint64_t bits_in(const T& value) noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <typename T>
[[nodiscard]] T value_in(std::uint64_t bits) noexcept {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <typename T>
[[nodiscard]] bool same_bits(const T& a, const T& b) noexcept {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Where an element is, and bits that it has, had, or is to have.
struct noted_word {
  void* place;
  std::uint64_t bits;
  std::uint32_t bytes;
};

template <typename Uint>
[[nodiscard]] inline std::atomic_ref<Uint> atomic_at(void* place) noexcept {
  return std::atomic_ref<Uint>(*static_cast<Uint*>(place));
}

// Acquire and release: a reader that sees a value also sees what its writer did to a version
// before.

[[nodiscard]] inline std::uint64_t load_word(const void* from, std::uint32_t bytes) noexcept {
  void* const place = const_cast<void*>(from);  // atomic_ref takes no const objects before C++26
  switch (bytes) {
    case 1: return atomic_at<std::uint8_t>(place).load(std::memory_order_acquire);
    case 2: return atomic_at<std::uint16_t>(place).load(std::memory_order_acquire);
    case 4: return atomic_at<std::uint32_t>(place).load(std::memory_order_acquire);
    default: return atomic_at<std::uint64_t>(place).load(std::memory_order_acquire);
  }
}

inline void store_word(const noted_word& word) noexcept {
  constexpr auto order = std::memory_order_release;
  switch (word.bytes) {
    case 1:
      return atomic_at<std::uint8_t>(word.place).store(static_cast<std::uint8_t>(word.bits), order);
    case 2:
      return atomic_at<std::uint16_t>(word.place)
          .store(static_cast<std::uint16_t>(word.bits), order);
    case 4:
      return atomic_at<std::uint32_t>(word.place)
          .store(static_cast<std::uint32_t>(word.bits), order);
    default: return atomic_at<std::uint64_t>(word.place).store(word.bits, order);
  }
}

template <shared_word T>
[[nodiscard]] T load_shared(const T& place) noexcept {
  return value_in<T>(load_word(&place, sizeof(T)));
}

}  // namespace activities

}  // namespace orujo
