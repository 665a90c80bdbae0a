// How the rows of a graph look in each text format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/writer.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::io {

/// The ids of the input for owned vertices and ghosts.
class vertex_names {
public:
  /// Asks the owners of the ghosts if need be. Call: collective.
  vertex_names(rank_team& team, const csr_graph& graph);

  [[nodiscard]] std::uint64_t operator[](local_vertex v) const noexcept {
    if (graph_.ids().is_dense() || graph_.is_owned(v)) {
      return graph_.ids().input_id(graph_.global(v));
    }
    return ghosts_[v - graph_.num_local()];
  }

private:
  const csr_graph& graph_;
  std::vector<std::uint64_t> ghosts_;
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
