// Gathers what a page shows of an answer: how its values are spread, and the greatest of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/catalogue/algorithm_answer.hpp"
#include "orujo/cli/options/run_options.hpp"
#include "orujo/cli/report/run_record.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::cli {

struct answer_values;

/// Shows an answer on the page of a run; does nothing if no page is asked for.
class answer_page {
public:
  /// All of them are used until the page is complete.
  answer_page(rank_team& team, const csr_graph& graph, const run_options& options,
              run_record& record) noexcept
      : team_(team), graph_(graph), record_(record), is_wanted_(options.report.has_value()) {}

  /// Whether a page is asked for; the same on every rank.
  [[nodiscard]] bool is_wanted() const noexcept { return is_wanted_; }

  /// Adds a histogram of the first column of numbers in `table`, and the rows where they are
  /// greatest, with degrees of vertices or the other end of an edge; nothing if there is none.
  /// Call: collective. Cost: two looks at each value.
  void add(const result_table& table);

  /// The same of degrees. Call: collective.
  void add_degrees();

private:
  void add(const answer_values& values);

  rank_team& team_;
  const csr_graph& graph_;
  run_record& record_;
  bool is_wanted_;
};

}  // namespace orujo::cli
