// The binomial tree over the workers of the team that barriers and reductions follow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/memory/home_memory.hpp"

namespace orujo {

/// A worker's place in it. Home 0 is the root; the parent of another one is its number without the
/// lowest set bit. A subtree is a stretch of homes, so that most edges stay inside a rank.
class home_tree {
public:
  constexpr home_tree(home_id here, std::uint32_t homes)
      : here_(index_of(here)),
        size_(std::min(here_ == 0 ? homes : here_ & (~here_ + 1), homes - here_)) {}

  /// Of the calling worker. Call: a task or a handler.
  [[nodiscard]] static home_tree of_this_worker() {
    return {this_memory().home(), this_memory().num_homes()};
  }

  [[nodiscard]] constexpr bool is_root() const noexcept { return here_ == 0; }
  /// Call: not at the root.
  [[nodiscard]] constexpr home_id parent() const noexcept { return home_id{here_ & (here_ - 1)}; }
  /// Which of its parent's children it is.
  [[nodiscard]] constexpr std::uint32_t number() const noexcept {
    return static_cast<std::uint32_t>(std::countr_zero(here_));
  }
  /// Homes of the subtree, with this one.
  [[nodiscard]] constexpr std::uint32_t size() const noexcept { return size_; }

  [[nodiscard]] constexpr std::uint32_t num_children() const noexcept {
    return static_cast<std::uint32_t>(std::bit_width(size_ - 1));
  }
  [[nodiscard]] constexpr home_id child(std::uint32_t number) const noexcept {
    return home_id{here_ + (std::uint32_t{1} << number)};
  }

private:
  std::uint32_t here_;
  std::uint32_t size_;
};

}  // namespace orujo
