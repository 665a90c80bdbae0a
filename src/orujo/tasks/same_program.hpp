// Whether all ranks know the same closures that travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Takes closures of libraries that have been loaded since into the table, and compares the tables
/// of all ranks. Call: collective. Throws: agreed_error if they differ. Cost: three collectives.
void require_same_program(rank_team& team);

}  // namespace orujo
