// Eccentricities between bounds that searches narrow.
//
// Invariant: least(v) <= eccentricity(v) <= most(v) for every vertex. A search from w with
// eccentricity e and distance d to v keeps it: max(d, e - d) <= eccentricity(v) <= e + d.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/diameter/diameter.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/depth_search.hpp"
#include "orujo/traversal/joining/afforest.hpp"
#include "orujo/traversal/joining/component_sizes.hpp"
#include "orujo/traversal/joining/merge.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

/// A vertex, and what makes it one to search from; the greatest comes first. Plain data.
struct candidate {
  std::uint64_t bound = 0;
  std::uint64_t degree = 0;
  vertex_id vertex = no_vertex;

  [[nodiscard]] bool comes_before(const candidate& other) const noexcept {
    if (vertex == no_vertex || other.vertex == no_vertex) { return vertex != no_vertex; }
    if (bound != other.bound) { return bound > other.bound; }
    return degree != other.degree ? degree > other.degree : vertex < other.vertex;
  }
};

/// What is known so far, over all ranks. Plain data.
struct state {
  candidate outermost;   // of vertices that are not known, by the greatest upper bound
  candidate innermost;   // in the largest component, by the least lower bound
  candidate peripheral;  // of all, by the greatest lower bound
  candidate central;     // of known ones in the largest component, by the least bound
  std::uint64_t unknown = 0;

  void merge(const state& more) noexcept {
    keep(outermost, more.outermost);
    keep(innermost, more.innermost);
    keep(peripheral, more.peripheral);
    keep(central, more.central);
    unknown += more.unknown;
  }
  static void keep(candidate& best, const candidate& other) noexcept {
    if (other.comes_before(best)) { best = other; }
  }
};

class narrowing {
public:
  narrowing(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        bounds_{.least = huge_array<std::uint32_t>(graph.num_local()),
                .most = huge_array<std::uint32_t>(graph.num_local()),
                .facts = {}},
        in_largest_(graph.num_local()) {
    begin_with_components();
    search_.emplace(team, graph, "diameter");
  }

  [[nodiscard]] eccentricity_bounds run(diameter_goal goal) && {
    state now = look();
    for (bool outwards = true; !is_reached(goal, now); outwards = !outwards) {
      const bool has_inner = now.innermost.vertex != no_vertex;
      search_from(outwards || !has_inner ? now.outermost.vertex : now.innermost.vertex);
      now = look();
    }
    diameter_facts& facts = bounds_.facts;
    facts.diameter = static_cast<std::uint32_t>(now.peripheral.bound);
    facts.peripheral = now.peripheral.vertex;
    facts.central = now.central.vertex;
    facts.radius = now.central.vertex == no_vertex ? 0 : radius_of(now.central);
    return std::move(bounds_);
  }

private:
  static constexpr std::uint64_t far = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] static std::uint32_t radius_of(const candidate& central) noexcept {
    return static_cast<std::uint32_t>(far - central.bound);  // the least comes first
  }

  [[nodiscard]] static bool is_reached(diameter_goal goal, const state& now) noexcept {
    if (now.outermost.vertex == no_vertex) { return true; }  // all are known
    if (goal == diameter_goal::eccentricities) { return false; }
    const bool no_farther = now.outermost.bound <= now.peripheral.bound;
    const bool no_nearer =
        now.innermost.vertex == no_vertex ||
        (now.central.vertex != no_vertex && far - now.innermost.bound >= far - now.central.bound);
    return no_farther && no_nearer;
  }

  /// A vertex with edges has an eccentricity of 1 at least, and of the others of its component at
  /// most.
  void begin_with_components() {
    const connectivity::joined_vertices joined = connectivity::join_vertices(team_, graph_);
    const component_sizes sizes = measure_components(team_, graph_, joined.label.span());
    std::vector<std::uint64_t> size_of(graph_.num_local());
    for (const component_size& each : sizes_of_components(team_, graph_, joined.label.span())) {
      size_of[graph_.local(each.label)] = each.vertices;
    }
    std::vector<vertex_id> wanted(joined.label.begin(), joined.label.end());
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    const std::vector<std::uint64_t> told =
        connectivity::fetch_from_owners(team_, graph_.partition(), size_of, wanted);
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      const auto at = std::lower_bound(wanted.begin(), wanted.end(), joined.label[v]);
      const std::uint64_t size = told[static_cast<std::size_t>(at - wanted.begin())];
      bounds_.least[v] = size > 1 ? 1 : 0;
      bounds_.most[v] = static_cast<std::uint32_t>(std::min<std::uint64_t>(size - 1, far - 1));
      in_largest_[v] = joined.label[v] == sizes.label_of_largest ? 1 : 0;
    }
  }

  void search_from(vertex_id source) {
    const depth_map& found = search_->run(source);
    const std::uint32_t e = found.facts.max_depth;
    const auto narrow = [&](local_vertex v) -> std::uint64_t {
      const std::uint32_t d = found.depth[v];
      if (d == unreached) { return 0; }
      bounds_.least[v] = std::max({bounds_.least[v], d, e - d});
      bounds_.most[v] = d == 0 ? e : std::min(bounds_.most[v], e + d);
      return graph_.out_edges().degree(v);
    };
    bounds_.facts.edges_reached += vertex_reduce(team_, graph_, narrow, std::plus<>());
    ++bounds_.facts.searches;
  }

  [[nodiscard]] state look() {
    const auto look_over = [&](index_range share) {
      state own;
      for (std::size_t v = share.first; v < share.last; ++v) {
        look_at(static_cast<local_vertex>(v), own);
      }
      return own;
    };
    return parallel_reduce(team_, graph_.num_local(), look_over, [](state a, const state& b) {
      a.merge(b);
      return a;
    });
  }

  void look_at(local_vertex v, state& into) const {
    const std::uint64_t least = bounds_.least[v];
    const std::uint64_t most = bounds_.most[v];
    const std::uint64_t degree = graph_.out_edges().degree(v);
    const vertex_id id = graph_.global(v);
    state::keep(into.peripheral, {least, degree, id});
    if (least == most) {
      if (in_largest_[v] != 0) { state::keep(into.central, {far - most, degree, id}); }
      return;
    }
    ++into.unknown;
    state::keep(into.outermost, {most, degree, id});
    if (in_largest_[v] != 0) { state::keep(into.innermost, {far - least, degree, id}); }
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::optional<depth_search> search_;  // not before components are done with
  eccentricity_bounds bounds_;
  std::vector<std::uint8_t> in_largest_;
};

}  // namespace

void eccentricity_bounds::describe(report_card& card) const {
  card.add(report_section::algorithm,
           {"eccentricities",
            "bounded by searches, in turn from far out and from the middle",
            {{"searches", static_cast<double>(facts.searches), ""}}});
}

eccentricity_bounds diameter(rank_team& team, const csr_graph& graph, diameter_goal goal) {
  require_everywhere(!graph.directed(), "diameter: the graph is directed; build it undirected");
  require_room(team, graph, "eccentricities", {.per_vertex = 41});
  return narrowing(team, graph).run(goal);
}

}  // namespace orujo
