// Peels level by level: all edges of one round at once, on all workers of all ranks.
//
// Both ranks of an edge know in which round it is taken away, and the one that owns its lesser end
// keeps its support: the triangles of edges that are left. A round first tells the ranks of other
// ends, then breaks triangles.
//
// Invariant: between rounds, the support of an edge that is left is right where it is kept.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/truss/truss.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "orujo/algorithms/truss/peel_state.hpp"
#include "orujo/algorithms/truss/triangle_breaker.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo {

namespace trusses {

namespace {

constexpr std::uint32_t no_level = std::numeric_limits<std::uint32_t>::max();

/// "The edge between your vertex and this one is taken."
struct taken_edge {
  local_vertex vertex;
  vertex_number other;
};

class edge_peeler {
public:
  /// Call: collective.
  edge_peeler(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        known_(team, graph),
        triangles_(team, graph, known_),
        lanes_(static_cast<std::size_t>(team.num_workers())),
        taken_(team, take_receiver{this}, {.name = "edges taken"}) {}

  /// Call: collective.
  truss_numbers run() {
    list_edges();
    count_triangles();
    while (find_level()) {
      for (; gather_found(); ++known_.round) { take_away(); }
      levels_.resize(known_.round, known_.level);
      drop_taken();
    }
    return numbers();
  }

private:
  /// Of one worker.
  struct alignas(cache_line_bytes) lane {
    std::vector<edge_number> left;   // some of the edges that this rank keeps
    std::vector<edge_number> least;  // those of the least support, when they were looked at
    std::uint32_t support = no_level;
    std::vector<edge_number> told;  // taken in this round, as another rank says
  };

  struct take_receiver {
    edge_peeler* owner;
    void operator()(worker& self, std::span<const taken_edge> batch) const {
      for (const taken_edge& each : batch) { owner->hear_taken(self, each); }
    }
  };

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  [[nodiscard]] vertex_number number_of(local_vertex owned) const noexcept {
    return static_cast<vertex_number>(graph_.global(owned));
  }

  // --- the beginning -----------------------------------------------------------------------------

  /// Of one rank, with all edges of which a vertex is the hub one after the other.
  void list_edges() {
    if (team_.size() == 1) {
      known_.table.list_by_hub(now_);
    } else {
      for (edge_number e = 0; e < known_.table.size(); ++e) { now_.push_back(e); }
    }
    for_each_share(team_, now_.size(), [&](worker& self, index_range share) {
      for (std::size_t i = share.first; i < share.last; ++i) {
        if (known_.table.keeps(now_[i])) { lane_of(self).left.push_back(now_[i]); }
      }
    });
  }

  void count_triangles() {
    over_edges(graph_.facts().num_edges,
               [&](worker& self, edge_list edges) { triangles_.break_all(self, edges); });
    known_.is_counting = false;
    std::uint64_t sum = 0;
    for (edge_number e = 0; e < known_.table.size(); ++e) {
      sum += known_.table.keeps(e) ? known_.states[e] : 0;
    }
    facts_.triangles = all_sum(team_, sum) / 3;
  }

  /// Runs `body(self, part)` for parts of `now_`, in an epoch where there are several ranks, which
  /// have `all` edges together there or fewer.
  template <typename Body>
  void over_edges(std::uint64_t all, Body body) {
    constexpr std::size_t looks_of_edge = 4;
    constexpr std::size_t edges_per_chunk = 256;
    shared_loop loop(now_.size(), edges_per_chunk);
    const auto run = [&](worker& self) {
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        if (self.index() == 0) { team_.transport().check(); }
        body(self, edge_list(now_).subspan(part.first, part.last - part.first));
      }
    };
    const bool is_short = is_done_alone(team_, all * looks_of_edge);
    if (team_.size() > 1) {
      is_short ? run_short_epoch(team_, run) : run_epoch(team_, run);
    } else if (is_short) {
      run(team_.worker_at(0));
    } else {
      team_.on_workers(run);
    }
  }

  // --- levels ------------------------------------------------------------------------------------

  /// Goes on to the least support of any edge that is left, and finds those that have it. Returns
  /// whether there are any.
  bool find_level() {
    std::size_t all = 0;
    for (const lane& each : lanes_) { all += each.left.size(); }
    if (is_done_alone(team_, all)) {
      for (lane& each : lanes_) { look_through(each); }
    } else {
      team_.on_workers([&](worker& self) { look_through(lane_of(self)); });
    }
    std::uint32_t least = no_level;
    for (const lane& each : lanes_) { least = std::min(least, each.support); }
    known_.level = all_min(team_, least);
    for (int w = 0; w < team_.num_workers(); ++w) {
      lane& each = lanes_[static_cast<std::size_t>(w)];
      if (each.support == known_.level) { known_.found(w).swap(each.least); }
    }
    return known_.level != no_level;
  }

  void look_through(lane& mine) {
    mine.support = no_level;
    mine.least.clear();
    std::size_t kept = 0;
    for (const edge_number e : mine.left) {
      const std::uint32_t support = known_.states[e];
      if (!is_left(support)) { continue; }
      mine.left[kept++] = e;
      if (support > mine.support) { continue; }
      if (support < mine.support) {
        mine.support = support;
        mine.least.clear();
      }
      mine.least.push_back(e);
    }
    mine.left.resize(kept);
  }

