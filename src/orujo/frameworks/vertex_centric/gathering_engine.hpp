// Runs programs whose vertices look at all their neighbours in each iteration.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/vertex_centric/neighbour_rows.hpp"
#include "orujo/frameworks/vertex_centric/program_edges.hpp"
#include "orujo/frameworks/vertex_centric/vertex_program.hpp"
#include "orujo/frameworks/vertex_centric/vertex_run.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/vertex_array.hpp"

namespace orujo {

/// A neighbour as a vertex sees it.
template <typename State>
struct program_neighbour {
  const State& state;
  local_vertex number;                ///< What the rank calls it.
  std::span<const local_vertex> row;  ///< With `looks_at_rows`: see neighbour_rows.
};

/// A program whose vertices need all of what their neighbours are, and not only a sum of it:
///
/// - `state` and `initial(v)`, as of a vertex_program;
/// - `heard`, which a vertex fills in each iteration; it has `clear()`, and does not travel;
/// - `gather(heard&, const program_neighbour<state>&)`, for each edge;
/// - `apply(v, mine, heard&)` changes the state; it returns whether the neighbours are to look
/// again.
///
/// Here `side` says at which neighbours a vertex looks: `in` without one, those that lead to it.
template <typename P>
concept gathering_program = std::copy_constructible<P> && vertex_programs::has_state<P> &&
    std::default_initializable<typename P::heard> &&
    requires(const P& program, typename P::heard& heard,
             const program_neighbour<typename P::state>& neighbour) {
  heard.clear();
  program.gather(heard, neighbour);
} && requires(const P& program, const program_vertex& v, typename P::state& mine,
              typename P::heard& heard) {
  { program.apply(v, mine, heard) } -> std::same_as<bool>;
};

/// All vertices look at all their neighbours, and then change at once, until none wants its
/// neighbours to look again. The contract is in docs/contracts/vertex-program.md.
template <gathering_program P>
class gathering_engine {
public:
  using state_type = typename P::state;

  /// Call: collective. Throws: as vertex_engine. Memory: two states for each owned vertex and
  /// ghost; with `looks_at_rows` that of neighbour_rows.
  gathering_engine(rank_team& team, const csr_graph& graph, P program);

  /// As vertex_engine::run(). Cost of an iteration: a call of `gather` for each edge, and a state
  /// for each ghost.
  const vertex_run& run(const vertex_run_options& options = {});

  [[nodiscard]] std::span<const state_type> states() const noexcept { return states_.owned(); }

private:
  static constexpr edge_side side = [] {
    if constexpr (requires { P::side; }) {
      return P::side;
    } else {
      return edge_side::in;
    }
  }();

  /// The graph, once it is known that it will do. Throws: as the constructor.
  static const csr_graph& with_room(rank_team& team, const csr_graph& graph);
  void start();
  [[nodiscard]] std::uint64_t iterate();
  [[nodiscard]] bool look_around(local_vertex v, typename P::heard& heard);

  [[nodiscard]] program_vertex about(local_vertex v) const noexcept {
    return vertex_programs::program_vertex_at(graph_, side, v);
  }

  rank_team& team_;
  const csr_graph& graph_;
  P program_;
  vertex_array<state_type> states_;
  huge_array<state_type> next_;
  std::optional<vertex_programs::neighbour_rows> rows_;
  std::vector<typename P::heard> heard_;  // of each worker
  iteration_facts each_;                  // what every iteration costs this rank
  vertex_run run_;
};

// --- implementation --------------------------------------------------------------------------

template <gathering_program P>
gathering_engine<P>::gathering_engine(rank_team& team, const csr_graph& graph, P program)
    : team_(team),
      graph_(with_room(team, graph)),
      program_(std::move(program)),
      states_(team, graph),
      heard_(static_cast<std::size_t>(team.num_workers())) {
  next_ = huge_array<state_type>(graph.num_local());
  if constexpr (requires { requires P::looks_at_rows; }) { rows_.emplace(team, graph); }
  each_.messages += graph.all_mirrors().size();
  each_.bytes = each_.messages * sizeof(state_type);
  vertex_programs::for_each_side(
      graph, side, [&](const adjacency& rows) { each_.edges += rows.targets.size(); });
  each_.active = graph.num_vertices();
  each_.pulled = true;
}

template <gathering_program P>
const csr_graph& gathering_engine<P>::with_room(rank_team& team, const csr_graph& graph) {
  require_everywhere(vertex_programs::has_side(graph, side),
                     "vertex program: it looks along in-edges, and the directed graph was built "
                     "without them");
  require_room(team, graph, "vertex program",
               {.per_vertex = 2 * sizeof(state_type), .per_ghost = sizeof(state_type)});
  return graph;
}

template <gathering_program P>
const vertex_run& gathering_engine<P>::run(const vertex_run_options& options) {
  run_ = {.iterations = {}, .converged = graph_.num_vertices() == 0};
  start();
  vertex_programs::run_iterations(team_, run_, options.max_iterations, [&](iteration_facts& facts) {
    facts = each_;
    facts.scattering = all_sum(team_, iterate());
    return facts.scattering == 0;
  });
  return run_;
}

template <gathering_program P>
void gathering_engine<P>::start() {
  for_each_share(team_, graph_.num_local(), [&](worker& /*self*/, index_range share) {
    for (std::size_t i = share.first; i < share.last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      states_[v] = program_.initial(about(v));
    }
  });
}

template <gathering_program P>
std::uint64_t gathering_engine<P>::iterate() {
  states_.push();
  constexpr std::size_t vertices_per_chunk = 256;
  shared_loop loop(graph_.num_local(), vertices_per_chunk);
  std::atomic<std::uint64_t> changed = 0;
  team_.on_workers([&](worker& self) {
    typename P::heard& heard = heard_[static_cast<std::size_t>(self.index())];
    std::uint64_t mine = 0;
    for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
      for (std::size_t i = some.first; i < some.last; ++i) {
        mine += look_around(static_cast<local_vertex>(i), heard) ? 1U : 0U;
      }
    }
    changed += mine;
  });
  std::ranges::copy(next_.span(), states_.owned().begin());
  return changed;
}

template <gathering_program P>
bool gathering_engine<P>::look_around(local_vertex v, typename P::heard& heard) {
  heard.clear();
  vertex_programs::for_each_side(graph_, side, [&](const adjacency& rows) {
    for (const local_vertex neighbour : rows.row(v)) {
      std::span<const local_vertex> row;
      if constexpr (requires { requires P::looks_at_rows; }) { row = rows_->of(neighbour); }
      program_.gather(heard, {states_[neighbour], neighbour, row});
    }
  });
  next_[v] = states_[v];
  return program_.apply(about(v), next_[v], heard);
}

}  // namespace orujo
