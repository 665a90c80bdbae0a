// Runs a vertex program in iterations, all active vertices at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/frameworks/vertex_centric/program_edges.hpp"
#include "orujo/frameworks/vertex_centric/vertex_program.hpp"
#include "orujo/frameworks/vertex_centric/vertex_run.hpp"
#include "orujo/frameworks/vertex_centric/vertex_totals.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/parallel_reduce.hpp"
#include "orujo/traversal/vertex_array.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

/// The synchronous engine, with delta caching: the total of all that a vertex ever heard is kept,
/// and neighbours tell only what is new, so that nobody looks at a neighbour that has nothing to
/// say (Gonzalez et al., PowerGraph, 2012). An iteration applies the totals of all active vertices,
/// then tells the neighbours of those that want it; who hears something new is active in the next.
/// The contract is in docs/contracts/vertex-program.md.
template <typename P>
class vertex_engine {
public:
  using state_type = typename P::state;
  using value_type = typename P::reduction::value_type;
  using global_type = vertex_programs::global_of_t<P>;

  /// `team` and `graph` outlive the object; `program` is copied. Call: collective. Throws on every
  /// rank: agreed_error for wrong use if the program follows in-edges that a directed graph was
  /// built without, or looks at weights of another type than the graph's; memory_error.
  /// Memory: the state, two values and 5 bytes for each owned vertex, two values and a byte for
  /// each ghost.
  vertex_engine(rank_team& team, const csr_graph& graph, P program);
  vertex_engine(const vertex_engine&) = delete;
  vertex_engine& operator=(const vertex_engine&) = delete;

  /// Runs from the start, until no vertex is active. What was found and done is valid until the
  /// next call. Call: collective; worker 0, outside on_workers(). Throws: what the program throws,
  /// peer_failed on the other ranks; interrupted_error.
  /// Cost of an iteration: a call of `apply` for each active vertex, of `gather` for each edge of
  /// those that scatter, or where these have more than an eighth of all edges, for every edge.
  const vertex_run& run(const vertex_run_options& options = {});

  /// The states of the owned vertices, by local number.
  [[nodiscard]] std::span<const state_type> states() const noexcept { return states_.span(); }
  /// What the last iteration aggregated.
  [[nodiscard]] const global_type& global() const noexcept { return global_; }

private:
  static constexpr edge_side side = vertex_programs::side_of<P>();

  /// The graph, once it is known that it will do. Throws: as the constructor.
  static const csr_graph& with_room(rank_team& team, const csr_graph& graph);
  void start();
  void aggregate();
  void apply_active();
  template <bool Shared>
  [[nodiscard]] bool apply(const program_vertex& v);
  void tell_neighbours(iteration_facts& facts);
  [[nodiscard]] bool is_pulled(iteration_facts& facts);
  void push(iteration_facts& facts);
  template <bool Shared>
  void push_from(vertex_lane& lane, std::span<const local_vertex> sources);
  void pull(iteration_facts& facts);
  void pull_to(vertex_lane& lane, index_range targets, value_type all);
  /// What one worker does in a sweep.
  struct alignas(cache_line_bytes) sweep_share {
    vertex_lane* lane = nullptr;
    bool lists_news = true;  ///< Or they are looked for at the end.
    std::uint64_t applied = 0;
    std::uint64_t scattered = 0;
    std::uint64_t edges = 0;
  };
  void sweep(iteration_facts& facts);
  template <bool Shared>
  void sweep_over(sweep_share& mine, local_vertex v);

  [[nodiscard]] program_vertex about(local_vertex v) const noexcept {
    return vertex_programs::program_vertex_at(graph_, side, v);
  }

  rank_team& team_;
  const csr_graph& graph_;
  P program_;
  huge_array<state_type> states_;
  vertex_array<value_type> told_;  // in this iteration; none by those that do not scatter
  frontier active_;
  frontier scattering_;
  vertex_programs::vertex_totals<typename P::reduction> totals_;
  std::uint64_t mirrors_ = 0;  // vertices here that are ghosts of other ranks
  global_type global_{};
  vertex_run run_;
};

// --- implementation --------------------------------------------------------------------------

template <typename P>
vertex_engine<P>::vertex_engine(rank_team& team, const csr_graph& graph, P program)
    : team_(team),
      graph_(with_room(team, graph)),
      program_(std::move(program)),
      told_(team, graph),
      active_(team, graph),
      scattering_(team, graph),
      totals_(team, graph, active_) {
  states_ = huge_array<state_type>(graph.num_local());
  mirrors_ += graph.all_mirrors().size();
}

template <typename P>
const csr_graph& vertex_engine<P>::with_room(rank_team& team, const csr_graph& graph) {
  vertex_programs::require_program<P>();
  vertex_programs::require_edges<P>(graph);
  require_room(team, graph, "vertex program",
               {.per_vertex = sizeof(state_type) + 2 * sizeof(value_type) + 5,
                .per_ghost = 2 * sizeof(value_type) + 1});
  return graph;
}

