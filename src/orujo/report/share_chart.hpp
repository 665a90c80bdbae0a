// Where the time of each worker went, as a picture in a page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/runtime/trace/time_shares.hpp"

namespace orujo {

/// A bar for each worker, cut into the shares of its time, which are 100 % together. Neighbouring
/// workers are added up where there would be more than 64 bars.
[[nodiscard]] std::string share_chart(const std::vector<worker_time>& workers);

/// "Workers spent their time computing (62 %), …; worker 1 of rank 0 waited the longest (40 %), …"
[[nodiscard]] std::string sentence_of(const std::vector<worker_time>& workers);

}  // namespace orujo
