// The loops of gups that are not the whole of it: see gups.hpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/benchmarks/gups/gups.hpp"

namespace orujo {

/// The styles that are tasks over global memory. Call: collective.
[[nodiscard]] gups_result gups_of_tasks(rank_team& team, const gups_options& options);

/// The style `channel`. Call: collective.
[[nodiscard]] gups_result gups_of_channel(rank_team& team, const gups_options& options);

}  // namespace orujo