  /// Lists what was found to be taken; returns whether any rank has something. Call: collective.
  bool gather_found() {
    now_.clear();
    for (int w = 0; w < team_.num_workers(); ++w) {
      std::vector<edge_number>& found = known_.found(w);
      now_.insert(now_.end(), found.begin(), found.end());
      found.clear();
    }
    all_now_ = all_sum(team_, std::uint64_t{now_.size()});
    return all_now_ > 0;
  }

  // --- a round -----------------------------------------------------------------------------------

  void take_away() {
    team_.transport().check();
    for (const edge_number e : now_) { known_.states[e] = known_.taken_now(); }
    if (team_.size() > 1) {
      tell_other_ends();
    } else {
      known_.table.sort_by_hub(now_);
    }
    gone_ += now_.size();
    over_edges(all_now_, [&](worker& self, edge_list edges) { triangles_.break_all(self, edges); });
  }

  void tell_other_ends() {
    over_edges(all_now_, [&](worker& self, edge_list edges) {
      for (const edge_number e : edges) {
        const auto [owned, other] = known_.table.ends(e);
        if (graph_.owns(vertex_id{other})) { continue; }
        const rank_id owner = graph_.owner(vertex_id{other});
        taken_.send(self, owner, taken_edge{known_.table.place_of(other, owner), number_of(owned)});
      }
    });
    for (lane& each : lanes_) {
      now_.insert(now_.end(), each.told.begin(), each.told.end());
      each.told.clear();
    }
  }

  void hear_taken(worker& self, const taken_edge& edge) {
    const edge_number e = known_.table.find(edge.vertex, edge.other);
    known_.states[e] = known_.taken_now();
    lane_of(self).told.push_back(e);
  }

  // --- the end -----------------------------------------------------------------------------------

  /// Drops edges that were taken from rows, once they are a quarter of what is there.
  void drop_taken() {
    if (gone_ == 0 || 4 * gone_ < in_rows_) { return; }
    known_.table.drop(team_, [&](edge_number e) { return !is_left(known_.states[e]); });
    in_rows_ -= gone_;
    gone_ = 0;
  }

  truss_numbers numbers() {
    truss_numbers found;
    std::size_t kept = 0;
    for (edge_number e = 0; e < known_.table.size(); ++e) {
      kept += known_.table.keeps(e) ? 1U : 0U;
    }
    found.edges = run_agreed(team_, [&] { return huge_array<truss_edge>(kept); });
    std::size_t next = 0;
    for (edge_number e = 0; e < known_.table.size(); ++e) {
      if (!known_.table.keeps(e)) { continue; }
      const auto [owned, other] = known_.table.ends(e);
      const std::uint32_t round = known_.states[e] - taken_bit;
      found.edges[next++] = {graph_.global(owned), other, levels_[round] + 2, round};
    }
    facts_.edges = all_sum(team_, std::uint64_t{kept});
    facts_.rounds = known_.round;
    facts_.max_trussness = levels_.empty() ? 0 : levels_.back() + 2;
    const auto is_of_max = [&](const truss_edge& e) { return e.trussness == facts_.max_trussness; };
    facts_.edges_of_max = all_sum(team_, static_cast<std::uint64_t>(std::count_if(
                                             found.edges.begin(), found.edges.end(), is_of_max)));
    found.facts = facts_;
    return found;
  }

  rank_team& team_;
  const csr_graph& graph_;
  peel_state known_;
  triangle_breaker triangles_;
  std::vector<lane> lanes_;
  channel<taken_edge, take_receiver> taken_;
  std::vector<edge_number> now_;       // taken in this round; to begin with, all
  std::vector<std::uint32_t> levels_;  // of rounds
  std::uint64_t all_now_ = 0;          // those of all ranks
  std::uint64_t in_rows_ = known_.table.size();
  std::uint64_t gone_ = 0;  // of those in rows
  truss_facts facts_;
};

}  // namespace

}  // namespace trusses

truss_numbers truss(rank_team& team, const csr_graph& graph) {
  require_everywhere(!graph.directed(), "truss: the graph is directed; build it undirected");
  require_everywhere(graph.num_vertices() < std::numeric_limits<trusses::vertex_number>::max(),
                     "truss: there are 2^32 - 1 vertices or more");
  const std::uint64_t per_record = 50;     // of an edge; one rank has one for both its rows
  const bool is_alone = team.size() == 1;  // then each worker has a table of all vertices
  const auto workers = static_cast<std::uint64_t>(team.num_workers());
  require_room(team, graph, "trusses",
               {.per_vertex = 20 + (is_alone ? 4 * workers : 0),
                .per_edge = 8 + per_record / (is_alone ? 2 : 1)});
  return trusses::edge_peeler(team, graph).run();
}

void truss_numbers::describe(report_card& card) const {
  card.add(report_section::algorithm,
           {"method", "peeling", {{"rounds", static_cast<double>(facts.rounds), ""}}});
}

}  // namespace orujo
