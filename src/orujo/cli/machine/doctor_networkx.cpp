// What the doctor says of NetworkX.
// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"
#include "orujo/cli/machine/doctor_checks.hpp"
#include "orujo/cli/machine/networkx_coverage.hpp"

namespace orujo::cli {

namespace {

json words_of(std::string_view text) {
  json words = json::array();
  std::istringstream rest{std::string(text)};
  for (std::string word; rest >> word;) { words.push_back(word); }
  return words;
}

/// "weight cutoff; default only: seed"
std::string arguments_text(const networkx_function& each) {
  std::string text(each.takes);
  if (!each.fixed.empty()) {
    text += fmt::format("{}default only: {}", text.empty() ? "" : "; ", each.fixed);
  }
  return text;
}

}  // namespace

std::string networkx_text() {
  constexpr std::size_t columns_before = 4;
  std::string text =
      fmt::format("{} functions of NetworkX run on Orujo with NETWORKX_BACKEND_PRIORITY=orujo.\n",
                  networkx_coverage().size());
  for (const networkx_function& each : networkx_coverage()) {
    text += fmt::format("\n{} ({})\n", each.name, each.graphs);
    for (const std::string& part : {arguments_text(each), std::string(each.remark)}) {
      if (part.empty()) { continue; }
      for (const std::string& line : wrapped_lines(part, terminal_columns - columns_before)) {
        text += "    " + line + "\n";
      }
    }
  }
  return text;
}

json networkx_document() {
  json document = new_document("networkx");
  document["functions"] = json::array();
  for (const networkx_function& each : networkx_coverage()) {
    json entry;
    entry["function"] = each.name;
    entry["graphs"] = each.graphs;
    entry["takes"] = words_of(each.takes);
    entry["default_only"] = words_of(each.fixed);
    entry["remark"] = each.remark;
    document["functions"].push_back(std::move(entry));
  }
  return document;
}

}  // namespace orujo::cli
