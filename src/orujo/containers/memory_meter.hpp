// Asks for memory before what a worker holds of a container grows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Whose memory it is, for errors, and how much all that share this host may take.
struct memory_bound {
  std::string name;
  std::uint64_t limit_bytes = 0;  ///< On this host; 0: what is available.
  std::uint64_t sharers = 1;      ///< Workers of this host, each of which may hold as much.
};

/// That of each worker of `team`, as the setting `memory_limit_bytes` has it.
[[nodiscard]] memory_bound memory_bound_of(rank_team& team, std::string name);

/// Throws memory_error, naming `what` and `bound.name`, if `bytes` of each sharer do not fit.
void require_share(const memory_bound& bound, std::uint64_t bytes, std::string_view what);

/// The same for `bytes` of each rank, on every rank. Call: collective. Throws: agreed_error.
void require_rank_share(rank_team& team, std::uint64_t bytes, std::string_view what);

/// Bytes that a value holds outside itself.
template <typename T>
[[nodiscard]] std::size_t bytes_beside(const T& value) noexcept {
  if constexpr (std::is_same_v<T, std::string>) {
    constexpr std::size_t most_inside = 15;
    return value.capacity() > most_inside ? value.capacity() + 1 : 0;
  } else {
    static_cast<void>(value);
    return 0;
  }
}
template <typename T>
[[nodiscard]] std::size_t bytes_beside(const std::vector<T>& list) noexcept {
  std::size_t bytes = list.capacity() * sizeof(T);
  if constexpr (!std::is_trivially_copyable_v<T>) {
    for (const T& each : list) { bytes += bytes_beside(each); }
  }
  return bytes;
}

/// Counts bytes as they come, and asks for a stretch of memory ahead of them. What goes away, or
/// replaces others, need not be told: before it asks, it has all counted anew.
class memory_meter {
public:
  explicit memory_meter(memory_bound bound) : bound_(std::move(bound)) { clear(); }

  [[nodiscard]] const memory_bound& bound() const noexcept { return bound_; }

  /// So many bytes come; `held()` counts those that are there. Throws: memory_error.
  template <typename Held>
  void expect(std::size_t more, std::string_view what, const Held& held) {
    counted_ += more;
    if (counted_ > allowed_) [[unlikely]] { ask(held() + more, what); }
  }

  void clear() noexcept {
    counted_ = 0;
    allowed_ = first_stretch();
  }
  /// Exchanges what was counted; each keeps its bound.
  void swap(memory_meter& other) noexcept {
    std::swap(counted_, other.counted_);
    std::swap(allowed_, other.allowed_);
  }

private:
  /// So much is taken without a look at the memory that is left.
  [[nodiscard]] std::uint64_t first_stretch() const noexcept {
    return std::uint64_t{bound_.limit_bytes == 0 ? 16U : 1U} << 20U;
  }
  void ask(std::uint64_t bytes, std::string_view what);

  memory_bound bound_;
  std::uint64_t counted_ = 0;
  std::uint64_t allowed_ = 0;
};

}  // namespace orujo
