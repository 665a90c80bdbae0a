// Scores that are not settled yet, and what each of them still lacks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/ring.hpp"

namespace orujo::page_rank {

/// How many times its threshold a residual is, as a power of two: 0 below it, 1 up to twice, and so
/// on. At 0 it may stay as it is.
using urgency = std::uint32_t;

inline constexpr urgency most_urgent = 64;

template <std::floating_point T>
[[nodiscard]] inline urgency urgency_of(T thresholds) noexcept {
  using bits = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;
  constexpr int mantissa = std::numeric_limits<T>::digits - 1;
  constexpr int exponent_of_half = std::numeric_limits<T>::max_exponent - 2;
  const auto exponent = static_cast<int>(std::bit_cast<bits>(std::abs(thresholds)) >> mantissa);
  return static_cast<urgency>(std::clamp(exponent - exponent_of_half, 0, int{most_urgent}));
}

/// Vertices in the order in which they came.
class arrival_list {
public:
  [[nodiscard]] static bool has_to_move(urgency before, urgency now) noexcept {
    return (before == 0) & (now > 0);
  }

  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  void push(local_vertex v, urgency /*how*/) { items_.push(v); }
  [[nodiscard]] local_vertex pop() noexcept { return items_.pop_oldest(); }
  /// A vertex that comes later, to be fetched ahead. There is one.
  [[nodiscard]] local_vertex later(std::size_t distance) const noexcept {
    return items_.peek(distance < items_.size() ? distance : 0);
  }

private:
  ring<local_vertex> items_;
};

/// The most urgent vertices first; of equally urgent ones the first that came.
class urgent_list {
public:
  [[nodiscard]] static bool has_to_move(urgency before, urgency now) noexcept {
    return now > before;
  }

  [[nodiscard]] bool empty() const noexcept { return occupied_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  void push(local_vertex v, urgency how) {
    items_[how - 1].push(v);
    occupied_ |= std::uint64_t{1} << (how - 1);
    ++size_;
  }
  [[nodiscard]] local_vertex pop() noexcept {
    const std::size_t first = most_urgent_now();
    const local_vertex v = items_[first].pop_oldest();
    if (items_[first].empty()) { occupied_ &= ~(std::uint64_t{1} << first); }
    --size_;
    return v;
  }
  /// As that of arrival_list, if it is equally urgent as the next; else the next.
  [[nodiscard]] local_vertex later(std::size_t distance) const noexcept {
    const ring<local_vertex>& first = items_[most_urgent_now()];
    return first.peek(distance < first.size() ? distance : 0);
  }

private:
  [[nodiscard]] std::size_t most_urgent_now() const noexcept {
    return static_cast<std::size_t>(std::bit_width(occupied_)) - 1;
  }

  std::array<ring<local_vertex>, most_urgent> items_;
  std::uint64_t occupied_ = 0;  // which of them are not empty
  std::size_t size_ = 0;
};

/// For each owned vertex its score and its residual; for each ghost the part of its residual that
/// its owner was not told of. Accesses are relaxed: an item says only that there was a residual
/// above the threshold, it comes with a message or from the same thread, and the end of the epoch
/// publishes the scores. Whether several workers access residuals at once is asked at run time.
template <std::floating_point T>
class residual_state {
public:
  residual_state(const rank_team& team, const csr_graph& graph)
      : is_shared_(team.num_workers() > 1),
        num_local_(graph.num_local()),
        scores_(graph.num_local()),
        places_(std::size_t{graph.num_local()} + graph.num_ghosts()) {}

  [[nodiscard]] bool is_shared() const noexcept { return is_shared_; }
  [[nodiscard]] bool is_owned(local_vertex v) const noexcept { return v < num_local_; }
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }

  /// Above which the residual makes work. Call: while nobody else accesses it.
  void set_threshold(std::size_t v, double threshold) noexcept {
    places_[v].thresholds_per_one = static_cast<T>(1 / threshold);
  }
  void divide_threshold(std::size_t v, double by) noexcept {
    places_[v].thresholds_per_one = static_cast<T>(places_[v].thresholds_per_one * by);
  }
  /// Sets both of an owned vertex. Call: while nobody else accesses them.
  void set(std::size_t v, double score, double residual) noexcept {
    scores_[v] = score;
    places_[v].residual = static_cast<T>(residual);
  }
  /// Call: one worker at a time for each vertex.
  void raise_score(local_vertex v, T amount) noexcept { scores_[v] += static_cast<double>(amount); }
  [[nodiscard]] double score(std::size_t v) const noexcept { return scores_[v]; }

  [[nodiscard]] T residual(std::size_t v) const noexcept {
    auto& place = const_cast<T&>(places_[v].residual);
    return std::atomic_ref<T>(place).load(std::memory_order_relaxed);
  }
  [[nodiscard]] urgency urgency_at(local_vertex v) const noexcept {
    return urgency_of(residual(v) * places_[v].thresholds_per_one);
  }

  /// Adds to a residual; whether it has to get into a `List`, or to another place there.
  template <typename List>
  [[nodiscard]] bool add(local_vertex v, T amount) noexcept {
    entry& to = places_[v];
    const T before = add_to(to.residual, amount);
    return List::has_to_move(urgency_of(before * to.thresholds_per_one),
                             urgency_of((before + amount) * to.thresholds_per_one));
  }

  /// Takes the residual away if it is above the threshold; else returns 0.
  [[nodiscard]] T take(local_vertex v) noexcept {
    if (urgency_at(v) == 0) { return 0; }
    if (!is_shared_) { return std::exchange(places_[v].residual, T{0}); }
    return std::atomic_ref<T>(places_[v].residual).exchange(0, std::memory_order_relaxed);
  }

  void prefetch(local_vertex v) const noexcept { prefetch_to_write(&places_[v]); }

private:
  struct entry {
    T residual;
    T thresholds_per_one;
  };

  T add_to(T& to, T amount) const noexcept {
    if (!is_shared_) { return std::exchange(to, to + amount); }
    return std::atomic_ref<T>(to).fetch_add(amount, std::memory_order_relaxed);
  }

  bool is_shared_;
  local_vertex num_local_;
  huge_array<double> scores_;
  huge_array<entry> places_;
};

}  // namespace orujo::page_rank
