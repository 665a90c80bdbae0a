// Core numbers are the levels at which peeling takes vertices away.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/cores/kcore.hpp"

#include <utility>

#include "orujo/traversal/peeling.hpp"

namespace orujo {

core_numbers kcore(rank_team& team, const csr_graph& graph) {
  peeled_vertices peeled = peel(team, graph);
  return {.core = std::move(peeled.core),
          .round = std::move(peeled.round),
          .left = std::move(peeled.left),
          .facts = {.max_core = peeled.max_core, .rounds = peeled.rounds}};
}

void core_numbers::describe(report_card& card) const {
  card.add(report_section::algorithm,
           {"method", "peeling", {{"rounds", static_cast<double>(facts.rounds), ""}}});
}

}  // namespace orujo
