// Connected components as a vertex program, of a directed graph the weakly connected ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/frameworks/vertex_centric/vertex_program.hpp"

/// The state of a vertex is the least number of a vertex that it has heard of.
struct connected_components {
  using state = std::uint32_t;
  using reduction = orujo::minimum<std::uint32_t>;
  static constexpr orujo::edge_side side = orujo::edge_side::both;

  static state initial(const orujo::program_vertex&) { return reduction::none(); }
  static state first(const orujo::program_vertex& v) { return static_cast<state>(v.id); }
  static state gather(state told) { return told; }
  static bool apply(const orujo::program_vertex&, state& mine, state total) {
    const bool is_less = total < mine;
    mine = total;
    return is_less;
  }
  static state scatter(const orujo::program_vertex&, const state& mine) { return mine; }
};
