// What a record says of an answer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "orujo/algorithms/catalogue/algorithm_answer.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/run_record.hpp"

namespace orujo {

/// Adds figures, remarks, the work that it took, and lists of vertices as the input calls them.
/// Takes the history out of `answer`. Call: collective.
void add_answer(rank_team& team, const csr_graph& graph, algorithm_answer& answer,
                run_record& record);

/// Which column has scores, and how many of the greatest are listed.
struct top_choice {
  std::string_view scored;  ///< No column is called so: nothing is listed.
  std::uint64_t count;
};

/// The vertices of greatest score, for `top` of a result; nothing if there are no scores.
/// Call: collective.
[[nodiscard]] std::optional<json> top_of(rank_team& team, const csr_graph& graph,
                                         const result_table& table, const top_choice& choice);

}  // namespace orujo
