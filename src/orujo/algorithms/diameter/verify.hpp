// Checks eccentricities.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/algorithms/diameter/diameter.hpp"

namespace orujo {

/// Something that is wrong, in a sentence for people; vertices by their dense numbers.
struct diameter_violation {
  std::string sentence;

  [[nodiscard]] const std::string& text() const noexcept { return sentence; }
};

/// What is wrong with `found`, the same on every rank; nothing if nothing is seen. Searches again
/// from the peripheral and the central vertex, and from all others of a graph of up to 4,096
/// vertices; of a larger one from 64 that are drawn. Their eccentricities lie between the bounds,
/// none is above the diameter, nor, of those that the central vertex reaches, below the radius.
/// Shares no code with diameter().
/// Call: collective. Throws: usage_error on every rank if the number of bounds is wrong on any.
/// Cost: a look at every edge by one worker of each rank for each search.
[[nodiscard]] std::vector<diameter_violation> verify_diameter(rank_team& team,
                                                              const csr_graph& graph,
                                                              const eccentricity_bounds& found);

}  // namespace orujo
