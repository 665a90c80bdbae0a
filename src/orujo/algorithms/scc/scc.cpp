// Multistep (Slota, Rajamanickam, Madduri 2014): what is easy first, by what is best for it.
//
// 1. Trimming: a vertex that no edge leads to, or from, is a component, again and again.
// 2. A search forward from a vertex of many edges, and one backward among what it reached: the
//    vertices of both are its component, which in many graphs is a giant one.
// 3. The only rank searches the rest depth first (Tarjan 1972). Several ranks trim it, and leave it
//    to one of them if it is little. Else colours are told (Orzan 2004): each vertex gets the least
//    vertex that a path comes from, and those that a path of their colour leads back from to the
//    vertex it is named after are its component; then again.
//
// Invariant between steps: a component that is not known lies in one part, the vertices of one
// state. Edges between parts do not count.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/scc/scc.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "orujo/algorithms/scc/colours.hpp"
#include "orujo/algorithms/scc/rules.hpp"
#include "orujo/algorithms/scc/serial.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/edge_side.hpp"
#include "orujo/traversal/level_search/level_search.hpp"
#include "orujo/traversal/parallel_reduce.hpp"
#include "orujo/traversal/spreading.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace strong_connectivity {

namespace {

constexpr std::uint64_t size_for_one_of_many = 4'194'304;

/// Where to search from.
struct candidate {
  std::uint64_t score = 0;
  vertex_id vertex = no_vertex;

  [[nodiscard]] bool is_before(const candidate& other) const noexcept {
    return score != other.score ? score > other.score : vertex < other.vertex;
  }
};

/// What has no component yet.
struct amount_left {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;  ///< Inside parts.
};

class component_finder {
public:
  component_finder(rank_team& team, const csr_graph& graph, const scc_options& options)
      : team_(team),
        graph_(graph),
        known_(team, graph),
        most_alone_(options.serial_size.value_or(
            team.size() == 1 ? std::numeric_limits<std::uint64_t>::max() : size_for_one_of_many)) {
    result_.label = huge_array<vertex_id>(graph.num_local());
  }

  scc_labels run() && {
    trim_all();
    search_from_pivot();
    if (team_.size() == 1 && most_alone_ == everything) {
      finish_alone({.vertices = num_left()});
    } else {
      find_rest();
    }
    return std::move(result_);
  }

private:
  static constexpr std::uint64_t everything = std::numeric_limits<std::uint64_t>::max();

  /// With colours where much is left.
  void find_rest() {
    for (;;) {
      trim_left();
      const amount_left left = measure();
      if (is_for_one(left)) { return finish_alone(left); }
      tell_colours();
    }
  }

  void finish_alone(const amount_left& left) {
    if (left.vertices == 0) { return; }
    result_.facts.searched_alone = left.vertices;
    add(search_alone(team_, known_, result_.label.span()));
  }

  void add(const size_counts& found) {
    result_.facts.components += found.components;
    result_.facts.nontrivial += found.nontrivial;
    result_.facts.largest = std::max(result_.facts.largest, found.largest);
  }

  void update_ghosts() { known_.states.push(); }

  // --- trimming ----------------------------------------------------------------------------------

  void trim_all() {
    trim<parts::one>(edge_side::out, [&](local_vertex v) {
      result_.label[v] = graph_.global(v);
      return graph_.in_edges().degree(v);
    });
    if (result_.facts.trimmed == graph_.num_vertices()) { return; }
    trim<parts::one>(edge_side::in, [&](local_vertex v) { return graph_.out_edges().degree(v); });
    update_ghosts();
  }

  /// The same of what is left, of which edges inside parts count.
  void trim_left() {
    for (const edge_side way : {edge_side::out, edge_side::in}) {
      const adjacency& edges = edges_of(graph_, against(way));
      vertex_map(team_, graph_, [&](local_vertex v) { known_.left[v] = count_left(edges, v); });
      trim<parts::several>(way, [&](local_vertex v) { return known_.left[v]; });
      update_ghosts();
    }
  }

  [[nodiscard]] std::uint32_t count_left(const adjacency& edges, local_vertex v) const {
    const vertex_state part = known_.states[v];
    if ((part & done) != 0) { return 0; }
    const std::span<const local_vertex> row = edges.row(v);
    return static_cast<std::uint32_t>(std::count_if(
        row.begin(), row.end(), [&](local_vertex next) { return known_.states[next] == part; }));
  }

