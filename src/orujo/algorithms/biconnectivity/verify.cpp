// Tarjan and Vishkin's rules (1985) along a spanning forest that every rank has.
//
// Vertices go by their place in an order in which each tree stands together, and so does each of
// its subtrees. A tree edge goes by the place of its lower end. Two tree edges are in one block if
//
// - an edge outside the forest joins their lower ends, and neither is below the other; or
// - one is above the other, and an edge outside the forest leads from below the lower one to what
// is
//   not below the upper one.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/biconnectivity/verify.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/joining/trees.hpp"

namespace orujo {

namespace {

using block_findings = property_findings<biconnectivity_property>;
using place = std::uint32_t;
constexpr place no_place = std::numeric_limits<place>::max();

/// Ends of a tree edge.
struct joining_edge {
  vertex_id a;
  vertex_id b;
};

/// A spanning forest whose trees begin at their least vertices, on every rank.
class placed_forest {
public:
  placed_forest(vertex_id vertices, std::span<const joining_edge> edges)
      : begins_(vertices + 1), places_(vertices, no_place) {
    make_rows(edges);
    for (vertex_id v = 0; v < vertices; ++v) {
      if (places_[v] == no_place) { place_tree(v); }
    }
    ends_.assign(vertices, 0);
    for (place v = size(); v-- > 0;) {
      ends_[v] = std::max(ends_[v], v + 1);
      if (!is_root(v)) { ends_[above_[v]] = std::max(ends_[above_[v]], ends_[v]); }
    }
  }

  [[nodiscard]] place size() const { return static_cast<place>(vertices_.size()); }
  [[nodiscard]] place place_of(vertex_id v) const { return places_[v]; }
  [[nodiscard]] vertex_id vertex_at(place v) const { return vertices_[v]; }
  [[nodiscard]] place above(place v) const { return above_[v]; }
  [[nodiscard]] bool is_root(place v) const { return above_[v] == no_place; }
  /// Behind the last place below `v`.
  [[nodiscard]] place end(place v) const { return ends_[v]; }
  [[nodiscard]] bool is_below(place v, place top) const { return top <= v && v < ends_[top]; }

private:
  void make_rows(std::span<const joining_edge> edges) {
    for (const joining_edge& each : edges) {
      ++begins_[each.a];
      ++begins_[each.b];
    }
    std::uint64_t sum = 0;
    for (std::uint64_t& each : begins_) { each = sum += each; }
    targets_.resize(sum);
    for (const joining_edge& each : edges) {
      targets_[--begins_[each.a]] = each.b;
      targets_[--begins_[each.b]] = each.a;
    }
  }

  void place_tree(vertex_id root) {
    struct next_vertex {
      vertex_id vertex;
      place above;
    };
    std::vector<next_vertex> waiting = {{root, no_place}};
    while (!waiting.empty()) {
      const next_vertex next = waiting.back();
      waiting.pop_back();
      const place here = size();
      places_[next.vertex] = here;
      vertices_.push_back(next.vertex);
      above_.push_back(next.above);
      for (std::uint64_t i = begins_[next.vertex]; i < begins_[next.vertex + 1]; ++i) {
        if (places_[targets_[i]] == no_place) { waiting.push_back({targets_[i], here}); }
      }
    }
  }

  std::vector<std::uint64_t> begins_;
  std::vector<vertex_id> targets_;
  std::vector<place> places_;        // by vertex
  std::vector<vertex_id> vertices_;  // by place, as the following
  std::vector<place> above_;
  std::vector<place> ends_;
};

/// The first and the last place that edges outside the forest lead to.
struct reach {
  place first;
  place last;

