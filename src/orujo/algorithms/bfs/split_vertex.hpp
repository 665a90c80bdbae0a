// A vertex as a search sends it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/base/ids.hpp"

namespace orujo::breadth_first {

/// A vertex in halves, so that a message is 12 bytes.
struct split_vertex {
  std::uint32_t low;
  std::uint32_t high;

  [[nodiscard]] static split_vertex of(vertex_id v) noexcept {
    return {static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(v >> 32)};
  }
  [[nodiscard]] vertex_id whole() const noexcept { return vertex_id{high} << 32 | low; }
};

}  // namespace orujo::breadth_first
