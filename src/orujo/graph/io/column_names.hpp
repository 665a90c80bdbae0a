// Names, in lower case, that columns have in the files of others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace orujo::io {

inline constexpr std::array<std::string_view, 14> source_columns = {
    "source", "src",     "from",   "u",        "tail",  "node_1",    "source_id",
    "src_id", "from_id", "fromid", "sourceid", "start", ":start_id", "fromnodeid"};
inline constexpr std::array<std::string_view, 16> target_columns = {
    "target",    "dst",    "dest",  "destination", "to",       "v",   "head",    "node_2",
    "target_id", "dst_id", "to_id", "toid",        "targetid", "end", ":end_id", "tonodeid"};

/// Names of source and target that say so together, where no column has one of those above.
struct end_columns {
  std::string_view source;
  std::string_view target;
};
inline constexpr std::array<end_columns, 18> paired_columns = {{
    {"s", "t"},
    {"id1", "id2"},
    {"id_1", "id_2"},
    {"node1", "node2"},
    {"vertex1", "vertex2"},
    {"v1", "v2"},
    {"user1", "user2"},
    {"person1", "person2"},
    {"author1", "author2"},
    {"name1", "name2"},
    {"person", "friend"},
    {"user", "friend"},
    {"follower", "followee"},
    {"follower", "followed"},
    {"sender", "receiver"},
    {"citing", "cited"},
    {"source_name", "target_name"},
    {"from_name", "to_name"},
}};

/// The first pair of which both are among `names`, in lower case; null if there is none.
[[nodiscard]] inline const end_columns* paired_names(const std::vector<std::string>& names) {
  const auto is_there = [&](const end_columns& pair) {
    return std::find(names.begin(), names.end(), pair.source) != names.end() &&
           std::find(names.begin(), names.end(), pair.target) != names.end();
  };
  const auto* const found = std::find_if(paired_columns.begin(), paired_columns.end(), is_there);
  return found == paired_columns.end() ? nullptr : found;
}

inline constexpr std::array<std::string_view, 9> weight_columns = {
    "weight", "weights", "w", "wt", "cost", "distance", "dist", "length", "capacity"};

/// The only one of these that is there is the weight, where no column is called so.
inline constexpr std::array<std::string_view, 17> measure_columns = {
    "km",          "kilometres", "kilometers", "metres",   "meters",      "miles",
    "hours",       "minutes",    "seconds",    "duration", "travel_time", "traveltime",
    "distance_km", "distance_m", "length_km",  "length_m", "dist_km"};

/// The first of these that is there is the vertex; before them, what Neo4j marks with ":ID".
inline constexpr std::array<std::string_view, 10> vertex_columns = {
    "id", "vertex", "vertex_id", "vertexid", "node_id", "nodeid", "node", "key", "name", "label"};

}  // namespace orujo::io
