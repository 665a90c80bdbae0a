// Writes rows of all ranks into one file, from the first rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Writes `heading`, then the rows of all ranks, in the order of ranks: `rows` are this rank's,
/// each with its line end, in pieces that follow each other. The file appears under its name when
/// it is complete; it is packed if the name ends in .gz. Call: collective. Throws, on every rank:
/// agreed_error where the file cannot be written; an older one then stays.
void write_rows(rank_team& team, const std::string& path, std::string_view heading,
                const std::vector<std::string>& rows);

}  // namespace orujo
