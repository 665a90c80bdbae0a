// Gathers what a page shows of an answer: how its values are spread, and the greatest of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/tables/result_table.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/run_record.hpp"

namespace orujo {

/// Adds to the record of a page, for each table of an answer, a histogram of its first column of
/// numbers and the rows where they are greatest, with degrees of vertices or the other end of an
/// edge; then the same of degrees. Tables without numbers have none.
/// Call: collective. Cost: two looks at each value.
void add_pictures(rank_team& team, const csr_graph& graph, std::span<const result_table> tables,
                  run_record& record);

}  // namespace orujo
