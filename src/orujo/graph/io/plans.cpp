// What the readers of text formats share.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/plans.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace orujo::io {

void complete_plan(text_plan& plan, const graph_file& file, const open_options& options) {
  plan.facts.name = file.name();
  if (file.packing() != compression::none) {
    plan.facts.recognised += fmt::format(", {}", name_of(file.packing()));
  }
  plan.layout.block_bytes = std::max<std::size_t>(options.block_bytes, 1);
}

weight_column column_for(weight_kind found, weight_use use) noexcept {
  if (found == weight_kind::none) { return weight_column::absent; }
  if (use == weight_use::ignored) { return weight_column::skipped; }
  const bool real = found == weight_kind::real || use == weight_use::as_real;
  return real ? weight_column::real : weight_column::integer;
}

weight_kind kind_of(weight_column column) noexcept {
  switch (column) {
    case weight_column::integer: return weight_kind::integer;
    case weight_column::real: return weight_kind::real;
    case weight_column::absent:
    case weight_column::skipped: break;
  }
  return weight_kind::none;
}

std::string_view describe(weight_column column) noexcept {
  switch (column) {
    case weight_column::integer: return "integer weights";
    case weight_column::real: return "real weights";
    case weight_column::skipped: return "weights left out";
    case weight_column::absent: break;
  }
  return "no weights";
}

}  // namespace orujo::io
