// Draws vertices until enough of them have edges.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/drawn_sources.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <unordered_set>
#include <utility>

#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t source_stream = 0x736f7572636573;  // apart from the edges' streams
constexpr std::size_t candidates_at_once = 256;
constexpr std::uint64_t most_idle_rounds = 64;

/// Draws vertices in rounds, and looks up on all ranks which of them have edges.
class source_draw {
public:
  source_draw(rank_team& team, const csr_graph& graph, std::uint64_t seed)
      : team_(&team), graph_(&graph), random_(seed, source_stream) {}

  std::vector<vertex_id> draw(std::uint64_t count) {
    while (drawn_.size() < count) {
      const std::size_t before = drawn_.size();
      draw_round(count);
      if (drawn_.size() > before) {
        idle_rounds_ = 0;
      } else if (++idle_rounds_ == most_idle_rounds) {
        go_on_with_others();
      }
    }
    return std::move(drawn_);
  }

private:
  void draw_round(std::uint64_t count) {
    std::vector<std::uint64_t> degrees;
    for (vertex_id& v : candidates_) {
      v = random_.below(graph_->num_vertices());
      degrees.push_back(graph_->owns(v) ? graph_->out_edges().degree(graph_->local(v)) : 0);
    }
    degrees = all_reduce(*team_, std::move(degrees), std::plus<>());
    for (std::size_t i = 0; i < candidates_.size() && drawn_.size() < count; ++i) {
      if (degrees[i] > 0 || takes_any_) { take(candidates_[i]); }
    }
  }

  void take(vertex_id v) {
    if (!seen_.insert(v).second) { return; }
    drawn_.push_back(v);
    if (seen_.size() == graph_->num_vertices()) { seen_.clear(); }
  }

  /// Nothing new was found for long: those known come once more; if there are none, any vertex
  /// does.
  void go_on_with_others() {
    takes_any_ = seen_.empty();
    seen_.clear();
    idle_rounds_ = 0;
  }

  rank_team* team_;
  const csr_graph* graph_;
  random_stream random_;
  std::vector<vertex_id> candidates_ = std::vector<vertex_id>(candidates_at_once);
  std::vector<vertex_id> drawn_;
  std::unordered_set<vertex_id> seen_;  // since one may come again
  std::uint64_t idle_rounds_ = 0;       // without a new vertex
  bool takes_any_ = false;
};

}  // namespace

std::vector<vertex_id> draw_sources(rank_team& team, const csr_graph& graph, std::uint64_t seed,
                                    std::uint64_t count) {
  return source_draw(team, graph, seed).draw(count);
}

std::vector<vertex_id> draw_sources_once(rank_team& team, const csr_graph& graph,
                                         std::uint64_t seed, std::uint64_t count) {
  const std::uint64_t with_edges = num_vertices_with_edges(team, graph);
  const bool are_all = 0 < with_edges && with_edges <= count;
  return are_all ? vertices_with_edges(team, graph) : draw_sources(team, graph, seed, count);
}

std::uint64_t num_vertices_with_edges(rank_team& team, const csr_graph& graph) {
  const auto has_edges = [&](local_vertex v) -> std::uint64_t {
    return graph.out_edges().degree(v) > 0 ? 1 : 0;
  };
  return vertex_reduce(team, graph, has_edges, std::plus<>());
}

std::vector<vertex_id> vertices_with_edges(rank_team& team, const csr_graph& graph) {
  std::vector<vertex_id> own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (graph.out_edges().degree(v) > 0) { own.push_back(graph.global(v)); }
  }
  if (team.size() == 1) { return own; }
  return all_gather(team, std::span<const vertex_id>(own)).take_items();
}

}  // namespace orujo