  void add(const reach& more) {
    first = std::min(first, more.first);
    last = std::max(last, more.last);
  }
};

class block_checker {
public:
  block_checker(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        forest_(graph.num_vertices(), gathered_forest()),
        same_(forest_.size()) {
    for (place v = 0; v < forest_.size(); ++v) { reaches_.push_back({v, v}); }
    look_at_edges();
    spread_reaches();
    join_along_paths();
    same_.merge(team_);
    name_parts();
  }

  block_findings run(const biconnected_parts& found) {
    auto wrong = check_vertices<biconnectivity_property>(
        team_, graph_, [&](local_vertex v, block_findings& into) { check_vertex(found, v, into); });
    if (!facts_are_right(found.facts)) {
      wrong.add(biconnectivity_property::facts_add_up, no_vertex);
    }
    return wrong;
  }

private:
  /// The edges that join trees, taken one after the other: of each rank, then of those.
  [[nodiscard]] std::vector<joining_edge> gathered_forest() const {
    std::vector<joining_edge> mine;
    connectivity::numbered_trees own(graph_.num_vertices());
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      for (const local_vertex next : graph_.out_edges().row(v)) {
        add_if_joining({graph_.global(v), graph_.global(next)}, own, mine);
      }
    }
    if (team_.size() == 1) { return mine; }
    std::vector<joining_edge> all;
    connectivity::numbered_trees trees(graph_.num_vertices());
    for (const auto& part : all_gather(team_, std::span<const joining_edge>(mine))) {
      for (const joining_edge& each : part) { add_if_joining(each, trees, all); }
    }
    return all;
  }

  static void add_if_joining(const joining_edge& edge, connectivity::numbered_trees& trees,
                             std::vector<joining_edge>& into) {
    const auto a = static_cast<place>(edge.a);
    const auto b = static_cast<place>(edge.b);
    if (trees.root(a) == trees.root(b)) { return; }
    trees.join(a, b);
    into.push_back(edge);
  }

  /// What edges outside the forest say of their ends. A tree edge is passed over once in each row.
  void look_at_edges() {
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      const place here = forest_.place_of(graph_.global(v));
      local_vertex last = v;
      for (const local_vertex next : graph_.out_edges().row(v)) {
        const bool is_first = std::exchange(last, next) != next;
        const place there = forest_.place_of(graph_.global(next));
        const bool is_tree_edge = forest_.above(here) == there || forest_.above(there) == here;
        if (is_first && is_tree_edge) { continue; }
        reaches_[here].add({there, there});
        if (!forest_.is_below(here, there) && !forest_.is_below(there, here)) {
          same_.join(here, there);
        }
      }
    }
  }

  /// What edges of all ranks say, of each vertex and all below it.
  void spread_reaches() {
    reaches_ = all_reduce(team_, std::move(reaches_), [](reach a, const reach& b) {
      a.add(b);
      return a;
    });
    for (place v = forest_.size(); v-- > 0;) {
      if (!forest_.is_root(v)) { reaches_[forest_.above(v)].add(reaches_[v]); }
    }
  }

  /// Whether an edge outside the forest leads from below `v` to what is not below `top`.
  [[nodiscard]] bool leads_out_of(place v, place top) const {
    return reaches_[v].first < top || reaches_[v].last >= forest_.end(top);
  }

  void join_along_paths() {
    for (place v = 0; v < forest_.size(); ++v) {
      if (forest_.is_root(v)) { continue; }
      const place above = forest_.above(v);
      if (!forest_.is_root(above) && leads_out_of(v, above)) { same_.join(v, above); }
    }
  }

  /// Of a group of joined tree edges the first is at the head, since it is at the least place.
  void name_parts() {
    const place size = forest_.size();
    block_names_.assign(size, no_vertex);
    component_names_.assign(size, no_vertex);
    block_sizes_.assign(size, 1);
    component_sizes_.assign(size, 0);
    blocks_at_.assign(size, 0);
    for (place v = 0; v < size; ++v) {
      tops_.push_back(is_bridge(v) || forest_.is_root(v) ? v : tops_[forest_.above(v)]);
      component_names_[tops_[v]] = std::min(component_names_[tops_[v]], forest_.vertex_at(v));
      ++component_sizes_[tops_[v]];
      const place group = groups_.emplace_back(same_.root(v));
      if (forest_.is_root(v)) { continue; }
      if (group == v) {
        ++blocks_at_[forest_.above(v)];
        ++blocks_;
      }
      ++blocks_at_[v];
      block_names_[group] = std::min(block_names_[group], forest_.vertex_at(v));
      ++block_sizes_[group];
    }
  }

  [[nodiscard]] bool is_bridge(place v) const { return !forest_.is_root(v) && !leads_out_of(v, v); }