  /// Trims one way; `edges_to(v)` counts the edges that lead to v.
  template <parts Parts, typename EdgesTo>
  void trim(edge_side way, EdgesTo edges_to) {
    using rule_type = trimming<Parts>;
    rule_type rule{known_, edges_of(graph_, way)};
    spreading<rule_type> trimmed(team_, graph_, rule, news);
    trimmed.begin_where([&](local_vertex v) {
      const auto edges = static_cast<std::uint32_t>(edges_to(v));
      const bool is_left = !known_.is_done(v);
      known_.left[v] = is_left ? edges : rule_type::never;
      return is_left && edges == 0;
    });
    const std::uint64_t vertices = trimmed.run();
    result_.facts.trimmed += vertices;
    add({.components = vertices, .largest = vertices > 0 ? 1U : 0U, .nontrivial = 0});
  }

  // --- the component of a pivot ------------------------------------------------------------------

  void search_from_pivot() {
    const vertex_id pivot = best_pivot();
    if (pivot == no_vertex) { return; }
    state_change change{.from = untouched, .to = reached};
    // Pulls begin late: those that no path leads to look through all their edges in vain.
    level_search<reaching> search(team_, graph_, {.known = &known_, .change = &change},
                                  {.name = "scc", .kept_bytes = 13, .choice = {.alpha = 4}});
    search.run({.source = pivot, .follow = edge_side::out});
    update_ghosts();
    change = {.from = reached, .to = joined};
    const std::uint64_t size = search.run({.source = pivot, .follow = edge_side::in}).reached;
    update_ghosts();
    name_joined();
    result_.facts.from_pivot = size;
    add({.components = 1, .largest = size, .nontrivial = size > 1 ? 1U : 0U});
  }

  [[nodiscard]] vertex_id best_pivot() {
    const auto first_of = [](const candidate& a, const candidate& b) {
      return a.is_before(b) ? a : b;
    };
    const auto candidate_at = [&](local_vertex v) {
      if (known_.is_done(v)) { return candidate{}; }
      return candidate{graph_.in_edges().degree(v) * graph_.out_edges().degree(v),
                       graph_.global(v)};
    };
    return vertex_reduce(team_, graph_, candidate_at, first_of).vertex;
  }

  void name_joined() {
    const auto lesser = [](vertex_id a, vertex_id b) { return std::min(a, b); };
    const auto first_in = [&](index_range share) {
      for (std::size_t v = share.first; v < share.last; ++v) {
        if (known_.states[static_cast<local_vertex>(v)] == joined) {
          return graph_.global(static_cast<local_vertex>(v));
        }
      }
      return no_vertex;
    };
    const vertex_id least = parallel_reduce(team_, graph_.num_local(), first_in, lesser);
    vertex_map(team_, graph_, [&](local_vertex v) {
      if (known_.states[v] != joined) { return; }
      result_.label[v] = least;
      known_.states[v] |= done;
    });
    update_ghosts();
  }

  // --- what is left ------------------------------------------------------------------------------

  [[nodiscard]] amount_left measure() {
    const auto sum = [](const amount_left& a, const amount_left& b) {
      return amount_left{a.vertices + b.vertices, a.edges + b.edges};
    };
    const auto left_at = [&](local_vertex v) {
      return known_.is_done(v) ? amount_left{} : amount_left{1, known_.left[v]};
    };
    return vertex_reduce(team_, graph_, left_at, sum);
  }

  [[nodiscard]] std::uint64_t num_left() const noexcept {
    return graph_.num_vertices() - result_.facts.trimmed - result_.facts.from_pivot;
  }

  [[nodiscard]] bool is_for_one(const amount_left& left) const noexcept {
    return left.vertices + left.edges <= most_alone_ &&
           left.vertices < std::numeric_limits<std::uint32_t>::max();
  }

  void tell_colours() {
    if (!colours_) { colours_ = std::make_unique<colour_rounds>(team_, known_); }
    add(colours_->run(result_.label.span()));
    ++result_.facts.colour_rounds;
  }

  rank_team& team_;
  const csr_graph& graph_;
  search_state known_;
  std::unique_ptr<colour_rounds> colours_;
  std::uint64_t most_alone_;
  scc_labels result_;
};

}  // namespace

}  // namespace strong_connectivity

scc_labels scc(rank_team& team, const csr_graph& graph, const scc_options& options) {
  require_everywhere(!graph.directed() || graph.has_in_edges(),
                     "scc: edges are followed both ways; build a directed graph with in-edges");
  require_room(team, graph, "strong components", {.per_vertex = 13, .per_ghost = 1});
  return strong_connectivity::component_finder(team, graph, options).run();
}

void scc_labels::describe(report_card& card) const {
  card.add(report_section::algorithm,
           {"method",
            "multistep",
            {{"trimmed", static_cast<double>(facts.trimmed), "vertices"},
             {"from the pivot", static_cast<double>(facts.from_pivot), "vertices"},
             {"searched alone", static_cast<double>(facts.searched_alone), "vertices"},
             {"rounds of colours", static_cast<double>(facts.colour_rounds), ""}}});
}

}  // namespace orujo
