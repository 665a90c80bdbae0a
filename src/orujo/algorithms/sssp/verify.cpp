// Each rank looks at the edges of its vertices; what they prove about ghosts goes to the owners.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/sssp/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

using distance_findings = property_findings<sssp_property>;

/// Marks that edges prove right: they flow from the source along edges of exactly the right length.
template <typename Distance>
class distance_checker {
public:
  distance_checker(rank_team& team, const csr_graph& graph, std::span<const Distance> owned,
                   Distance none)
      : team_(team),
        graph_(graph),
        none_(none),
        distances_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        proven_(distances_.size()) {
    std::copy(owned.begin(), owned.end(), distances_.begin());
    ghost_values<Distance>(team_, graph_).update(distances_.span());
  }

  distance_findings run(const path_ends& ends, const sssp_facts& facts) {
    const Distance here = graph_.owns(ends.target) ? distances_[graph_.local(ends.target)] : none_;
    farthest_ = all_min(team_, here);
    check_edges();
    check_paths(ends.source);
    check_facts(facts);
    return merged_everywhere(team_, found_);
  }

private:
  /// The distance of an edge's target by way of its source `v`.
  [[nodiscard]] Distance over(local_vertex v, std::size_t edge) const {
    const adjacency& edges = graph_.out_edges();
    if (edges.weights.empty()) { return distances_[v] + 1; }
    return distances_[v] + edges.weights.template at<Distance>(edges.offsets[v] + edge);
  }

  void check_edges() {
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (distances_[v] >= farthest_) { continue; }
      const auto row = graph_.out_edges().row(v);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const Distance there = over(v, i);
        if (distances_[row[i]] == none_ && there != none_) {
          found_.add(sssp_property::neighbours_are_reached, graph_.global(v),
                     graph_.global(row[i]));
        } else if (there < distances_[row[i]]) {
          found_.add(sssp_property::no_edge_shortens, graph_.global(v), graph_.global(row[i]));
        }
      }
    }
  }

  /// An edge of the right length to a longer distance proves that distance, if that of its own
  /// source is right, which is proven in turn: distances fall along such edges, back to 0. Edges
  /// that add nothing prove only what is proven already.
  void check_paths(vertex_id source) {
    if (graph_.owns(source)) {
      const local_vertex at = graph_.local(source);
      proven_[at] = 1;
      if (distances_[at] != Distance{0}) { found_.add(sssp_property::source_is_at_zero, source); }
    }
    ghost_contributions<std::uint8_t, shared_or> to_owners(team_, graph_, {});
    std::uint64_t before = 0;
    for (std::uint64_t proven = 1; proven != before;) {
      before = proven;
      for (local_vertex v = 0; v < graph_.num_local(); ++v) { prove_along(v); }
      to_owners.collect(proven_.span());
      proven = 1;
      for (local_vertex v = 0; v < graph_.num_local(); ++v) { proven += proven_[v]; }
      proven = all_sum(team_, proven);
    }
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      const bool counts = distances_[v] != none_ && distances_[v] <= farthest_;
      if (counts && proven_[v] == 0) { found_.add(sssp_property::path_exists, graph_.global(v)); }
    }
  }

  void prove_along(local_vertex v) {
    if (distances_[v] == none_) { return; }
    const auto row = graph_.out_edges().row(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Distance there = over(v, i);
      const bool grows = there > distances_[v];
      if (there == distances_[row[i]] && (grows || proven_[v] != 0)) { proven_[row[i]] = 1; }
    }
  }

  void check_facts(const sssp_facts& facts) {
    std::uint64_t reached = 0;
    exact_number sum = 0;
    exact_number most = 0;
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (distances_[v] == none_) { continue; }
      ++reached;
      sum += static_cast<exact_number>(distances_[v]);
      most = std::max(most, static_cast<exact_number>(distances_[v]));
    }
    reached = all_sum(team_, reached);
    sum = all_sum(team_, sum);
    most = all_max(team_, most);
    const bool add_up = reached == facts.reached && most == facts.max_distance &&
                        std::abs(sum - facts.distance_sum) <= 1e-9 * sum;
    if (!add_up && index_of(team_.rank()) == 0) {
      found_.add(sssp_property::facts_add_up, no_vertex);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  Distance none_;
  Distance farthest_ = none_;       // vertices behind it need not be right
  huge_array<Distance> distances_;  // of owned vertices and, told by their owners, of ghosts
  huge_array<std::uint8_t> proven_;
  distance_findings found_;
};

}  // namespace

std::string sentence(sssp_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case sssp_property::source_is_at_zero:
      return fmt::format("the source {} has another distance than 0", vertex);
    case sssp_property::no_edge_shortens:
      return fmt::format("the edge from {} to {} makes a shorter path than the distance says",
                         vertex, other);
    case sssp_property::neighbours_are_reached:
      return fmt::format("{} is reached, {} is not, and there is an edge", vertex, other);
    case sssp_property::path_exists:
      return fmt::format("no path from the source to {} is as short as its distance", vertex);
    case sssp_property::parent_is_before:
      return other == no_vertex
                 ? fmt::format("{} is reached, and has no parent", vertex)
                 : fmt::format("{} is no vertex before {} on a shortest path", other, vertex);
    case sssp_property::parents_lead_home:
      return fmt::format("the parents of {} do not lead to the source", vertex);
    case sssp_property::facts_add_up: break;
  }
  return "the number of reached vertices, the sum or the maximum of distances is wrong";
}

std::vector<sssp_violation> verify_sssp(rank_team& team, const csr_graph& graph, vertex_id source,
                                        const sssp_distances& found) {
  return verify_sssp(team, graph, path_ends{source, no_vertex}, found);
}

std::vector<sssp_violation> verify_sssp(rank_team& team, const csr_graph& graph,
                                        const path_ends& ends, const sssp_distances& found) {
  const bool is_real = graph.facts().weights == weight_kind::real;
  const std::size_t size = is_real ? found.real.size() : found.whole.size();
  require(all_sum(team, size == graph.num_local() ? 0 : 1) == 0,
          "verify_sssp: the distances are not those of this graph");
  const distance_findings all =
      is_real ? distance_checker<double>(team, graph, found.real.span(),
                                         std::numeric_limits<double>::infinity())
                    .run(ends, found.facts)
              : distance_checker<std::uint64_t>(team, graph, found.whole.span(), no_distance)
                    .run(ends, found.facts);
  return all.violations();
}

}  // namespace orujo
