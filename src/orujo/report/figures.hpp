// Figures of results as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "orujo/algorithms/catalogue/algorithm_answer.hpp"
#include "orujo/report/json.hpp"

namespace orujo {

[[nodiscard]] inline json json_of(const figure& one) {
  return std::visit([](const auto& value) { return json(value); }, one.value);
}

}  // namespace orujo
