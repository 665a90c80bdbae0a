// Says which row of a file that should hold a vector has an index that cannot be.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Throws agreed_error at a row of `path` whose index, in the first column, is not below their
/// number, `rows`, or stands in another row, too; one of them does. The file is read again. Call:
/// collective. Memory: a count for each row, on all ranks together.
[[noreturn]] void refuse_indices(rank_team& team, const std::string& path, std::uint64_t rows);

}  // namespace orujo
