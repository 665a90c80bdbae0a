// Brandes' algorithm as it is written: a queue for each level, a depth compared for each edge.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/betweenness/verify.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo {

namespace {

/// "So many shortest paths lead to your vertex over my edge, if they are shortest."
struct visit {
  local_vertex to;
  double paths;
};

/// Dependencies of sources, added up by worker 0 of each rank.
class dependency_recount {
public:
  dependency_recount(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        gifts_to_ghosts_(team, graph),
        depth_(graph.num_local()),
        paths_(graph.num_local()),
        dependency_(graph.num_local()),
        gifts_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        sums_(graph.num_local()) {}

  void add(vertex_id source) {
    std::fill(depth_.begin(), depth_.end(), unknown);
    std::fill(paths_.begin(), paths_.end(), 0.0);
    std::fill(dependency_.begin(), dependency_.end(), 0.0);
    search(source);
    for (std::size_t level = levels_.size(); level-- > 1;) {
      depend_on(level);
      for (const local_vertex v : levels_[level]) { sums_[v] += dependency_[v]; }
    }
  }

  [[nodiscard]] const std::vector<double>& sums() const noexcept { return sums_; }

private:
  static constexpr std::size_t unknown = ~std::size_t{0};

  void search(vertex_id source) {
    levels_.clear();
    next_.clear();
    if (graph_.owns(source)) { reach(graph_.local(source), 0, 1); }
    auto visits = make_channel<visit>(
        team_, [this](const visit& each) { reach(each.to, levels_.size(), each.paths); });
    while (all_sum(team_, std::uint64_t{next_.size()}) > 0) {
      levels_.push_back(std::exchange(next_, {}));
      run_short_epoch(team_, [&](worker& self) {
        auto out = visits.from(self);
        for (const local_vertex v : levels_.back()) { visit_neighbours(v, out); }
      });
    }
  }

  template <typename Sender>
  void visit_neighbours(local_vertex v, Sender& out) {
    for (const local_vertex target : graph_.out_edges().row(v)) {
      if (graph_.is_owned(target)) {
        reach(target, levels_.size(), paths_[v]);
      } else {
        const auto [owner, local] = graph_.remote(target);
        out.send(owner, {local, paths_[v]});
      }
    }
  }

  void reach(local_vertex v, std::size_t depth, double paths) {
    if (depth_[v] == unknown) {
      depth_[v] = depth;
      next_.push_back(v);
    }
    if (depth_[v] == depth) { paths_[v] += paths; }
  }

  /// Makes the dependencies of `level` from those of the next.
  void depend_on(std::size_t level) {
    const auto gift = [&](local_vertex v) {
      return depth_[v] == level + 1 ? (1 + dependency_[v]) / paths_[v] : 0;
    };
    gifts_to_ghosts_.update(gifts_, gift);
    for (const local_vertex v : levels_[level]) {
      double sum = 0;
      for (const local_vertex target : graph_.out_edges().row(v)) {
        sum += graph_.is_owned(target) ? gift(target) : gifts_[target];
      }
      dependency_[v] = paths_[v] * sum;
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  ghost_values<double> gifts_to_ghosts_;
  std::vector<std::size_t> depth_;
  std::vector<double> paths_;
  std::vector<double> dependency_;
  std::vector<double> gifts_;  // of ghosts
  std::vector<double> sums_;
  std::vector<std::vector<local_vertex>> levels_;
  std::vector<local_vertex> next_;
};

/// What dependencies are divided by.
double divisor_of(const csr_graph& graph, const betweenness_claim& claim) {
  const auto n = static_cast<double>(graph.num_vertices());
  double drawn_from = static_cast<double>(claim.options.candidates);
  if (drawn_from == 0) { drawn_from = n; }
  const double share = static_cast<double>(claim.sources.size()) / drawn_from;
  switch (claim.options.scale) {
    case betweenness_scale::dependency: return 1;
    case betweenness_scale::pairs: return graph.directed() ? share : 2 * share;
    case betweenness_scale::normalized: break;
  }
  return share * (n - 1) * (n - 2);
}

/// What was found of one property.
betweenness_violation none_of(betweenness_property property) {
  return {.property = property, .count = 0, .vertex = no_vertex, .score = 0, .expected = 0};
}

void note(betweenness_violation& into, const betweenness_violation& found) {
  const std::uint64_t count = into.count + found.count;
  if (found.count > 0 && found.vertex < into.vertex) { into = found; }
  into.count = count;
}

bool is_close(double score, double expected) {
  constexpr double rounding = 1e-9;
  return std::abs(score - expected) <= rounding * std::abs(expected);
}

/// What this rank finds of both properties.
std::array<betweenness_violation, 2> compare(const csr_graph& graph, std::span<const double> score,
                                             std::span<const double> expected) {
  using enum betweenness_property;
  std::array<betweenness_violation, 2> found = {none_of(score_is_number), none_of(score_is_right)};
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    betweenness_violation here{score_is_number, 1, graph.global(v), score[v], expected[v]};
    if (!(score[v] >= 0) || !std::isfinite(score[v])) {
      note(found[0], here);
    } else if (!is_close(score[v], expected[v])) {
      here.property = score_is_right;
      note(found[1], here);
    }
  }
  return found;
}

}  // namespace

std::vector<betweenness_violation> verify_betweenness(rank_team& team, const csr_graph& graph,
                                                      const betweenness_claim& claim) {
  require(all_min(team, claim.score.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_betweenness: there is not one score for each vertex");
  dependency_recount again(team, graph);
  for (const vertex_id source : claim.sources) { again.add(source); }
  std::vector<double> expected = again.sums();
  const double divisor = divisor_of(graph, claim);
  for (double& each : expected) { each = each == 0 ? 0 : each / divisor; }
  std::vector<betweenness_violation> violations;
  for (betweenness_violation each : compare(graph, claim.score, expected)) {
    each = all_reduce(team, each, [](betweenness_violation a, const betweenness_violation& b) {
      note(a, b);
      return a;
    });
    if (each.count > 0) { violations.push_back(each); }
  }
  return violations;
}

std::string betweenness_violation::text() const {
  const std::string what =
      property == betweenness_property::score_is_number
          ? fmt::format("vertex {} has the score {}", vertex, score)
          : fmt::format("vertex {} has the score {:.12g}, not {:.12g}", vertex, score, expected);
  return count == 1 ? what : fmt::format("{} ({} wrong scores)", what, count);
}

}  // namespace orujo
