// Widths of paths as a column of a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "orujo/algorithms/widest/widest.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/tables/result_table.hpp"

namespace orujo {

/// The column `width` of `paths`, which stay; -1 stands at the source, which no edge makes narrow.
[[nodiscard]] inline result_column width_column(const csr_graph& graph, const path_widths& paths) {
  if (graph.facts().weights == weight_kind::real) {
    return {.name = "width",
            .label = "width",
            .values = paths.real.span(),
            .special = {{bits_of(paths.no_real), std::nullopt, true}},
            .of_source = {{paths.source, bits_of(-1.0)}}};
  }
  return {.name = "width",
          .label = "width",
          .values = paths.whole.span(),
          .special = {{bits_of(paths.no_whole), std::nullopt, true}},
          .of_source = {{paths.source, bits_of(std::int64_t{-1})}}};
}

}  // namespace orujo
