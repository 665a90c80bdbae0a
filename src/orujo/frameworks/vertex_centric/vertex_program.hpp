// What a program says that is run for each vertex: gather, apply, scatter.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "orujo/base/ids.hpp"
#include "orujo/frameworks/vertex_centric/reductions.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/edge_side.hpp"
#include "orujo/traversal/label_correcting/state.hpp"

namespace orujo {

/// What functions of a program are told of the vertex that they are called for.
struct program_vertex {
  vertex_id id;            ///< Its number in the whole graph.
  local_vertex number;     ///< Its number on the rank that owns it.
  std::uint64_t degree;    ///< How many edges it tells its neighbours along.
  std::uint64_t vertices;  ///< Of the whole graph.
};

namespace vertex_programs {

/// The type of weights that a program looks at: its `weight_type`, or no_weight without one.
template <typename P>
struct weight_of {
  using type = no_weight;
};
template <typename P>
  requires requires { typename P::weight_type; }
struct weight_of<P> {
  using type = typename P::weight_type;
};
template <typename P>
using weight_of_t = typename weight_of<P>::type;

template <typename P>
inline constexpr bool has_weights = !std::is_same_v<weight_of_t<P>, no_weight>;

/// Along which edges neighbours are told: its `side`, or out-edges without one.
template <typename P>
[[nodiscard]] constexpr edge_side side_of() noexcept {
  if constexpr (requires { P::side; }) {
    return P::side;
  } else {
    return edge_side::out;
  }
}

/// A program with values that all vertices contribute to, combined once an iteration.
template <typename P>
concept aggregating = reduction<typename P::aggregate> &&
    requires(const P& program, const program_vertex& v, const typename P::state& mine) {
  { program.contribute(v, mine) } -> std::same_as<typename P::aggregate::value_type>;
};

struct no_aggregate {};
template <typename P>
struct global_of {
  using type = no_aggregate;
};
template <aggregating P>
struct global_of<P> {
  using type = typename P::aggregate::value_type;
};
template <typename P>
using global_of_t = typename global_of<P>::type;

template <typename P>
concept has_state = message<typename P::state> &&
    requires(const P& program, const program_vertex& v) {
  { program.initial(v) } -> std::same_as<typename P::state>;
};

template <typename P>
concept has_reduction = reduction<typename P::reduction> &&
                        sizeof(typename P::reduction::value_type) <= 8;

template <typename P>
concept has_first = requires(const P& program, const program_vertex& v) {
  { program.first(v) } -> std::convertible_to<std::optional<typename P::reduction::value_type>>;
};

template <typename P>
concept has_gather = requires(const P& program, typename P::reduction::value_type told,
                              weight_of_t<P> weight) {
  requires(has_weights<P> &&
           requires {
             { program.gather(told, weight) } -> std::same_as<typename P::reduction::value_type>;
           }) ||
      (!has_weights<P> && requires {
        { program.gather(told) } -> std::same_as<typename P::reduction::value_type>;
      });
};

template <typename P>
concept has_plain_apply = requires(const P& program, const program_vertex& v,
                                   typename P::state& mine,
                                   typename P::reduction::value_type total) {
  { program.apply(v, mine, total) } -> std::same_as<bool>;
};

/// What a call of `apply` is given besides the vertex.
template <aggregating P>
struct apply_values {
  typename P::state& mine;
  typename P::reduction::value_type total;
  typename P::aggregate::value_type global;
};

template <typename P>
concept has_global_apply = aggregating<P> &&
    requires(const P& program, const program_vertex& v, const apply_values<P>& with) {
  { program.apply(v, with.mine, with.total, with.global) } -> std::same_as<bool>;
};

template <typename P>
concept has_apply = has_global_apply<P> ||(!aggregating<P> && has_plain_apply<P>);

template <typename P>
concept has_scatter = requires(const P& program, const program_vertex& v, typename P::state& mine) {
  { program.scatter(v, mine) } -> std::same_as<typename P::reduction::value_type>;
};

/// Whether the program wants no further iteration.
template <typename P>
[[nodiscard]] bool stops(const P& program, const global_of_t<P>& global) {
  if constexpr (requires {
                  { program.stops(global) } -> std::same_as<bool>;
                }) {
    return program.stops(global);
  } else {
    return false;
  }
}

}  // namespace vertex_programs

/// A program that is run for each vertex by a vertex_engine. The contract is in
/// docs/contracts/vertex-program.md.
///
/// - `state`, plain data, is stored with its vertex; `initial(v)` is what it is at first.
/// - `reduction` says how values are combined that a vertex hears: `addition`, `minimum`, …
/// - `first(v)` is a value that the vertex hears before the first iteration, or nothing.
/// - `gather(told)`, or `gather(told, weight)` with a `weight_type`, is what a vertex hears along
/// an
///   edge of what the neighbour tells.
/// - `apply(v, mine, total)` changes the state, given all that was ever heard, combined; it returns
///   whether the neighbours are told.
/// - `scatter(v, mine)` is what they are told: with an addition, by how much it has changed.
template <typename P>
concept vertex_program = std::copy_constructible<P> && vertex_programs::has_state<P> &&
    vertex_programs::has_reduction<P> && vertex_programs::has_first<P> &&
    vertex_programs::has_gather<P> && vertex_programs::has_apply<P> &&
    vertex_programs::has_scatter<P>;

namespace vertex_programs {

/// Says what is missing where a type is no vertex_program.
template <typename P>
consteval void require_program() {
  static_assert(has_state<P>,
                "a vertex program has a type `state`, plain data, and `state initial(const "
                "program_vertex&) const`");
  static_assert(has_reduction<P>,
                "a vertex program has a type `reduction`, such as addition<double> or "
                "minimum<std::uint32_t>, of values of at most 8 bytes");
  static_assert(has_first<P>,
                "a vertex program has `std::optional<value> first(const program_vertex&) const`: "
                "what a vertex hears first, if anything");
  static_assert(has_gather<P>,
                "a vertex program has `value gather(value told) const`, or `gather(value told, "
                "weight_type) const` with a `weight_type`");
  static_assert(has_apply<P>,
                "a vertex program has `bool apply(const program_vertex&, state&, value total) "
                "const`, and behind the total what is aggregated, if it has an `aggregate` and "
                "`contribute`");
  static_assert(has_scatter<P>,
                "a vertex program has `value scatter(const program_vertex&, state&) const`");
}

}  // namespace vertex_programs

}  // namespace orujo
