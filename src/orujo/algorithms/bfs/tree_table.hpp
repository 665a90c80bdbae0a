// What a breadth-first search found, as columns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/catalogue/algorithm_answer.hpp"

namespace orujo {

/// The columns `depth` and `parent` of `tree`, which stays.
[[nodiscard]] inline result_table tree_table(const bfs_tree& tree) {
  return {.columns = {
              {.name = "depth",
               .label = "depth",
               .values = tree.depth.span(),
               .special = {{unreached, bits_of(std::int64_t{-1}), true}}},
              {.name = "parent", .label = "", .values = tree.parent.span(), .are_vertices = true}}};
}

}  // namespace orujo
