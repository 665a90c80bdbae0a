// Where and when a run takes place, as a report names it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "orujo/base/text_table.hpp"

namespace orujo {

/// The command line of this process, its version, host, processor and the time now, a line each.
[[nodiscard]] std::vector<text_table::line> run_place_lines();

}  // namespace orujo
