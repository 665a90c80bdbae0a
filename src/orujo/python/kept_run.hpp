// What is kept of a run, and the page that is made of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/vertex_names.hpp"
#include "orujo/python/kept_graph.hpp"
#include "orujo/report/run_record.hpp"

namespace orujo::python {

/// A table of one column of numbers, in memory of its own; rows of this rank.
struct kept_table {
  std::string things;
  std::string key;
  std::string label;
  std::vector<vertex_id> keys;
  std::vector<double> values;
};

/// A run without its columns, which belong to the program.
struct kept_run {
  const algorithm_entry& entry;
  std::string method;
  std::uint64_t seed;
  shared_graph graph;  ///< The form that was given to the algorithm.
  std::vector<vertex_id> sources = {};
  algorithm_answer answer = {};  ///< Its tables have no rows.
  int workers = 0;               ///< Of each rank.
  rank_counts before = {};       ///< What this rank had counted before the run,
  rank_counts after = {};        ///< and behind it.
  trial_record trial = {};
  report_card card = {};                     ///< What the algorithm has chosen.
  std::unique_ptr<run_record> history = {};  ///< What was kept over time, if anything.
  std::vector<kept_table> further = {};
};

/// A column as the program has it, with the rows of all ranks.
using program_column = std::variant<std::span<const std::int64_t>, std::span<const std::uint64_t>,
                                    std::span<const double>, std::span<const std::uint8_t>>;

/// Stands for "no value" among whole numbers that are not negative, and among vertices.
inline constexpr std::int64_t usual_none = -1;

/// What the program reads of whole numbers where there is no value: usual_none, or what is stored
/// if that is less, as values may be negative then. Nothing: each row has a value.
[[nodiscard]] std::optional<std::int64_t> none_of(const result_column& column);

/// Columns in the order of the answer's, none_of() and NaN where there is no value.
struct program_table {
  std::optional<std::span<const std::int64_t>> keys = std::nullopt;
  std::vector<program_column> columns = {};
};

/// Notes what the rank has counted, and what the team has kept over time if it does so.
/// Call: collective, right behind the run.
void note_team(kept_run& kept, rank_team& team);

/// Takes out of the answer's tables what pages show, which the run will not keep.
void keep_tables(kept_run& kept);

/// The page of the run, as the command writes it; complete on the first rank. Vertices are called
/// by `names` where the graph does not know what they are called.
/// Call: collective. Cost: some looks at each value.
[[nodiscard]] std::string page_of(rank_team& team, const kept_run& kept, const program_table& table,
                                  const std::optional<vertex_names>& names);

}  // namespace orujo::python
