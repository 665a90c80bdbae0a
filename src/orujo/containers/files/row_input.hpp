// Reads the rows of a table on all workers of all ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Takes a row: its cells as they stand in it. Throws malformed_text for a cell, usage_error for
/// the row, or another error.
using row_taker = std::function<void(worker& self, std::span<const std::string_view> cells)>;

/// Calls `take` for the rows of a CSV file behind its heading, which is `heading`; compressed or
/// not. Blocks of rows go to whichever worker comes first. All of it is an epoch, in which `take`
/// may send. Call: collective. Throws, on every rank: agreed_error, which names the file, line and
/// column of the first problem found on the lowest rank that has one, once the epoch has ended.
void read_rows(rank_team& team, const std::string& path, std::string_view heading,
               const row_taker& take);

}  // namespace orujo
