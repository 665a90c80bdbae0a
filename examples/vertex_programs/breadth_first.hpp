// Breadth-first search as a vertex program: a parent for each vertex that is reached.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/frameworks/vertex_centric/vertex_program.hpp"

/// The first that a vertex hears of is its parent, of several the least; then it tells its own
/// number, once.
struct breadth_first {
  using state = orujo::vertex_id;  ///< The parent; the source is its own.
  using reduction = orujo::minimum<orujo::vertex_id>;

  orujo::vertex_id source;

  static state initial(const orujo::program_vertex&) { return orujo::no_vertex; }
  [[nodiscard]] std::optional<state> first(const orujo::program_vertex& v) const {
    return v.id == source ? std::optional<state>(source) : std::nullopt;
  }
  static state gather(state told) { return told; }
  static bool apply(const orujo::program_vertex&, state& mine, state total) {
    const bool is_new = mine == orujo::no_vertex;
    if (is_new) { mine = total; }
    return is_new;
  }
  static state scatter(const orujo::program_vertex& v, const state&) { return v.id; }
};
