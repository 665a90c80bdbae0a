// What k-means found, as files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "orujo/frameworks/map_reduce/kmeans/kmeans.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Writes a row for each point of all ranks to `path`: its number from 0, and its cluster. Formats
/// are those of check_table_name(). Call: collective. Throws: as write_table().
void write_assignments(rank_team& team, const kmeans_result& result, const std::string& path);

/// Writes a row for each cluster: its number, its points, and its centre's coordinates x1, x2, ...
/// Call: collective. Throws: as write_table().
void write_centres(rank_team& team, const kmeans_result& result, const std::string& path);

}  // namespace orujo
