// Turns trees of searches into columns and pictures.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/files/tree_output.hpp"

#include <cstdint>
#include <vector>

#include "orujo/cli/files/vertex_labels.hpp"
#include "orujo/cli/files/vertex_output.hpp"

namespace orujo::cli {

void write_tree(rank_team& team, const csr_graph& graph, const std::string& path,
                const bfs_tree& tree) {
  const auto depth_of = [&](local_vertex v) {
    return integer_cell(tree.depth[v] == unreached ? -1 : std::int64_t{tree.depth[v]});
  };
  const std::vector<table_cell> parents = input_ids_of(team, graph, tree.parent.span());
  write_vertices(team, graph, path,
                 {{{"depth", column_kind::integer, integer_cell(-1)}, depth_of},
                  {{"parent", column_kind::vertex}, [&](local_vertex v) { return parents[v]; }}});
}

void show_tree(answer_page page, const bfs_tree& tree) {
  page.add_vertices("depth", [&](local_vertex v) {
    return tree.depth[v] == unreached ? no_value : static_cast<double>(tree.depth[v]);
  });
}

}  // namespace orujo::cli
