// JSON documents of runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

namespace orujo {

/// Objects keep the order in which their members were set.
using json = nlohmann::ordered_json;

/// A document that starts with its schema, "orujo.`command`/1", and the program's version.
[[nodiscard]] json new_document(std::string_view command);

}  // namespace orujo
