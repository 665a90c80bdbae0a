// Begins JSON documents.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/json.hpp"

#include <fmt/format.h>

#include "orujo/report/program_build.hpp"

namespace orujo {

json new_document(std::string_view command) {
  json document;
  document["schema"] = fmt::format("orujo.{}/1", command);
  document["version"] = program_version();
  return document;
}

}  // namespace orujo
