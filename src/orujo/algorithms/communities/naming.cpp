// Sums by community, of all ranks together.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/naming.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/isolation.hpp"
#include "orujo/traversal/parallel_reduce.hpp"

namespace orujo::community_search {

namespace {

/// How values of labels come from vertices: `add(value, v)`, by several workers at once; and how
/// those of two ranks become one.
template <typename Add, typename Combine>
struct gathering {
  Add add;
  Combine combine;
};
template <typename Add, typename Combine>
gathering(Add, Combine) -> gathering<Add, Combine>;

/// Adds each vertex of this rank to the value of its label, and combines those of all ranks.
template <typename T, typename Add, typename Combine>
void gather_by_label(search_space& space, std::span<const level_vertex> labels,
                     pooled_array<T>& values, const gathering<Add, Combine>& how) {
  rank_team& team = space.team();
  for_each_share(team, labels.size(), [&](worker& /*self*/, index_range share) {
    for (std::size_t v = share.first; v < share.last; ++v) {
      how.add(values[labels[v]], static_cast<level_vertex>(v));
    }
  });
  if (team.size() == 1) { return; }
  const std::vector<T> all =
      all_reduce(team, std::vector<T>(values.begin(), values.end()), how.combine);
  std::copy(all.begin(), all.end(), values.begin());
}

__extension__ using wide_sum = unsigned __int128;

/// What a share of the labels adds.
wide_sum squares_of(std::span<const weight_sum> totals) {
  wide_sum sum = 0;
  for (const weight_sum each : totals) {
    sum += static_cast<wide_sum>(each) * static_cast<wide_sum>(each);
  }
  return sum;
}

/// What the edges of row `v` to other communities weigh.
weight_sum cut_of_row(const level_rows& rows, level_vertex v, std::span<const level_vertex> label) {
  const level_vertex own = label[v];
  weight_sum cut = 0;
  if (rows.weights.empty()) {
    for (const level_vertex target : rows.row(v)) { cut += label[target] != own ? 1 : 0; }
    return cut;
  }
  for (std::uint64_t e = rows.begins[v]; e < rows.ends[v]; ++e) {
    cut += label[rows.targets[e]] != own ? rows.weights[e] : 0;
  }
  return cut;
}

}  // namespace

pooled_array<level_vertex> least_members(search_space& space, const level_graph& level,
                                         std::span<const level_vertex> labels,
                                         std::size_t num_labels) {
  auto least = space.array(num_labels, no_label);
  const auto lower = [&](level_vertex& into, level_vertex v) {
    isolation::atomic::lower(into, level.first + v);
  };
  const auto lesser = [](level_vertex a, level_vertex b) { return std::min(a, b); };
  gather_by_label(space, labels, least, gathering{lower, lesser});
  return least;
}

pooled_array<weight_sum> totals_of(search_space& space, const level_graph& level,
                                   std::span<const level_vertex> labels) {
  auto totals = space.array<weight_sum>(level.size, 0);
  const auto add = [&](weight_sum& into, level_vertex v) {
    isolation::atomic::add(into, level.degree[level.first + v]);
  };
  gather_by_label(space, labels, totals, gathering{add, std::plus<>()});
  return totals;
}

community_counts counts_of(search_space& space, const level_graph& level,
                           std::span<const level_vertex> labels) {
  auto members = space.array<level_vertex>(level.size, 0);
  const auto add = [](level_vertex& into, level_vertex /*v*/) { isolation::atomic::add(into, 1); };
  gather_by_label(space, labels, members, gathering{add, std::plus<>()});
  community_counts counts;
  for (const level_vertex each : members) {
    counts.communities += each > 0 ? 1U : 0U;
    counts.largest = std::max<std::uint64_t>(counts.largest, each);
  }
  return counts;
}

double modularity_of(search_space& space, const level_graph& level, const partition& communities,
                     double resolution) {
  if (level.all_degrees == 0) { return 0; }
  rank_team& team = space.team();
  const auto cut_at = [&](index_range share) {
    weight_sum cut = 0;
    for (std::size_t v = share.first; v < share.last; ++v) {
      cut += cut_of_row(level.rows, static_cast<level_vertex>(v), communities.label.span());
    }
    return cut;
  };
  const weight_sum cut = parallel_reduce(team, level.own(), cut_at, std::plus<>());
  // Exact, and so the same in any order; each rank adds up all.
  const auto squares = static_cast<long double>(squares_of(communities.total.span()));
  const auto all = static_cast<long double>(level.all_degrees);
  return static_cast<double>(1 - static_cast<long double>(cut) / all -
                             static_cast<long double>(resolution) * (squares / all / all));
}

}  // namespace orujo::community_search
