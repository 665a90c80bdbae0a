// Breadth-first search without levels: hops as labels of the label-correcting engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"
#include "orujo/traversal/label_correcting/state.hpp"

namespace orujo::breadth_first {

/// How many edges lead from the source to a vertex.
struct hop_counts {
  using label_type = std::uint32_t;
  using weight_type = no_weight;

  [[nodiscard]] label_type initial(vertex_id v) const noexcept {
    return v == source ? 0 : unreached;
  }
  [[nodiscard]] static label_type along(label_type hops, no_weight /*weight*/) noexcept {
    return hops + 1;  // nobody is told of `unreached`
  }
  [[nodiscard]] static bool better(label_type a, label_type b) noexcept { return a < b; }
  [[nodiscard]] static label_type rank(label_type hops) noexcept { return hops; }

  vertex_id source;
};

/// Searches from one source after the other. When depths are final, a pass over the edges between
/// reached vertices gives each a parent one level up.
class correcting_search {
public:
  /// Call: collective. Throws: as label_correcting.
  correcting_search(rank_team& team, const csr_graph& graph, const bfs_options& options);
  correcting_search(const correcting_search&) = delete;
  correcting_search& operator=(const correcting_search&) = delete;

  /// Call: collective; `source` is a vertex.
  void run(vertex_id source);

  [[nodiscard]] const label_correcting<hop_counts>& engine() const noexcept { return hops_; }
  [[nodiscard]] bfs_tree& tree() noexcept { return tree_; }

private:
  /// "Your `child`, if it is at `depth`, may have this parent."
  struct offer {
    vertex_id parent;
    local_vertex child;  ///< As its owner numbers it.
    std::uint32_t depth;
  };
  struct receiver {
    correcting_search* owner;
    void operator()(const offer& made) const noexcept { owner->take(made); }
  };

  void take(const offer& made) noexcept;
  void find_parents(vertex_id source);
  void offer_row(local_vertex v) noexcept;
  void send_offers();
  void measure();

  rank_team& team_;
  const csr_graph& graph_;
  label_correcting<hop_counts> hops_;
  /// For each ghost, the depth of the highest vertex here with an edge to it, and that vertex.
  huge_array<std::uint64_t> best_above_;
  bool keeps_depths_;
  bfs_tree tree_;
  channel<offer, receiver> offers_;
};

}  // namespace orujo::breadth_first
