// Takes colours round by round, until nobody waits for one.
//
// Invariant: between rounds two neighbours of one colour have at least one of both among those that
// wait; ghosts have the colours of their owners.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/colouring/boman.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/isolation.hpp"
#include "orujo/traversal/operator_lanes.hpp"
#include "orujo/traversal/vertex_array.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace {

constexpr std::uint32_t no_colour = std::numeric_limits<std::uint32_t>::max();

/// Takes a colour. If a neighbour of this rank has it, either that one or the vertex gives way, as
/// drawn; the vertex in any case if several have. Fails if the vertex does; else returns the
/// neighbour that does, or the vertex itself if none has.
struct taking {
  struct arguments {
    local_vertex v;
    std::uint32_t colour;  // that no ghost among the neighbours has
    bool gives_way;
  };
  static constexpr bool is_cautious = true;

  const csr_graph* graph;
  std::uint32_t* colours;

  template <typename Access>
  std::optional<local_vertex> act(Access& access, const arguments& each) const {
    local_vertex other = each.v;
    for (const local_vertex u : graph->out_edges().row(each.v)) {
      if (u == each.v || !graph->is_owned(u)) { continue; }
      if (access.read(colours[u]) != each.colour) { continue; }
      if (each.gives_way || (other != each.v && other != u)) { return std::nullopt; }
      other = u;
    }
    access.write(colours[each.v], each.colour);
    return other;
  }
  static void failed(vertex_lane& waiting, const arguments& each) { waiting.add(each.v); }
  static void returned(vertex_lane& waiting, const arguments& each, local_vertex other) {
    if (other != each.v) { waiting.add(other); }
  }
};

/// Which colours the neighbours of a vertex have; of one worker.
class alignas(cache_line_bytes) palette {
public:
  /// The lowest colour that none of `row` but `v` has, while others may take some.
  [[nodiscard]] std::uint32_t lowest(const taking& of, local_vertex v) {
    const std::span<const local_vertex> row = of.graph->out_edges().row(v);
    if (used_.size() <= row.size()) { used_.resize(row.size() + 1, 0); }
    ++now_;
    for (const local_vertex u : row) {
      const std::uint32_t colour = activities::load_shared(of.colours[u]);
      if (u != v && colour <= row.size()) { used_[colour] = now_; }
    }
    std::uint32_t lowest = 0;
    while (used_[lowest] == now_) { ++lowest; }
    return lowest;
  }

private:
  std::vector<std::uint64_t> used_;  // by colour: when it was seen last
  std::uint64_t now_ = 0;
};

class recolouring {
public:
  recolouring(rank_team& team, const csr_graph& graph, const isolation_choice& isolation,
              std::uint64_t seed)
      : team_(team),
        graph_(graph),
        seed_(seed),
        colours_(team, graph),
        seen_(graph.num_local()),
        take_{&graph, colours_.data()},
        operators_(team, take_, isolation),
        palettes_(static_cast<std::size_t>(team.num_workers())),
        waiting_(team, graph) {}

  colouring run() {
    std::fill(colours_.owned().begin(), colours_.owned().end(), no_colour);
    std::fill(colours_.ghosts().begin(), colours_.ghosts().end(), no_colour);
    std::fill(seen_.begin(), seen_.end(), no_colour);
    for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
      vertex_lane& lane = waiting_.lane(self);
      for (std::size_t v = share.first; v < share.last; ++v) {
        lane.add(static_cast<local_vertex>(v));
      }
    });
    for (; waiting_.gather(); ++round_) {
      take_colours();
      colours_.push();
      give_way_to_other_ranks();
    }
    return result();
  }

private:
  void take_colours() {
    for_each_waiting([&](worker& self, vertex_lane& lane, local_vertex v) {
      // A vertex that is in the list twice takes one colour.
      if (!isolation::atomic::lower(seen_[v], no_colour - 1 - round_)) { return; }
      palette& own = palettes_[static_cast<std::size_t>(self.index())];
      operators_.spawn(lane, {v, own.lowest(take_, v), draws_first(graph_.global(v), 0)});
    });
  }

  /// Of two vertices that took one colour in this round both ranks draw the same.
  void give_way_to_other_ranks() {
    if (team_.size() == 1) { return; }
    for_each_waiting([&](worker& /*self*/, vertex_lane& lane, local_vertex v) {
      for (const local_vertex u : graph_.out_edges().row(v)) {
        if (graph_.is_owned(u) || colours_[u] != colours_[v] || colours_[v] == no_colour) {
          continue;
        }
        const auto [low, high] = std::minmax({graph_.global(v), graph_.global(u)});
        if (draws_first(low, high) == (graph_.global(v) == low)) { return lane.add(v); }
      }
    });
  }

  template <typename Body>
  void for_each_waiting(Body body) {
    const std::span<const local_vertex> vertices = waiting_.vertices();
    for_each_share(team_, vertices.size(), [&](worker& self, index_range share) {
      vertex_lane& lane = waiting_.lane(self);
      for (std::size_t i = share.first; i < share.last; ++i) { body(self, lane, vertices[i]); }
      operators_.flush(lane);
    });
  }

  [[nodiscard]] bool draws_first(vertex_id a, vertex_id b) const noexcept {
    return mix64(seed_ ^ mix64(a ^ mix64(b ^ mix64(round_)))) % 2 == 0;
  }

  /// Leaves out colours that nobody has in the end.
  colouring result() {
    std::uint32_t most = 0;
    for (const std::uint32_t each : colours_.owned()) { most = std::max(most, each + 1); }
    std::vector<std::uint8_t> is_used(all_max(team_, most));
    for (const std::uint32_t each : colours_.owned()) { is_used[each] = 1; }
    is_used = all_reduce(team_, std::move(is_used),
                         [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
    colouring found{.colour = huge_array<std::uint32_t>(graph_.num_local())};
    std::vector<std::uint32_t> number(is_used.size());
    for (std::size_t i = 0; i < is_used.size(); ++i) {
      number[i] = found.colours;
      found.colours += is_used[i];
    }
    vertex_map(team_, graph_, [&](local_vertex v) { found.colour[v] = number[colours_[v]]; });
    found.rounds = static_cast<std::uint32_t>(round_);
    found.activities = operators_.counts_of_all();
    found.choices.add(report_section::algorithm, {"method",
                                                  "activities, recoloured at random",
                                                  {{"rounds", static_cast<double>(round_), ""}}});
    operators_.describe(found.choices);
    return found;
  }

  rank_team& team_;
  const csr_graph& graph_;
  std::uint64_t seed_;
  vertex_array<std::uint32_t> colours_;
  huge_array<std::uint32_t> seen_;  // falls from round to round
  taking take_;
  operator_lanes<taking> operators_;
  std::deque<palette> palettes_;
  frontier waiting_;
  std::uint32_t round_ = 0;
};

}  // namespace

colouring recoloured(rank_team& team, const csr_graph& graph, const isolation_choice& isolation,
                     std::uint64_t seed) {
  require_everywhere(!graph.directed(),
                     "colour: the edges must go both ways; build the graph undirected");
  require_room(team, graph, "colour", {.per_vertex = 20, .per_ghost = 4});
  return recolouring(team, graph, isolation, seed).run();
}

}  // namespace orujo
