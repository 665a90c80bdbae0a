// Names and types of attributes, in upper or lower case.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/attribute_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/graph/io/edge_columns.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

bool names_a_weight(std::string_view name) { return is_weight_name(lower_case(name)); }

bool is_meant(std::string_view wanted, const declared_attribute& attribute) {
  const std::string lower = lower_case(wanted);
  return lower == lower_case(attribute.name) || lower == lower_case(attribute.id);
}

weight_kind kind_of_type(std::string_view type) {
  const std::string lower = lower_case(type);
  if (lower == "int" || lower == "integer" || lower == "long" || lower == "short") {
    return weight_kind::integer;
  }
  if (lower == "float" || lower == "double") { return weight_kind::real; }
  return weight_kind::none;
}

std::string no_such_attribute(std::string_view wanted, const std::vector<std::string>& names) {
  constexpr std::size_t most_shown = 10;
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (shown.size() < most_shown) { shown.push_back(quoted(name)); }
  }
  const std::string those = fmt::format("; they have {}{}", fmt::join(shown, ", "),
                                        names.size() > most_shown ? ", …" : "");
  return fmt::format("--columns: no attribute of edges is called {}{}", quoted(wanted),
                     shown.empty() ? "" : those);
}

}  // namespace orujo::io
