// Makes weights whole numbers, and rows of both directions one.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/level.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/vertex_map.hpp"
#include "orujo/traversal/weight_extent.hpp"

namespace orujo::community_search {

namespace {

/// No sum of weights is greater than two to this power.
constexpr int most_bits = 60;

/// The power of two that weights are multiplied by: real ones use all bits, whole ones stay as they
/// are where their sum fits.
template <stored_weight T>
int shift_for(T greatest, std::uint64_t arcs) {
  if (!(greatest > T{0}) || arcs == 0) { return 0; }
  int exponent = 0;  // apart, as the product may be beyond all numbers
  const double bound =
      std::frexp(static_cast<double>(greatest), &exponent) * 4 * static_cast<double>(arcs);
  const int shift = most_bits - 1 - std::ilogb(bound) - exponent;
  return std::floating_point<T> ? shift : std::min(shift, 0);
}

template <stored_weight T>
void scale(rank_team& team, std::span<const T> weights, int shift, std::span<weight_sum> into) {
  parallel_for(team, weights.size(), 65'536, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      into[i] = shift == 0 ? static_cast<weight_sum>(weights[i])
                           : std::llrint(std::ldexp(static_cast<double>(weights[i]), shift));
    }
  });
}

/// The weights of out-edges, and behind them those of in-edges if the graph is directed.
template <stored_weight T>
huge_array<weight_sum> whole_weights(rank_team& team, const csr_graph& graph) {
  const weight_extent<T> extent = weight_extent_of<T>(team, graph);
  const std::uint64_t arcs = graph.facts().num_arcs;
  if (arcs > 0 && extent.least < T{0}) {
    throw agreed_error(
        exit_code::input,
        fmt::format("{}: communities need weights of at least 0, and the least is {}; "
                    "--weights none leaves weights out",
                    graph.facts().name, extent.least));
  }
  const int shift = shift_for(extent.greatest, arcs);
  const std::span<const T> out = graph.out_edges().weights.as<T>();
  const std::span<const T> in = graph.in_edges().weights.as<T>();
  huge_array<weight_sum> found(out.size() + (graph.directed() ? in.size() : 0));
  scale(team, out, shift, found.span());
  if (graph.directed()) { scale(team, in, shift, found.span().subspan(out.size())); }
  return found;
}

}  // namespace

finest_level::finest_level(rank_team& team, const csr_graph& graph) {
  require_everywhere(graph.num_vertices() < std::numeric_limits<level_vertex>::max(),
                     "communities: there are 2^32 vertices or more");
  require_everywhere(!graph.directed() || graph.has_in_edges(),
                     "communities: a directed graph needs its in-edges; build it with them");
  level_.size = static_cast<level_vertex>(graph.num_vertices());
  level_.first = static_cast<level_vertex>(graph.partition().first(team.rank()));
  level_.known = graph.num_local() + graph.num_ghosts();
  level_.spread = team.size() > 1 ? &graph : nullptr;
  if (graph.stored_weights() != weight_type::none) {
    weights_ = with_weight_type(graph.stored_weights(), [&]<typename T>(std::type_identity<T>) {
      return whole_weights<T>(team, graph);
    });
  }
  if (graph.directed()) {
    join_directions(team, graph);
  } else {
    const adjacency& edges = graph.out_edges();
    const std::size_t own = graph.num_local();
    level_.rows = {.begins = edges.offsets.first(own),
                   .ends = edges.offsets.last(own),
                   .targets = edges.targets,
                   .weights = weights_.span()};
  }
  add_degrees(team, graph);
}

void finest_level::join_directions(rank_team& team, const csr_graph& graph) {
  const adjacency& out = graph.out_edges();
  const adjacency& in = graph.in_edges();
  const std::size_t own = graph.num_local();
  begins_ = huge_array<std::uint64_t>(own + 1);
  targets_ = huge_array<level_vertex>(out.targets.size() + in.targets.size());
  huge_array<weight_sum> weights(weights_.size());
  const auto copy_row = [&](const adjacency& from, local_vertex v, std::uint64_t to) {
    const auto row = from.row(v);
    std::copy(row.begin(), row.end(), targets_.begin() + to);
    if (weights.empty()) { return; }
    const std::uint64_t behind = &from == &out ? 0 : out.targets.size();
    std::copy_n(weights_.begin() + behind + from.offsets[v], row.size(), weights.begin() + to);
  };
  vertex_map(team, graph, [&](local_vertex v) {
    begins_[v] = out.offsets[v] + in.offsets[v];
    copy_row(out, v, begins_[v]);
    copy_row(in, v, begins_[v] + out.degree(v));
  });
  begins_[own] = targets_.size();
  weights_ = std::move(weights);
  level_.rows = {.begins = std::as_const(begins_).span().first(own),
                 .ends = std::as_const(begins_).span().last(own),
                 .targets = targets_.span(),
                 .weights = weights_.span()};
}

/// A loop of an undirected graph stands in its row once, and counts twice.
void finest_level::add_degrees(rank_team& team, const csr_graph& graph) {
  degrees_ = huge_array<weight_sum>(level_.size);
  const level_rows& rows = level_.rows;
  const weight_sum all = vertex_reduce(
      team, graph,
      [&](local_vertex v) {
        weight_sum sum = 0;
        if (rows.weights.empty()) {
          sum = static_cast<weight_sum>(rows.ends[v] - rows.begins[v]);
        } else {
          for (std::uint64_t e = rows.begins[v]; e < rows.ends[v]; ++e) { sum += rows.weights[e]; }
        }
        if (!graph.directed()) { sum += loops_at(rows, v); }
        degrees_[level_.first + v] = sum;
        return sum;
      },
      std::plus<>());
  level_.all_degrees = all;
  if (level_.spread != nullptr) {
    const auto mine = std::as_const(degrees_).span().subspan(level_.first, graph.num_local());
    const auto all_of = all_gather(team, mine);
    std::ranges::copy(all_of.items(), degrees_.begin());
  }
  level_.degree = degrees_.span();
}

weight_sum loops_at(const level_rows& rows, level_vertex v) {
  const auto row = rows.row(v);
  const auto [first, last] = std::equal_range(row.begin(), row.end(), v);
  weight_sum sum = 0;
  for (auto at = first; at != last; ++at) {
    sum += rows.weight(rows.begins[v] + static_cast<std::uint64_t>(at - row.begin()));
  }
  return sum;
}

}  // namespace orujo::community_search
