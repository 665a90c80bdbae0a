// What the comments at the beginning of an edge list say about the graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orujo::io {

/// Facts by SNAP (`# Nodes: 4 Edges: 5`, `# Undirected graph`), KONECT (`% asym`), and
/// `# directed=0 vertices=4 edges=5 ids=names`.
struct comment_facts {
  bool names = false;  ///< Vertices have names.
  std::optional<bool> directed;
  std::optional<std::uint64_t> vertices;
  std::optional<std::uint64_t> edges;
  const char* edges_at = nullptr;  ///< Where the number of edges stands.

  /// Learns from one comment line. Throws: malformed_text for a bipartite KONECT file.
  void take(std::string_view line);

  /// ", its comments say 4 vertices, 5 edges, undirected", or nothing.
  [[nodiscard]] std::string describe() const;
};

}  // namespace orujo::io
