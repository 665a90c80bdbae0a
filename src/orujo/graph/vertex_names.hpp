// Names that an input gives its vertices, one behind the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/graph/block_partition.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// A list of texts in two arrays. A value. Memory: the texts, and 8 bytes for each.
class vertex_names {
public:
  vertex_names() = default;

  /// Name i ends before `ends[i]` in `bytes`; ends rise to the number of bytes.
  vertex_names(std::vector<std::uint64_t> ends, std::vector<char> bytes)
      : ends_(std::move(ends)), bytes_(std::move(bytes)) {}

  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
    return {bytes_.data() + begin, static_cast<std::size_t>(ends_[i] - begin)};
  }

  [[nodiscard]] const std::vector<std::uint64_t>& ends() const noexcept { return ends_; }
  [[nodiscard]] const std::vector<char>& bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept {
    return ends_.size() * sizeof(std::uint64_t) + bytes_.size();
  }

  void reserve(std::size_t names, std::size_t bytes) {
    ends_.reserve(names);
    bytes_.reserve(bytes);
  }
  void add(std::string_view name);

  /// Names first … last-1 as one letter to another rank.
  [[nodiscard]] std::vector<std::byte> packed(std::size_t first, std::size_t last) const;
  /// Adds the names of such a letter.
  void add_packed(std::span<const std::byte> letter);

private:
  std::vector<std::uint64_t> ends_;
  std::vector<char> bytes_;
};

/// The names of the vertices that this rank owns by `wanted`, where `held` are those of the
/// vertices from `first` on; ranks hold names in the order of vertices. Call: collective.
[[nodiscard]] vertex_names moved_names(rank_team& team, const vertex_names& held, vertex_id first,
                                       const block_partition& wanted);

}  // namespace orujo
