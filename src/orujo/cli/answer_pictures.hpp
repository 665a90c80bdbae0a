// Gathers what a page shows of an answer: how its values are spread, and the greatest of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "orujo/cli/run_options.hpp"
#include "orujo/cli/run_record.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::cli {

/// The value of a thing that has none.
inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Things that an answer has values of, some of them on each rank.
struct answer_values {
  std::string things;            ///< "vertices"
  std::string value;             ///< "depth"
  std::string id = "vertex";     ///< What names a thing.
  std::string second = {};       ///< What else is said of the greatest: "degree"; empty: nothing.
  std::uint64_t count = 0;       ///< Of this rank.
  /// Of thing i of this rank: its value, no_value where it has none; its id; what else is said.
  std::function<double(std::uint64_t)> value_of;
  std::function<std::uint64_t(std::uint64_t)> id_of;
  std::function<std::uint64_t(std::uint64_t)> second_of = {};
};

/// Adds a histogram of the values, and the things of greatest value, to what a page shows.
/// Does nothing if no page is asked for. Call: collective. Cost: two looks at each value.
void show_values(rank_team& team, const run_options& options, run_record& record,
                 const answer_values& values);

/// The same for a value of each vertex, with degrees, followed by a histogram of degrees.
/// `value_of(v)` says it of an owned vertex. Call: collective.
void show_vertices(rank_team& team, const csr_graph& graph, const run_options& options,
                   run_record& record, const std::string& value,
                   const std::function<double(local_vertex)>& value_of);

/// Degrees alone. Call: collective.
void show_degrees(rank_team& team, const csr_graph& graph, const run_options& options,
                  run_record& record);

}  // namespace orujo::cli
