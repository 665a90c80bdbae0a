// Who holds the elements of this rank: a marker for each, which messages and workers set.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "orujo/base/error.hpp"
#include "orujo/base/system_threads.hpp"

namespace orujo::activities {

/// An attempt at an activity: its worker in the team, its place there, and which attempt it is. No
/// two attempts have the same name until a place has seen 2^32 of them, so that a release that is
/// late, of an attempt that was given up, frees nothing of the next one.
class attempt_name {
public:
  static constexpr unsigned home_bits = 20;
  static constexpr unsigned slot_bits = 12;
  static constexpr std::size_t most_homes = std::size_t{1} << home_bits;
  static constexpr std::size_t most_slots = std::size_t{1} << slot_bits;

  attempt_name() = default;
  attempt_name(std::size_t home, std::size_t slot, std::uint32_t attempt) noexcept
      : word_(std::uint64_t{attempt} << 32U | slot << home_bits | home) {}

  [[nodiscard]] std::size_t home() const noexcept { return word_ & (most_homes - 1); }
  [[nodiscard]] std::size_t slot() const noexcept { return word_ >> home_bits & (most_slots - 1); }
  [[nodiscard]] std::uint64_t word() const noexcept { return word_; }

private:
  std::uint64_t word_ = 0;  // attempts count from 1: that of a free marker is 0
};

/// Throws: usage_error if there are not as many names as `homes` workers of a team with `in_flight`
/// activities each take: two attempts of one name would release each other's elements.
inline void require_names(std::size_t homes, std::size_t in_flight) {
  require(homes <= attempt_name::most_homes,
          "distributed activities: a team has 1,048,576 workers at most, all ranks together");
  require(in_flight <= attempt_name::most_slots,
          "distributed activities: in_flight is 4096 at most");
}

/// Markers of elements, by their numbers modulo as many markers as there are. All calls: any
/// worker. What was written to an element before its release is seen by who takes it next.
template <typename Threads>
class basic_ownership_markers {
public:
  enum class outcome : std::uint8_t { taken, held_before, refused };

  /// `least` markers, rounded up to a power of two. Memory: 8 bytes for each.
  explicit basic_ownership_markers(std::size_t least)
      : mask_(std::bit_ceil(std::max<std::size_t>(1, least)) - 1),
        markers_(std::make_unique<marker_type[]>(mask_ + 1)) {}

  [[nodiscard]] outcome take(std::uint32_t number, attempt_name who) noexcept {
    marker_type& marker = markers_[number & mask_];
    std::uint64_t holder = marker.load(std::memory_order_relaxed);
    if (holder == who.word()) { return outcome::held_before; }
    const bool is_taken =
        holder == 0 && marker.compare_exchange_strong(holder, who.word(), std::memory_order_acquire,
                                                      std::memory_order_relaxed);
    return is_taken ? outcome::taken : outcome::refused;
  }

  /// Frees the marker if `who` has it: elements that share one are released together.
  void release(std::uint32_t number, attempt_name who) noexcept {
    marker_type& marker = markers_[number & mask_];
    // Nobody else changes a marker that `who` has, and who reads another name leaves it alone.
    if (marker.load(std::memory_order_relaxed) == who.word()) {
      marker.store(0, std::memory_order_release);
    }
  }

  /// How many are set. Call: while nobody takes or releases any.
  [[nodiscard]] std::size_t num_set() const noexcept {
    return static_cast<std::size_t>(
        std::count_if(markers_.get(), markers_.get() + mask_ + 1,
                      [](const auto& marker) { return marker.load() != 0; }));
  }

private:
  using marker_type = typename Threads::template atomic<std::uint64_t>;

  std::size_t mask_;
  std::unique_ptr<marker_type[]> markers_;
};

using ownership_markers = basic_ownership_markers<system_threads>;

}  // namespace orujo::activities
