// One step of the power iteration as it is defined, in double precision, along out-edges.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/pagerank/verify.hpp"

#include <atomic>
#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

struct gift {
  local_vertex to;  ///< As its owner numbers it.
  double amount;
};

void add(double& into, double amount) {
  // relaxed: only the sum counts, and it is read after the epoch
  std::atomic_ref<double>(into).fetch_add(amount, std::memory_order_relaxed);
}

/// How the surfers at a vertex share themselves out among its edges.
class edge_parts {
public:
  edge_parts(const csr_graph& graph, bool weighted)
      : out_(graph.out_edges()), weighted_(weighted) {}

  /// Of the edge with this place among all of this rank.
  [[nodiscard]] exact_number weight(std::uint64_t edge) const {
    return weighted_ ? out_.weights.at<exact_number>(edge) : exact_number{1};
  }

  /// Of all edges of an owned vertex.
  [[nodiscard]] exact_number weight_of_all(local_vertex v) const {
    exact_number sum = 0;
    for (std::uint64_t i = out_.offsets[v]; i < out_.offsets[v + 1]; ++i) { sum += weight(i); }
    return sum;
  }

private:
  const adjacency& out_;
  bool weighted_;
};

/// What each owned vertex gets along edges in one step.
std::vector<double> received(rank_team& team, const csr_graph& graph, std::span<const double> score,
                             const edge_parts& parts) {
  std::vector<double> sums(std::size_t{graph.num_local()} + graph.num_ghosts());
  const adjacency& out = graph.out_edges();
  parallel_for(team, graph.num_local(), 4096, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      const exact_number all = parts.weight_of_all(static_cast<local_vertex>(v));
      if (all == 0) { continue; }
      for (std::uint64_t i = out.offsets[v]; i < out.offsets[v + 1]; ++i) {
        add(sums[out.targets[i]], score[v] * static_cast<double>(parts.weight(i) / all));
      }
    }
  });
  auto gifts = make_channel<gift>(team, [&](const gift& each) { add(sums[each.to], each.amount); });
  run_epoch(team, [&](worker& self) {
    auto send = gifts.from(self);
    const index_range part = even_share(graph.num_ghosts(), self.index(), team.num_workers());
    for (std::size_t i = part.first; i < part.last; ++i) {
      const auto ghost = static_cast<local_vertex>(graph.num_local() + i);
      const csr_graph::remote_vertex place = graph.remote(ghost);
      send.send(place.owner, {place.local, sums[ghost]});
    }
  });
  return sums;
}

/// The lowest vertex whose score is no number above 0.
struct bad_score {
  vertex_id vertex = no_vertex;
  double score = 0;
};

bad_score find_bad_score(rank_team& team, const csr_graph& graph, std::span<const double> score,
                         const pagerank_options& options) {
  const bool may_be_zero = options.personalisation.has_value();
  bad_score own;
  for (std::size_t v = 0; v < score.size() && own.vertex == no_vertex; ++v) {
    const bool is_right = score[v] > 0 || (may_be_zero && score[v] == 0);
    if (is_right && std::isfinite(score[v])) { continue; }
    own = {graph.global(static_cast<local_vertex>(v)), score[v]};
  }
  return all_reduce(team, own, [](const bad_score& a, const bad_score& b) {
    return b.vertex < a.vertex ? b : a;
  });
}

/// For each owned vertex the share of the surfers that follow no edge and go there.
std::vector<double> surfers_without_edge(rank_team& team, const csr_graph& graph,
                                         const pagerank_options& options) {
  const auto vertices = static_cast<double>(graph.num_vertices());
  std::vector<double> shares(graph.num_local(), 1 / vertices);
  if (!options.personalisation) { return shares; }
  double all = 0;
  for (const double weight : *options.personalisation) { all += weight; }
  all = all_sum(team, all);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    shares[v] = (*options.personalisation)[v] / all;
  }
  return shares;
}

double change_of_one_step(rank_team& team, const csr_graph& graph, std::span<const double> score,
                          const pagerank_options& options) {
  const edge_parts parts(graph, options.weighted);
  const double damping = options.damping;
  const std::vector<double> sums = received(team, graph, score, parts);
  double dangling = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (parts.weight_of_all(v) == 0) { dangling += score[v]; }
  }
  dangling = all_sum(team, dangling);
  const std::vector<double> goes_to = surfers_without_edge(team, graph, options);
  double change = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const double by_itself = (1 - damping + damping * dangling) * goes_to[v];
    change += std::abs(by_itself + damping * sums[v] - score[v]);
  }
  return all_sum(team, change);
}

}  // namespace

std::vector<pagerank_violation> verify_pagerank(rank_team& team, const csr_graph& graph,
                                                std::span<const double> score,
                                                const pagerank_options& options) {
  require(all_min(team, score.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_pagerank: there is not one score for each vertex");
  if (graph.num_vertices() == 0) { return {}; }
  const bad_score bad = find_bad_score(team, graph, score, options);
  if (bad.vertex != no_vertex) {
    return {{pagerank_property::score_is_positive, bad.vertex, bad.score}};
  }
  std::vector<pagerank_violation> found;
  double sum = 0;
  for (const double each : score) { sum += each; }
  sum = all_sum(team, sum);
  if (std::abs(sum - 1) > 1e-6) {
    found.push_back({pagerank_property::sum_is_one, no_vertex, sum});
  }
  constexpr double rounding = 1e-12;
  const double change = change_of_one_step(team, graph, score, options);
  if (change > 2 * options.tolerance + rounding) {
    found.push_back({pagerank_property::step_changes_little, no_vertex, change});
  }
  return found;
}

std::string pagerank_violation::text() const {
  switch (property) {
    case pagerank_property::score_is_positive:
      return fmt::format("vertex {} has the score {}", vertex, value);
    case pagerank_property::sum_is_one:
      return fmt::format("the scores add up to {:.9g}, not to 1", value);
    case pagerank_property::step_changes_little: break;
  }
  return fmt::format("one more step changes the scores by {:.3g}, more than twice the tolerance",
                     value);
}

}  // namespace orujo
