// Runs a vertex program without iterations, in an order of work.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/vertex_centric/program_edges.hpp"
#include "orujo/frameworks/vertex_centric/vertex_program.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

/// A vertex program whose vertices tell their neighbours the least that they have heard: its
/// reduction is a minimum of numbers, and it does not aggregate. What it promises besides is in
/// docs/contracts/vertex-program.md.
template <typename P>
concept ordered_vertex_program =
    vertex_program<P> && std::is_arithmetic_v<typename P::reduction::value_type> &&
    std::same_as<typename P::reduction, minimum<typename P::reduction::value_type>> &&
    !vertex_programs::aggregating<P> &&
    vertex_programs::side_of<P>() != edge_side::in;

namespace vertex_programs {

/// Totals of a program as labels that get better: see label_correcting.
template <ordered_vertex_program P>
struct total_labels {
  using reduction_type = typename P::reduction;
  using label_type = typename reduction_type::value_type;
  using weight_type = weight_of_t<P>;
  static constexpr edge_side side = side_of<P>();

  [[nodiscard]] label_type initial(vertex_id v) const {
    const std::optional<label_type> heard = program.first(about(v));
    return heard ? *heard : reduction_type::none();
  }
  [[nodiscard]] label_type along(label_type label, weight_type weight) const {
    if constexpr (has_weights<P>) {
      return program.gather(label, weight);
    } else {
      return program.gather(label);
    }
  }
  [[nodiscard]] static bool better(label_type a, label_type b) noexcept { return a < b; }
  [[nodiscard]] static auto rank(label_type label) noexcept {
    if constexpr (std::unsigned_integral<label_type>) {
      return label;
    } else {
      return static_cast<double>(label);
    }
  }
  [[nodiscard]] static bool stops_at(label_type label) noexcept {
    return label == reduction_type::none();
  }
  /// Ranks that know a vertex as a ghost do not know its degree.
  [[nodiscard]] program_vertex about(vertex_id v) const noexcept {
    return {v, local_vertex{0}, 0, vertices};
  }

  P program;
  vertex_id vertices;
};

}  // namespace vertex_programs

/// The asynchronous engine: whoever has heard something better tells its neighbours at once, in an
/// order of the label-correcting engine, and nobody waits for the end of an iteration. Each vertex
/// applies its total once, at the end. The states are those of a vertex_engine.
template <typename P>
class ordered_vertex_engine {
public:
  using state_type = typename P::state;

  /// Call: collective. Throws: as vertex_engine, and as label_correcting for the order. Memory:
  /// the state of each owned vertex, and that of label_correcting.
  ordered_vertex_engine(rank_team& team, const csr_graph& graph, P program,
                        const label_options& options = {})
      : team_(team),
        graph_(graph),
        labels_{std::move(program), graph.num_vertices()},
        search_(team, graph, options),
        states_(graph.num_local()) {
    vertex_programs::require_program<P>();
    static_assert(ordered_vertex_program<P>,
                  "an ordered vertex program has a `minimum` of numbers as its reduction, follows "
                  "out-edges or both, and aggregates nothing");
  }

  /// Runs from the start until no vertex hears anything better. Call: collective. Throws:
  /// peer_failed, interrupted_error; what `first`, `initial` and `apply` throw. `gather` does not.
  void run() {
    search();
    vertex_map(team_, graph_, [&](local_vertex v) {
      const program_vertex what = vertex_programs::program_vertex_at(graph_, labels_.side, v);
      states_[v] = labels_.program.initial(what);
      const auto heard = search_.labels()[v];
      if (!labels_.stops_at(heard) || labels_.program.first(what)) {
        static_cast<void>(labels_.program.apply(what, states_[v], heard));
      }
    });
  }

  [[nodiscard]] std::span<const state_type> states() const noexcept { return states_.span(); }
  /// What the last run did. Call: collective.
  [[nodiscard]] work_statistics work() const { return search_.work(); }
  void describe(report_card& card) const { search_.describe(card); }

private:
  /// A search from few vertices begins at them; else all begin, of which some have nothing to say.
  void search() {
    constexpr std::size_t few = 1024;
    std::vector<vertex_id> roots;
    for (local_vertex v = 0; v < graph_.num_local() && roots.size() <= few; ++v) {
      if (!labels_.stops_at(labels_.initial(graph_.global(v)))) {
        roots.push_back(graph_.global(v));
      }
    }
    if (all_max(team_, std::uint64_t{roots.size()}) > few) {
      search_.run_everywhere(labels_);
      return;
    }
    search_.run(labels_, all_gather(team_, std::span<const vertex_id>(roots)).take_items());
  }

  rank_team& team_;
  const csr_graph& graph_;
  vertex_programs::total_labels<P> labels_;
  label_correcting<vertex_programs::total_labels<P>> search_;
  huge_array<state_type> states_;
};

}  // namespace orujo
