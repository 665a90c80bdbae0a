// Graphs that are computed instead of read: the same edges for every number of ranks and workers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "orujo/graph/edge_input.hpp"

namespace orujo {

/// Whether `spec` names a generator: it begins with a known one's name and a colon.
[[nodiscard]] bool is_generator(std::string_view spec) noexcept;

/// Opens the generator that `spec` describes; what is random depends on `seed` alone.
///
/// - `kron:SCALE[:DEGREE]`: Kronecker graph by Graph500's rules, 2^SCALE vertices, DEGREE (16)
///   edges for each, vertices and edges permuted.
/// - `rmat:SCALE:DEGREE:A,B,C,D`: the same with other probabilities of the quadrants, also by name:
///   `ER`, `G500`, `G`, `B`, `G~`.
/// - `uniform:SCALE[:DEGREE]`: both ends of each edge uniform (Erdős–Rényi with repetition).
/// - `random4n:SCALE`: the same with 4·2^SCALE edges, as Random4-n of the 9th DIMACS challenge.
/// - `grid:ROWSxCOLS`: each vertex joined to its neighbours to the right and below.
/// - `smallworld:N:K:P`: a ring of N vertices, each joined to its K nearest, the far end of each
///   edge moved elsewhere with probability P (Watts and Strogatz 1998). Two edges may coincide.
///
/// All are undirected and without weights. Throws: usage_error that shows the right form.
[[nodiscard]] std::unique_ptr<edge_input> open_generator(std::string_view spec, std::uint64_t seed,
                                                         input_part part);

/// All forms of a spec, for help texts: "kron:SCALE[:DEGREE], …".
[[nodiscard]] std::string generator_forms();

}  // namespace orujo
