// Gathers what a page shows of an answer: how its values are spread, and the greatest of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "orujo/algorithms/catalogue/algorithm_answer.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/cli/report/run_record.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::cli {

/// The value of a thing that has none.
inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Things that an answer has values of, some of them on each rank.
struct answer_values {
  std::string things;         ///< "vertices"
  std::string value;          ///< "depth"
  std::string id = "vertex";  ///< What names a thing.
  std::string second = {};    ///< What else is said of the greatest: "degree"; empty: nothing.
  std::uint64_t count = 0;    ///< Of this rank.
  /// Of thing i of this rank: its value, no_value where it has none; its id; what else is said.
  std::function<double(std::uint64_t)> value_of;
  std::function<std::uint64_t(std::uint64_t)> id_of;
  std::function<std::uint64_t(std::uint64_t)> second_of = {};
  bool second_is_vertex = false;  ///< What else is said is the id of a vertex, as the id is.
};

/// Shows an answer on the page of a run; does nothing if no page is asked for.
class answer_page {
public:
  /// All of them are used until the page is complete.
  answer_page(rank_team& team, const csr_graph& graph, const run_options& options,
              run_record& record) noexcept
      : team_(team), graph_(graph), record_(record), is_wanted_(options.report.has_value()) {}

  /// Whether a page is asked for; the same on every rank.
  [[nodiscard]] bool is_wanted() const noexcept { return is_wanted_; }

  /// Adds a histogram of values, and the things of greatest value.
  /// Call: collective. Cost: two looks at each value.
  void add(const answer_values& values);

  /// The same for the first column of numbers in `table`, with degrees of vertices, or the other
  /// end of an edge; nothing if there is none. Call: collective.
  void add(const result_table& table);

  /// Degrees alone. Call: collective.
  void add_degrees();

private:
  rank_team& team_;
  const csr_graph& graph_;
  run_record& record_;
  bool is_wanted_;
};

}  // namespace orujo::cli