template <typename P>
const vertex_run& vertex_engine<P>::run(const vertex_run_options& options) {
  run_ = {};
  start();
  run_.converged = !active_.gather();
  vertex_programs::run_iterations(team_, run_, options.max_iterations, [&](iteration_facts& facts) {
    if (options.hearing == vertex_hearing::at_once) {
      sweep(facts);
    } else {
      facts.active = active_.size();
      apply_active();
      tell_neighbours(facts);
    }
    aggregate();
    const bool is_done = !active_.gather();
    return is_done || vertex_programs::stops(program_, global_);
  });
  return run_;
}

template <typename P>
void vertex_engine<P>::start() {
  totals_.clear();
  std::ranges::fill(told_.owned(), P::reduction::none());
  std::ranges::fill(told_.ghosts(), P::reduction::none());
  for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
    vertex_lane& lane = active_.lane(self);
    for (std::size_t i = share.first; i < share.last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      const program_vertex what = about(v);
      states_[v] = program_.initial(what);
      if (const std::optional<value_type> heard = program_.first(what)) {
        totals_.template add<false>(lane, v, *heard);
        totals_.begin(lane, v);  // also one that hears what changes nothing
      }
    }
  });
  aggregate();
}

template <typename P>
void vertex_engine<P>::aggregate() {
  if constexpr (vertex_programs::aggregating<P>) {
    using reduction_type = typename P::aggregate;
    const auto of_share = [&](index_range share) {
      auto sum = reduction_type::none();
      for (std::size_t i = share.first; i < share.last; ++i) {
        const auto v = static_cast<local_vertex>(i);
        sum = reduction_type::combine(sum, program_.contribute(about(v), states_[v]));
      }
      return sum;
    };
    global_ =
        parallel_reduce(team_, graph_.num_local(), of_share,
                        [](const auto& a, const auto& b) { return reduction_type::combine(a, b); });
  }
}

template <typename P>
void vertex_engine<P>::apply_active() {
  const std::span<const local_vertex> vertices = active_.vertices();
  for_each_share(team_, vertices.size(), [&](worker& self, index_range share) {
    vertex_lane& lane = scattering_.lane(self);
    for (const local_vertex v : vertices.subspan(share.first, share.last - share.first)) {
      const program_vertex what = about(v);
      if (apply<false>(what)) {
        told_[v] = program_.scatter(what, states_[v]);
        lane.add(v);
      }
    }
  });
}

template <typename P>
template <bool Shared>
bool vertex_engine<P>::apply(const program_vertex& v) {
  state_type& mine = states_[v.number];
  const value_type total = totals_.template take<Shared>(v.number);
  if constexpr (vertex_programs::aggregating<P>) {
    return program_.apply(v, mine, total, global_);
  } else {
    return program_.apply(v, mine, total);
  }
}

template <typename P>
void vertex_engine<P>::tell_neighbours(iteration_facts& facts) {
  if (!scattering_.gather()) { return; }
  facts.scattering = scattering_.size();
  facts.pulled = is_pulled(facts);
  if (facts.pulled) {
    pull(facts);
  } else {
    push(facts);
  }
  for (const local_vertex v : scattering_.vertices()) { told_[v] = P::reduction::none(); }
}

/// A pull looks at every edge, but adds up without atomics; a push at those of the vertices that
/// have something to tell. All ranks do the same.
template <typename P>
bool vertex_engine<P>::is_pulled(iteration_facts& facts) {
  const std::span<const local_vertex> sources = scattering_.vertices();
  const auto edges_of = [&](index_range share) {
    std::uint64_t sum = 0;
    for (const local_vertex v : sources.subspan(share.first, share.last - share.first)) {
      sum += vertex_programs::degree_of(graph_, side, v);
    }
    return sum;
  };
  facts.edges = edges_of({0, sources.size()});
  constexpr std::uint64_t few_sources = 64;  // of so many vertices one: not worth a reduction
  if (scattering_.size() < graph_.num_vertices() / few_sources ||
      !vertex_programs::has_side(graph_, against(side))) {
    return false;
  }
  const std::uint64_t sides = graph_.directed() && side == edge_side::both ? 2 : 1;
  const std::uint64_t all = graph_.facts().num_arcs * sides;
  return all_sum(team_, facts.edges) > all / 8;
}

template <typename P>
void vertex_engine<P>::push(iteration_facts& facts) {
  const std::span<const local_vertex> sources = scattering_.vertices();
  const bool alone = scattering_.is_short();
  if (alone || team_.num_workers() == 1) {
    push_from<false>(active_.lane(team_.worker_at(0)), sources);
  } else {
    constexpr std::size_t sources_per_chunk = 64;
    shared_loop loop(sources.size(), sources_per_chunk);
    team_.on_workers([&](worker& self) {
      for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
        push_from<true>(active_.lane(self), sources.subspan(some.first, some.last - some.first));
      }
    });
  }
  facts.messages = totals_.exchange(alone);
  facts.bytes = facts.messages * totals_.bytes_per_message;
}

