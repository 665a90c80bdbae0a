// Where the blocks of many ranks begin, in few bytes for each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "orujo/base/ids.hpp"

namespace orujo {

/// Ascending numbers of vertices, each kept as what it is above the first of its group of 64, in 2,
/// 4 or 8 bytes, as the widest group needs.
class packed_starts {
public:
  explicit packed_starts(std::span<const vertex_id> starts) : size_(starts.size()) {
    vertex_id most = 0;
    for (std::size_t at = 0; at < size_; at += group) {
      const auto some = starts.subspan(at, std::min(group, size_ - at));
      bases_.push_back(some.front());
      most = std::max(most, some.back() - some.front());
    }
    bases_.shrink_to_fit();
    width_ = most <= std::numeric_limits<std::uint16_t>::max()   ? 2
             : most <= std::numeric_limits<std::uint32_t>::max() ? 4
                                                                 : 8;
    bytes_.resize(size_ * width_);
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t above = starts[i] - bases_[i / group];
      std::memcpy(&bytes_[i * width_], &above, width_);  // the lowest bytes come first
    }
  }

  [[nodiscard]] vertex_id operator[](std::size_t i) const noexcept {
    return bases_[i / group] + above(i);
  }

  /// How many are at most `v`.
  [[nodiscard]] std::size_t up_to(vertex_id v) const noexcept {
    const auto next = std::upper_bound(bases_.begin(), bases_.end(), v);
    if (next == bases_.begin()) { return 0; }
    const auto in_group = static_cast<std::size_t>(next - bases_.begin()) - 1;
    std::size_t low = in_group * group + 1;  // the first of the group is at most v
    std::size_t high = std::min(low - 1 + group, size_);
    const std::uint64_t wanted = v - bases_[in_group];
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (above(middle) <= wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  [[nodiscard]] std::uint64_t memory_bytes() const noexcept {
    return bytes_.size() + bases_.size() * sizeof(vertex_id);
  }

private:
  static constexpr std::size_t group = 64;

  template <typename Number>
  [[nodiscard]] std::uint64_t read(std::size_t i) const noexcept {
    Number number = 0;
    std::memcpy(&number, &bytes_[i * sizeof(Number)], sizeof(Number));
    return number;
  }
  [[nodiscard]] std::uint64_t above(std::size_t i) const noexcept {
    if (width_ == 2) { return read<std::uint16_t>(i); }
    return width_ == 4 ? read<std::uint32_t>(i) : read<std::uint64_t>(i);
  }

  std::size_t size_;
  std::size_t width_ = 0;
  std::vector<vertex_id> bases_;  // the first number of each group
  std::vector<std::byte> bytes_;
};

}  // namespace orujo
