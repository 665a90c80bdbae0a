// How an operator's change of one value is kept apart from changes by other workers: policies.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <concepts>
#include <type_traits>

namespace orujo::isolation {

/// One worker acts at a time: nothing is in its way.
struct plain {
  static constexpr bool is_shared = false;

  template <typename T>
  [[nodiscard]] static T load(const T& place) noexcept {
    return place;
  }
  /// Adds to a value; returns what it was before.
  template <typename T>
  static T add(T& place, std::type_identity_t<T> value) noexcept {
    const T before = place;
    place = static_cast<T>(before + value);
    return before;
  }
  template <typename T>
  static T subtract(T& place, std::type_identity_t<T> value) noexcept {
    const T before = place;
    place = static_cast<T>(before - value);
    return before;
  }
  /// Sets it to `value` if that is less; returns whether it was.
  template <typename T>
  static bool lower(T& place, std::type_identity_t<T> value) noexcept {
    if (!(value < place)) { return false; }
    place = value;
    return true;
  }
  /// Sets it to `taken` if it is `free`; returns whether it was.
  template <typename T>
  static bool claim(T& place, std::type_identity_t<T> free,
                    std::type_identity_t<T> taken) noexcept {
    if (place != free) { return false; }
    place = taken;
    return true;
  }
};

/// Several workers act at once: each change is one atomic instruction, or a few. Relaxed: the end
/// of the map publishes all changes, and no operator relies on the order of two values.
struct atomic {
  static constexpr bool is_shared = true;

  template <typename T>
  [[nodiscard]] static T load(const T& place) noexcept {
    // The reference is only read through; atomic_ref takes no const objects before C++26.
    return std::atomic_ref<T>(const_cast<T&>(place)).load(std::memory_order_relaxed);
  }
  template <typename T>
  static T add(T& place, std::type_identity_t<T> value) noexcept {
    return std::atomic_ref<T>(place).fetch_add(value, std::memory_order_relaxed);
  }
  template <typename T>
  static T subtract(T& place, std::type_identity_t<T> value) noexcept {
    return std::atomic_ref<T>(place).fetch_sub(value, std::memory_order_relaxed);
  }
  /// Only a lower value costs more than a look.
  template <typename T>
  static bool lower(T& place, std::type_identity_t<T> value) noexcept {
    std::atomic_ref<T> shared(place);
    T known = shared.load(std::memory_order_relaxed);
    while (value < known) {
      if (shared.compare_exchange_weak(known, value, std::memory_order_relaxed)) { return true; }
    }
    return false;
  }
  /// Only a free place costs more than a look.
  template <typename T>
  static bool claim(T& place, std::type_identity_t<T> free,
                    std::type_identity_t<T> taken) noexcept {
    std::atomic_ref<T> shared(place);
    return shared.load(std::memory_order_relaxed) == free &&
           shared.compare_exchange_strong(free, taken, std::memory_order_relaxed);
  }
};

/// What an operator may ask of the mechanism that isolates it.
template <typename P>
concept policy = requires(int& place, const int& seen) {
  { P::is_shared } -> std::convertible_to<bool>;
  { P::load(seen) } -> std::same_as<int>;
  { P::add(place, 1) } -> std::same_as<int>;
  { P::subtract(place, 1) } -> std::same_as<int>;
  { P::lower(place, 1) } -> std::same_as<bool>;
  { P::claim(place, 0, 1) } -> std::same_as<bool>;
};

}  // namespace orujo::isolation
