// Colouring by activities that take a colour first and mend what that breaks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/algorithms/colouring/colour.hpp"

namespace orujo {

/// After E. G. Boman, D. Bozdağ, U. Catalyurek, A. H. Gebremedhin and F. Manne, *A scalable
/// parallel graph coloring algorithm for distributed memory computers*, Euro-Par 2005, as
/// activities: in a round each vertex that waits for a colour takes the lowest that no neighbour
/// has, as far as it knows. An operator looks once more, and where a neighbour has come first, one
/// of both, drawn at random, waits for the next round: fire-and-return, may fail. Neighbours on
/// different ranks hear of each other behind the round, and draw alike. Colours depend on timing.
/// Call, throws: as colour(), and as mechanism_in_force(). Cost: a round is a look at the edges of
/// those that wait, and with several ranks a value for each mirror and ghost; most vertices wait
/// once. Memory: 20 bytes for each owned vertex, 4 for each ghost.
[[nodiscard]] colouring recoloured(rank_team& team, const csr_graph& graph,
                                   const isolation_choice& isolation, std::uint64_t seed);

}  // namespace orujo
