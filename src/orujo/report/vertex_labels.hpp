// What the input calls vertices, as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/report/json.hpp"

namespace orujo {

/// A number for each of `input_ids`, or a string where vertices have names.
/// Call: collective.
[[nodiscard]] std::vector<json> labels_of(rank_team& team, const csr_graph& graph,
                                          std::span<const std::uint64_t> input_ids);

/// A label for people.
[[nodiscard]] std::string text_of_label(const json& label);

}  // namespace orujo
