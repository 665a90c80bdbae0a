// What a team counted, as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/report/run_record.hpp"

namespace orujo {

/// Adds metrics, declared_metrics, skew and traffic to `document`; traffic is null where it was not
/// counted.
void add_team_figures(json& document, const run_record& record);

}  // namespace orujo
