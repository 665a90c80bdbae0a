// PageRank as a vertex program, with GraphLab's rule of when a vertex is done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "orujo/frameworks/vertex_centric/vertex_program.hpp"

/// Ranks add up to the number of vertices, if each has an out-edge. A vertex tells its neighbours
/// of its rank once, and then by how much it has changed, if that is more than `threshold` for each
/// of its edges; what is less waits until it has added up.
struct page_rank {
  struct state {
    double rank;
    double told;  ///< The part of the rank that the neighbours know of.
  };
  using reduction = orujo::addition<double>;

  double damping = 0.85;
  double threshold = 1e-2;

  static state initial(const orujo::program_vertex&) { return {0, 0}; }
  static double first(const orujo::program_vertex&) { return 0; }
  static double gather(double told) { return told; }
  bool apply(const orujo::program_vertex& v, state& mine, double total) const {
    mine.rank = 1 - damping + damping * total;
    const bool is_untold = mine.told == 0;
    return is_untold || std::abs(mine.rank - mine.told) > threshold * edges_of(v);
  }
  static double scatter(const orujo::program_vertex& v, state& mine) {
    const double change = mine.rank - mine.told;
    mine.told = mine.rank;
    return change / edges_of(v);
  }

private:
  static double edges_of(const orujo::program_vertex& v) {
    return v.degree == 0 ? 1 : static_cast<double>(v.degree);
  }
};
