// How the rows of a graph look in each text format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/vertex_names.hpp"
#include "orujo/graph/writer.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::io {

/// What the input calls owned vertices and ghosts.
class line_ids {
public:
  /// Asks the owners of the ghosts if need be. Call: collective.
  line_ids(rank_team& team, const csr_graph& graph);

  /// Appends the id or the name of `v` as a reader finds it between separators.
  void append(local_vertex v, std::string& text) const;

private:
  void ask_for_ids(rank_team& team);
  void ask_for_names(rank_team& team);

  const csr_graph& graph_;
  std::vector<std::uint64_t> ghosts_;
  vertex_names ghost_names_;
};

/// Renders one graph in one format.
class row_texts {
public:
  virtual ~row_texts() = default;

  /// What stands before the first row.
  [[nodiscard]] virtual std::string head() const = 0;

  /// Appends what stands for row `v` of the out-edges. Call: any worker, concurrently.
  virtual void append(local_vertex v, std::string& text) const = 0;
};

/// Call: collective. Throws: usage_error, on every rank, if the format cannot hold the graph.
[[nodiscard]] std::unique_ptr<row_texts> make_row_texts(rank_team& team, const csr_graph& graph,
                                                        written_format format);

}  // namespace orujo::io
