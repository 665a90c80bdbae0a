// Communities by label propagation (CDLP of LDBC Graphalytics) as a vertex program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "orujo/frameworks/vertex_centric/gathering_engine.hpp"

/// All vertices at once take the label that most of their neighbours have, of several the least. A
/// neighbour that edges lead to and from counts twice.
struct label_propagation {
  using state = orujo::vertex_id;
  using heard = std::vector<orujo::vertex_id>;
  static constexpr orujo::edge_side side = orujo::edge_side::both;

  static state initial(const orujo::program_vertex& v) { return v.id; }
  static void gather(heard& labels, const orujo::program_neighbour<state>& neighbour) {
    labels.push_back(neighbour.state);
  }
  static bool apply(const orujo::program_vertex&, state& mine, heard& labels) {
    const state before = mine;
    std::ranges::sort(labels);
    std::size_t most = 0;
    for (std::size_t first = 0, end = 0; first < labels.size(); first = end) {
      while (end < labels.size() && labels[end] == labels[first]) { ++end; }
      if (end - first > most) {
        most = end - first;
        mine = labels[first];
      }
    }
    return mine != before;
  }
};
