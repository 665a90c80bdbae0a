// What both orders of the engine for values over an acyclic graph share: the values, and counts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/dag_correcting/oriented_graph.hpp"

namespace orujo {

/// "A vertex has the value that its predecessors' values give it": what the engine needs to know of
/// values. The contract is in docs/contracts/dag-correcting.md.
template <typename F>
concept dag_function =
    std::copy_constructible<F> &&
        (std::unsigned_integral<typename F::value_type> ||
         std::is_enum_v<typename F::value_type>)&&sizeof(typename F::value_type) <=
        sizeof(std::uint32_t) &&
    requires(const F& function, typename F::value_type value,
             std::span<const typename F::value_type> values) {
  { F::undecided } -> std::convertible_to<typename F::value_type>;
  { function.decide(values) } -> std::same_as<typename F::value_type>;
  { function.affects(value, value, value) } -> std::same_as<bool>;
  { function.settles(value) } -> std::same_as<bool>;
  { function.rank(value) } -> std::convertible_to<std::uint32_t>;
};

/// When a vertex takes its value.
enum class dag_order : std::uint8_t {
  jones_plassmann,      ///< Once all its predecessors have their final ones.
  distributed_control,  ///< At once, from what is known; corrected later. Near the roots first.
};

/// Which pending vertex of a worker decides next under distributed_control.
enum class dag_priority : std::uint8_t {
  near_roots,  ///< That nearest to the roots, then the one told of the value of lowest rank.
  arrival,     ///< That which was told first.
};

struct dag_options {
  dag_order order = dag_order::jones_plassmann;
  /// Of distributed_control: so many new values of a worker wait to be sent, in case they change.
  std::size_t send_cache = 16;
  dag_priority priority = dag_priority::near_roots;  ///< Of distributed_control.
};

namespace dag_walks {

/// For each vertex its value and a count, in one word. For an owned vertex the count is of what it
/// still waits for (jones_plassmann), or of what it was told since it was last up to date
/// (distributed_control); for a ghost it is the number of the newest value that has come. `Shared`:
/// several workers access them at once. Then the count is changed by one total order of operations,
/// in which a value is written before anybody is told of it, and read after what was told was
/// looked up: so no change is missed.
template <dag_function F, bool Shared>
class value_slots {
public:
  using value_type = typename F::value_type;

  /// One vertex's word.
  struct slot {
    std::uint64_t word;
    [[nodiscard]] value_type value() const noexcept {
      return static_cast<value_type>(static_cast<std::uint32_t>(word));
    }
    [[nodiscard]] std::uint32_t count() const noexcept {
      return static_cast<std::uint32_t>(word >> 32);
    }
  };

  explicit value_slots(std::size_t size) : words_(size) {}

  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }

  /// Call: while no other worker accesses the slot.
  void set(local_vertex v, value_type value, std::uint32_t count) noexcept {
    words_[v] = word_of(value, count);
  }

  [[nodiscard]] slot at(local_vertex v) const noexcept {
    auto& word = const_cast<std::uint64_t&>(words_[v]);
    if constexpr (Shared) { return {std::atomic_ref<std::uint64_t>(word).load()}; }
    return {word};
  }

  /// Adds to the count; returns what was there before.
  slot add(local_vertex v, std::uint32_t count) noexcept { return step(v, one * count); }
  slot subtract(local_vertex v, std::uint32_t count) noexcept {
    return step(v, std::uint64_t{0} - one * count);
  }

  /// Sets the count to 0; returns what was there before.
  slot clear(local_vertex v) noexcept {
    const slot before = at(v);
    if constexpr (Shared) { return {std::atomic_ref<std::uint64_t>(words_[v]).fetch_and(one - 1)}; }
    words_[v] &= one - 1;
    return before;
  }

  /// Replaces the value. Only the worker that holds the vertex changes it.
  void change(local_vertex v, value_type before, value_type after) noexcept {
    const std::uint64_t bits = word_of(before, 0) ^ word_of(after, 0);
    if constexpr (Shared) {
      std::atomic_ref<std::uint64_t>(words_[v]).fetch_xor(bits);
    } else {
      words_[v] ^= bits;
    }
  }

  /// Makes `value` that of a ghost if its number is higher than that of the known one; returns
  /// what was there before.
  slot renew(local_vertex v, value_type value, std::uint32_t number) noexcept {
    slot known = at(v);
    if constexpr (Shared) {
      std::atomic_ref<std::uint64_t> place(words_[v]);
      while (known.count() < number &&
             !place.compare_exchange_weak(known.word, word_of(value, number))) {}
    } else if (known.count() < number) {
      words_[v] = word_of(value, number);
    }
    return known;
  }

  void prefetch(local_vertex v) const noexcept { prefetch_to_read(&words_[v]); }

private:
  static constexpr std::uint64_t one = std::uint64_t{1} << 32;

  [[nodiscard]] static std::uint64_t word_of(value_type value, std::uint32_t count) noexcept {
    return static_cast<std::uint32_t>(value) | one * count;
  }

  slot step(local_vertex v, std::uint64_t by) noexcept {
    if constexpr (Shared) { return {std::atomic_ref<std::uint64_t>(words_[v]).fetch_add(by)}; }
    const slot before{words_[v]};
    words_[v] += by;
    return before;
  }

  huge_array<std::uint64_t> words_;
};

/// The values of some vertices, as a range to go through once or several times.
template <dag_function F, bool Shared>
class value_range {
public:
  using slots = value_slots<F, Shared>;

  class iterator {
  public:
    iterator(const slots& values, const local_vertex* at) : values_(values), at_(at) {}
    [[nodiscard]] typename F::value_type operator*() const noexcept {
      return values_.at(*at_).value();
    }
    iterator& operator++() noexcept {
      ++at_;
      return *this;
    }
    [[nodiscard]] bool operator!=(const iterator& other) const noexcept { return at_ != other.at_; }

  private:
    const slots& values_;
    const local_vertex* at_;
  };

  value_range(const slots& values, std::span<const local_vertex> vertices)
      : values_(values), vertices_(vertices) {}
  [[nodiscard]] std::size_t size() const noexcept { return vertices_.size(); }
  [[nodiscard]] iterator begin() const noexcept { return {values_, vertices_.data()}; }
  [[nodiscard]] iterator end() const noexcept {
    return {values_, vertices_.data() + vertices_.size()};
  }

private:
  const slots& values_;
  std::span<const local_vertex> vertices_;
};

}  // namespace dag_walks

}  // namespace orujo
