// Runs an algorithm of the catalogue on a graph in memory, and keeps what it found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/python/column_array.hpp"
#include "orujo/python/kept_graph.hpp"
#include "orujo/python/kept_run.hpp"

namespace orujo::python {

/// What is asked for.
struct entry_request {
  const algorithm_entry& entry;
  algorithm_choices choices;
  std::vector<std::string> sources = {};              ///< As the input calls them.
  bool is_one_source = false;                         ///< One was named, not a list.
  std::optional<std::uint64_t> drawn = std::nullopt;  ///< So many are drawn.
  bool weights_ignored = false;                       ///< Each edge counts 1.
  bool gathers = true;  ///< Whether every rank gets the rows of all; else it keeps its own.
  std::function<void(double)> on_progress = {};  ///< Told shares from 0 to 1, now and then.
};

/// A column that belongs to itself. No value is `none` of whole numbers, -1 of vertices, NaN of
/// others.
struct found_column {
  std::string name;
  std::variant<column_array<std::int64_t>, column_array<std::uint64_t>, column_array<double>,
               column_array<std::uint8_t>>
      values;
  bool are_vertices = false;                        ///< Their numbers in the graph.
  std::optional<std::int64_t> none = std::nullopt;  ///< What stands where rows may have no value.
};

/// The answer, in memory of its own, with the rows of all ranks or of this one.
struct entry_answer {
  std::shared_ptr<kept_run> kept;                 ///< All but the rows.
  std::string things;                             ///< What the rows are of.
  std::string key;                                ///< What the first column is called.
  std::optional<std::vector<std::int64_t>> keys;  ///< Vertices of the rows, if not one for each.
  std::vector<found_column> columns;
  std::uint64_t first_row = 0;  ///< Of this rank's rows among those of all ranks.
  std::uint64_t own_rows = 0;
  std::optional<std::string> problem;  ///< What verification found; empty: all is right.
  std::uint64_t edges_traversed = 0;
  double seconds = 0;        ///< Of the run.
  double seconds_graph = 0;  ///< To bring the graph into the form that is needed.
};

/// Throws usage_error where the choices do not go together. Call: any thread.
void check_request(const entry_request& request);

/// Call: collective. Throws: as the algorithm; agreed_error for a source that is no vertex.
[[nodiscard]] entry_answer run_entry(rank_team& team, kept_graph& graph,
                                     const entry_request& request);

}  // namespace orujo::python
