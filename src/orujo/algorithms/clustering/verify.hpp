// Checks clustering coefficients.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/algorithms/clustering/clustering.hpp"

namespace orujo {

/// Something that is wrong, in a sentence for people; vertices by their dense numbers.
struct clustering_violation {
  std::string sentence;

  [[nodiscard]] const std::string& text() const noexcept { return sentence; }
};

/// What is wrong with `found`, the same on every rank; nothing if all is right. Each coefficient
/// times the pairs of neighbours is a number of triangles, and these are counted by merging rows
/// (mistakes_in_triangles()); average and transitivity are computed again. Shares no code with
/// clustering(). Of a directed graph, the targets of each neighbour are looked up among the
/// neighbours of each vertex instead: O(sum of squared degrees), and the rows of all ghosts in
/// memory. Call: collective. Throws: usage_error on every rank if the number of coefficients
/// is wrong on any. Cost, memory: those of mistakes_in_triangles().
[[nodiscard]] std::vector<clustering_violation> verify_clustering(
    rank_team& team, const csr_graph& graph, const clustering_coefficients& found);

}  // namespace orujo
