// Distances level by level, one edge after the other.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/closeness/verify.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/plain_search.hpp"

namespace orujo {

namespace {

/// Sums over sources, by worker 0 of each rank.
class distance_recount {
public:
  distance_recount(rank_team& team, const csr_graph& graph)
      : graph_(graph),
        search_(team, graph),
        inverse_(graph.num_local()),
        hops_(graph.num_local()),
        from_(graph.num_local()) {}

  void add(vertex_id source) {
    search_.run(source, [this](local_vertex v, double depth) {
      if (depth == 0) { return; }
      inverse_[v] += 1 / depth;
      hops_[v] += depth;
      from_[v] += 1;
    });
  }

  [[nodiscard]] double harmonic(local_vertex v, double scale) const { return scale * inverse_[v]; }
  [[nodiscard]] double closeness(local_vertex v, double scale) const {
    if (from_[v] == 0) { return 0; }
    const double mean = hops_[v] / from_[v];
    return scale * from_[v] / (static_cast<double>(graph_.num_vertices()) - 1) / mean;
  }

private:
  const csr_graph& graph_;
  plain_search search_;
  std::vector<double> inverse_;
  std::vector<double> hops_;
  std::vector<double> from_;
};

/// Compares one of the scores on all ranks; `expected(v)` is what the definition gives.
template <typename Expected>
closeness_violation wrong_in(rank_team& team, const csr_graph& graph,
                             std::pair<closeness_kind, std::span<const double>> score,
                             Expected expected) {
  const auto [kind, found] = score;
  closeness_violation worst{kind, 0, no_vertex, 0, 0};
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const double value = expected(v);
    if (std::abs(found[v] - value) <= 1e-9 * value) { continue; }
    ++worst.count;
    if (worst.count == 1) { worst = {kind, 1, graph.global(v), found[v], value}; }
  }
  return all_reduce(team, worst, [](closeness_violation a, const closeness_violation& b) {
    const std::uint64_t count = a.count + b.count;
    if (b.count > 0 && b.vertex < a.vertex) { a = b; }
    a.count = count;
    return a;
  });
}

}  // namespace

std::string closeness_violation::text() const {
  const char* const name = score == closeness_kind::harmonic ? "harmonic" : "classic";
  const std::string what = fmt::format("vertex {} has the {} closeness {}, and should have {}",
                                       vertex, name, found, expected);
  return count > 1 ? fmt::format("{} ({} times)", what, count) : what;
}

std::vector<closeness_violation> verify_closeness(rank_team& team, const csr_graph& graph,
                                                  const closeness_claim& claim) {
  const std::size_t vertices = graph.num_local();
  const bool complete = claim.harmonic.size() == vertices && claim.closeness.size() == vertices;
  require(all_min(team, complete ? 1 : 0) == 1,
          "verify_closeness: there is not one score for each vertex");
  distance_recount again(team, graph);
  for (const vertex_id source : claim.sources) { again.add(source); }
  const bool scaled = claim.options.candidates > 0 && !claim.sources.empty();
  const double scale = scaled ? static_cast<double>(claim.options.candidates) /
                                    static_cast<double>(claim.sources.size())
                              : 1;
  std::vector<closeness_violation> wrong{
      wrong_in(team, graph, {closeness_kind::harmonic, claim.harmonic},
               [&](local_vertex v) { return again.harmonic(v, scale); }),
      wrong_in(team, graph, {closeness_kind::classic, claim.closeness},
               [&](local_vertex v) { return again.closeness(v, scale); })};
  std::erase_if(wrong, [](const closeness_violation& each) { return each.count == 0; });
  return wrong;
}

}  // namespace orujo
