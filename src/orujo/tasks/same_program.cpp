// Compares the hashes of the closure tables.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/same_program.hpp"

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/closure_table.hpp"

namespace orujo {

void require_same_program(rank_team& team) {
  closure_table& closures = closure_table::of_this_program();
  closures.take_in_loaded();
  barrier(team);  // ranks of one process share a table: all have taken in the same
  const std::uint64_t own = closures.hash();
  const bool same = all_min(team, own) == all_max(team, own);
  require_everywhere(
      same,
      "the ranks do not run the same program, or have not loaded the same libraries: "
      "the closures that they know differ");
}

}  // namespace orujo
