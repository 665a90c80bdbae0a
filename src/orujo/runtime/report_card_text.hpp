// A report card for people and for programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/base/report_card.hpp"

namespace orujo {

/// The card as a table: one heading for each section, one line for each choice with its numbers.
[[nodiscard]] std::string report_card_text(const report_card& card);

/// The card as a JSON object: section → choice → {value, numbers: {name: {value, unit}}}.
[[nodiscard]] std::string report_card_json(const report_card& card);

}  // namespace orujo
