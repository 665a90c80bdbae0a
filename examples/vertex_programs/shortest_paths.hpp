// Shortest paths from one vertex as a vertex program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/frameworks/vertex_centric/vertex_program.hpp"

/// The state of a vertex is its distance, of which it tells its neighbours when it gets shorter.
/// Distances of 2^32-1 and more are as none.
struct shortest_paths {
  using state = std::uint32_t;
  using weight_type = std::uint32_t;
  using reduction = orujo::minimum<std::uint32_t>;

  orujo::vertex_id source;

  static state initial(const orujo::program_vertex&) { return reduction::none(); }
  [[nodiscard]] std::optional<state> first(const orujo::program_vertex& v) const {
    return v.id == source ? std::optional<state>(0) : std::nullopt;
  }
  static state gather(state told, weight_type length) {
    return length < reduction::none() - told ? told + length : reduction::none();
  }
  static bool apply(const orujo::program_vertex&, state& mine, state total) {
    const bool is_nearer = total < mine;
    mine = total;
    return is_nearer;
  }
  static state scatter(const orujo::program_vertex&, const state& mine) { return mine; }
};