  void check_vertex(const biconnected_parts& found, local_vertex local, block_findings& into) {
    using enum biconnectivity_property;
    const vertex_id id = graph_.global(local);
    const place v = forest_.place_of(id);
    const bool is_root = forest_.is_root(v);
    if (found.articulation[local] != (blocks_at_[v] > 1 ? 1 : 0)) {
      into.add(articulation_is_right, id);
    }
    if (found.two_edge_component[local] != component_names_[tops_[v]]) {
      into.add(two_edge_component_is_right, id, component_names_[tops_[v]]);
    }
    const vertex_id block = is_root ? no_vertex : block_names_[groups_[v]];
    if (found.block[local] != block) { into.add(block_is_right, id, block); }
    const vertex_id head = is_root ? no_vertex : forest_.vertex_at(forest_.above(groups_[v]));
    if (found.head[local] != head) { into.add(head_is_right, id, head); }
  }

  [[nodiscard]] bool facts_are_right(const biconnectivity_facts& facts) const {
    biconnectivity_facts right;
    right.blocks = blocks_;
    for (place v = 0; v < forest_.size(); ++v) {
      right.bridges += is_bridge(v) ? 1U : 0U;
      right.articulation_points += blocks_at_[v] > 1 ? 1U : 0U;
      right.two_edge_components += tops_[v] == v ? 1U : 0U;
      right.largest_two_edge_component =
          std::max(right.largest_two_edge_component, component_sizes_[v]);
      if (block_sizes_[v] > 1) {
        right.largest_block = std::max(right.largest_block, block_sizes_[v]);
      }
    }
    return facts.bridges == right.bridges && facts.blocks == right.blocks &&
           facts.articulation_points == right.articulation_points &&
           facts.largest_block == right.largest_block &&
           facts.two_edge_components == right.two_edge_components &&
           facts.largest_two_edge_component == right.largest_two_edge_component;
  }

  rank_team& team_;
  const csr_graph& graph_;
  placed_forest forest_;
  connectivity::numbered_trees same_;  // tree edges of one block
  std::vector<reach> reaches_;         // by place, as the following
  std::vector<place> tops_;            // of 2-edge-connected components
  std::vector<place> groups_;          // the first tree edge of the block
  std::vector<std::uint32_t> blocks_at_;
  std::vector<vertex_id> block_names_;  // at the first place of each
  std::vector<vertex_id> component_names_;
  std::vector<std::uint64_t> block_sizes_;
  std::vector<std::uint64_t> component_sizes_;
  std::uint64_t blocks_ = 0;
};

}  // namespace

std::vector<biconnectivity_violation> verify_biconnectivity(rank_team& team, const csr_graph& graph,
                                                            const biconnected_parts& found) {
  require(!graph.directed(), "verify_biconnectivity: the graph has to be undirected");
  require(graph.num_vertices() < no_place,
          "verify_biconnectivity: there are 2^32 - 1 vertices or more");
  const bool fits = found.articulation.size() == graph.num_local() &&
                    found.two_edge_component.size() == graph.num_local() &&
                    found.block.size() == graph.num_local() &&
                    found.head.size() == graph.num_local();
  require(all_min(team, fits ? 1 : 0) == 1,
          "verify_biconnectivity: there is not one value for each vertex");
  return block_checker(team, graph).run(found).violations();
}

std::string sentence(biconnectivity_property property, vertex_id vertex, vertex_id other) {
  const std::string right = other == no_vertex ? "none" : fmt::format("{}", other);
  switch (property) {
    case biconnectivity_property::articulation_is_right:
      return fmt::format("whether vertex {} is an articulation point is wrong", vertex);
    case biconnectivity_property::two_edge_component_is_right:
      return fmt::format("the 2-edge-connected component of vertex {} should be {}", vertex, right);
    case biconnectivity_property::block_is_right:
      return fmt::format("the block of vertex {} should be {}", vertex, right);
    case biconnectivity_property::head_is_right:
      return fmt::format("the head of the block of vertex {} should be {}", vertex, right);
    case biconnectivity_property::facts_add_up: break;
  }
  return "a number of parts, or how large the largest is, is wrong";
}

}  // namespace orujo
