// How algorithms whose operators run as activities are told what keeps these apart.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/counts.hpp"
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"

namespace orujo {

/// The options --isolation and --coarsen, for those of the methods that run activities.
[[nodiscard]] std::vector<option_entry> isolation_options(const std::vector<method_entry>& methods);

/// What --isolation and --coarsen say. Throws: usage_error, also if the method runs no activities,
/// if its operators are not served by the mechanism, or if this rank's processor does not have it.
[[nodiscard]] isolation_choice isolation_in(const method_entry& method,
                                            const option_values& options);

/// Adds what activities came to, the same on every rank, to the work.
void add_activities(algorithm_answer& answer, const activity_counts& counts);

}  // namespace orujo
