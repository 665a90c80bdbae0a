// Rows that may have an edge out of their vertex's tree; the others are not looked at again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/row_prefetch.hpp"

namespace orujo::connectivity {

/// The open rows of one rank. A pass over them is a loop(), look_at_each() on every worker, and a
/// close(). Memory: at most 8 bytes for each owned vertex.
class open_rows {
public:
  open_rows(const rank_team& team, const csr_graph& graph)
      : graph_(graph), kept_(static_cast<std::size_t>(team.num_workers())) {}

  /// Opens the rows of vertices with edges and `is_open(v)`. Call: local, one thread.
  template <typename IsOpen>
  void open(IsOpen is_open) {
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (graph_.out_edges().degree(v) > 0 && is_open(v)) { rows_.push_back(v); }
    }
  }

  /// Closes all rows. Call: local, one thread.
  void clear() noexcept { rows_.clear(); }

  /// What the workers share in one pass.
  [[nodiscard]] shared_loop loop() const {
    constexpr std::size_t rows_per_chunk = 256;
    return {rows_.size(), rows_per_chunk};
  }

  /// Calls `look(v)` for this worker's part; rows stay open for which it returns true. Some time
  /// before, calls `fetch(v)`. Call: every worker.
  template <typename Fetch, typename Look>
  void look_at_each(const worker& self, shared_loop& loop, Fetch fetch, Look look) {
    auto& kept = kept_[static_cast<std::size_t>(self.index())];
    for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
      for (std::size_t i = part.first; i < part.last; ++i) {
        if (i + rows_ahead < part.last) { fetch(rows_[i + rows_ahead]); }
        if (look(rows_[i])) { kept.push_back(rows_[i]); }
      }
    }
  }

  /// Ends a pass. Call: local, one thread, after all workers.
  void close() {
    rows_.clear();
    for (auto& kept : kept_) {
      rows_.insert(rows_.end(), kept.begin(), kept.end());
      kept.clear();
    }
  }

  /// Starts to bring the targets of `v`.
  void fetch_targets(local_vertex v) const noexcept {
    const adjacency& out = graph_.out_edges();
    prefetch_to_read(out.targets.data() + out.offsets[v]);
  }

private:
  const csr_graph& graph_;
  std::vector<local_vertex> rows_;
  std::vector<std::vector<local_vertex>> kept_;  // by worker
};

}  // namespace orujo::connectivity