template <typename P>
template <bool Shared>
void vertex_engine<P>::push_from(vertex_lane& lane, std::span<const local_vertex> sources) {
  vertex_programs::for_each_weighted_side(
      program_, graph_, side, [&](const auto& edges, const adjacency& rows) {
        for (const local_vertex v : sources) {
          const value_type told = told_[v];
          if (vertex_programs::is_silent<P>(told)) { continue; }
          const std::uint64_t end = rows.offsets[v + 1];
          for (std::uint64_t edge = rows.offsets[v]; edge < end; ++edge) {
            totals_.template add<Shared>(lane, rows.targets[edge], edges.heard(told, edge));
          }
        }
      });
}

template <typename P>
void vertex_engine<P>::pull(iteration_facts& facts) {
  told_.push();
  const value_type all =
      vertex_programs::all_heard(team_, graph_, program_, {scattering_.vertices(), told_.data()});
  constexpr std::size_t targets_per_chunk = 1024;
  shared_loop loop(graph_.num_local(), targets_per_chunk);
  team_.on_workers([&](worker& self) {
    for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
      pull_to(active_.lane(self), some, all);
    }
  });
  facts.edges = 0;
  vertex_programs::for_each_side(
      graph_, against(side), [&](const adjacency& rows) { facts.edges += rows.targets.size(); });
  facts.messages = mirrors_;
  facts.bytes = mirrors_ * sizeof(value_type);
}

template <typename P>
void vertex_engine<P>::pull_to(vertex_lane& lane, index_range targets, value_type all) {
  const value_type* const told = told_.data();
  vertex_programs::for_each_weighted_side(
      program_, graph_, against(side), [&](const auto& edges, const adjacency& /*rows*/) {
        for (std::size_t i = targets.first; i < targets.last; ++i) {
          const auto v = static_cast<local_vertex>(i);
          totals_.set(lane, v, edges.heard_by(v, told, totals_.of(v), all));
        }
      });
}

/// Where many vertices are active, all are looked at in their order, so that news go far in one
/// iteration.
template <typename P>
void vertex_engine<P>::sweep(iteration_facts& facts) {
  constexpr std::size_t few_active = 16;  // of so many vertices one: only those are looked at
  constexpr std::size_t vertices_per_chunk = 256;
  const std::span<const local_vertex> list = active_.vertices();
  const bool looks_at_all = list.size() > graph_.num_local() / few_active;
  shared_loop loop(looks_at_all ? graph_.num_local() : list.size(), vertices_per_chunk);
  std::vector<sweep_share> shares(static_cast<std::size_t>(team_.num_workers()));
  const auto work = [&]<bool Shared>(worker& self, std::bool_constant<Shared>) {
    sweep_share& mine = shares[static_cast<std::size_t>(self.index())];
    mine = {.lane = &active_.lane(self), .lists_news = !looks_at_all};
    for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
      for (std::size_t i = some.first; i < some.last; ++i) {
        const local_vertex v = looks_at_all ? static_cast<local_vertex>(i) : list[i];
        if (totals_.has_news(v)) { sweep_over<Shared>(mine, v); }
      }
    }
  };
  const bool alone = active_.is_short();
  if (alone || team_.num_workers() == 1) {
    work(team_.worker_at(0), std::false_type());
  } else {
    team_.on_workers([&](worker& self) { work(self, std::true_type()); });
  }
  if (looks_at_all) {
    for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
      totals_.find_news(active_.lane(self), share);
    });
  }
  for (const sweep_share& each : shares) {
    facts.active += each.applied;
    facts.scattering += each.scattered;
    facts.edges += each.edges;
  }
  facts.messages = totals_.exchange(alone);
  facts.bytes = facts.messages * totals_.bytes_per_message;
  facts.active = all_sum(team_, facts.active);
  facts.scattering = all_sum(team_, facts.scattering);
}

/// Lets one vertex apply and tell its neighbours.
template <typename P>
template <bool Shared>
void vertex_engine<P>::sweep_over(sweep_share& mine, local_vertex v) {
  const program_vertex what = about(v);
  ++mine.applied;
  if (!apply<Shared>(what)) { return; }
  const value_type told = program_.scatter(what, states_[v]);
  ++mine.scattered;
  mine.edges += what.degree;
  if (vertex_programs::is_silent<P>(told)) { return; }
  vertex_programs::for_each_weighted_side(
      program_, graph_, side, [&](const auto& edges, const adjacency& rows) {
        const std::uint64_t end = rows.offsets[v + 1];
        for (std::uint64_t edge = rows.offsets[v]; edge < end; ++edge) {
          const local_vertex target = rows.targets[edge];
          if (mine.lists_news) {
            totals_.template add<Shared>(*mine.lane, target, edges.heard(told, edge));
          } else {
            totals_.template note<Shared>(*mine.lane, target, edges.heard(told, edge));
          }
        }
      });
}

}  // namespace orujo
