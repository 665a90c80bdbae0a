// Names, in lower case, that columns have in the files of others.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace orujo::io {

inline constexpr std::array<std::string_view, 14> source_columns = {
    "source", "src",     "from",   "u",        "tail",  "node_1",    "source_id",
    "src_id", "from_id", "fromid", "sourceid", "start", ":start_id", "fromnodeid"};
inline constexpr std::array<std::string_view, 16> target_columns = {
    "target",    "dst",    "dest",  "destination", "to",       "v",   "head",    "node_2",
    "target_id", "dst_id", "to_id", "toid",        "targetid", "end", ":end_id", "tonodeid"};
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
