// Looks for the edge to each vertex from its parent, and where the parents lead.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "orujo/algorithms/sssp/verify.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

template <typename Distance>
class tree_checker {
public:
  tree_checker(rank_team& team, const csr_graph& graph, std::span<const Distance> distances,
               const sssp_tree& tree)
      : team_(team),
        graph_(graph),
        tree_(tree),
        distances_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        leads_home_(distances_.size()) {
    std::copy(distances.begin(), distances.end(), distances_.begin());
    ghost_values<Distance>(team_, graph_).update(distances_.span());
  }

  std::vector<sssp_violation> run(Distance none) {
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      const vertex_id parent = tree_.parent[v];
      const bool is_source = graph_.global(v) == tree_.source;
      const bool fits = is_source               ? parent == tree_.source
                        : distances_[v] == none ? parent == no_vertex
                                                : before(v) != nobody;
      if (!fits) { found_.add(sssp_property::parent_is_before, graph_.global(v), parent); }
      leads_home_[v] = is_source || parent == no_vertex ? 1 : 0;
    }
    follow();
    return merged_everywhere(team_, found_).violations();
  }

private:
  static constexpr local_vertex nobody = std::numeric_limits<local_vertex>::max();

  /// The parent of `v` by its number here, if an edge of the right length comes from it; or nobody.
  [[nodiscard]] local_vertex before(local_vertex v) const {
    const adjacency& in = graph_.in_edges();
    for (std::uint64_t i = in.offsets[v]; i < in.offsets[v + 1]; ++i) {
      const local_vertex u = in.targets[i];
      if (graph_.global(u) != tree_.parent[v]) { continue; }
      const Distance weight =
          in.weights.empty() ? Distance{1} : in.weights.template at<Distance>(i);
      if (distances_[u] + weight == distances_[v]) { return u; }
    }
    return nobody;
  }

  /// A nearer parent leads to the source if all distances are right; one as near does if its own
  /// parent does.
  void follow() {
    ghost_values<std::uint8_t> to_ghosts(team_, graph_);
    for (std::uint64_t more = 1; more > 0;) {
      to_ghosts.update(leads_home_.span());
      more = 0;
      for (local_vertex v = 0; v < graph_.num_local(); ++v) {
        if (leads_home_[v] != 0) { continue; }
        const local_vertex u = before(v);
        if (u == nobody) { continue; }
        if (distances_[u] < distances_[v] || leads_home_[u] != 0) { more += leads_home_[v] = 1; }
      }
      more = all_sum(team_, more);
    }
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (leads_home_[v] == 0) {
        found_.add(sssp_property::parents_lead_home, graph_.global(v), tree_.parent[v]);
      }
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  const sssp_tree& tree_;
  huge_array<Distance> distances_;  // of owned vertices and, told by their owners, of ghosts
  huge_array<std::uint8_t> leads_home_;
  property_findings<sssp_property> found_;
};

}  // namespace

std::vector<sssp_violation> verify_tree(rank_team& team, const csr_graph& graph,
                                        const sssp_distances& found, const sssp_tree& tree) {
  require_everywhere(!graph.directed() || graph.has_in_edges(),
                     "verify_tree: the directed graph has no in-edges; build it with them");
  if (graph.facts().weights == weight_kind::real) {
    return tree_checker<double>(team, graph, found.real.span(), tree)
        .run(std::numeric_limits<double>::infinity());
  }
  return tree_checker<std::uint64_t>(team, graph, found.whole.span(), tree).run(no_distance);
}

}  // namespace orujo
