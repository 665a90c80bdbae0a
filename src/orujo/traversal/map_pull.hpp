// The half of an edge_map in which the targets of edges look for the frontier.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "orujo/base/ids.hpp"
#include "orujo/base/random.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/bits.hpp"
#include "orujo/traversal/edge_operator.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/frontier_image.hpp"
#include "orujo/traversal/parallel_reduce.hpp"
#include "orujo/traversal/shared_work.hpp"
#include "orujo/traversal/value_given.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

/// One worker acts on a target: its values need no isolation, and those of sources are an image.
template <edge_operator Operator>
class map_pull {
public:
  using value_type = typename Operator::value_type;

  /// All outlive the object. Call: collective. Memory: from the first pull on a frontier_image.
  map_pull(rank_team& team, const csr_graph& graph, Operator& op)
      : team_(team), graph_(graph), op_(op) {}

  /// Whether to act on all targets that the operator wants takes less than a push. It does not
  /// where few edges lead out of the frontier; else what it takes is estimated. Call: collective;
  /// the same on each rank. Cost: nothing where all rows are short, and the frontier is; else a
  /// look at each vertex of the frontier, and at up to 512 of each rank; one or two reductions. Of
  /// the first call a reduction.
  [[nodiscard]] bool is_cheaper(const frontier& active) {
    const auto all = static_cast<double>(graph_.num_vertices() + graph_.facts().num_arcs);
    if (most_looks_of_push(active) < all / 20) { return false; }
    const double pushed = looks_of_push(active);
    if (pushed == 0 || pushed < all / 20) { return false; }
    if constexpr (choosing_operator<Operator>) {
      // Of so many edges into a vertex one comes from the frontier, if they are spread evenly.
      const pull_looks pulled = looks_expected(std::max(1.0, all / pushed));
      if (pulled.all(more_than_expected_) < pushed) {
        expected_edges_ = pulled.edges;
        return true;
      }
      // What was learned of one part of a graph may be wrong of another: where it alone speaks
      // against a pull, it does so less and less.
      if (pulled.all(1) < pushed) {
        more_than_expected_ = std::max(1.0, 0.9 * more_than_expected_);
      }
      return false;
    } else {
      return pushed >= all;  // each edge is looked at
    }
  }

  /// Does so: on each until it is not wanted any more. Call: collective; worker 0. Cost: a look at
  /// each vertex and at edges into those that are wanted, the image, and a reduction.
  void operator()(frontier& active, edge_metrics& looks) {
    if (!image_) { image_.emplace(team_, graph_); }
    image_->show(active, [&](local_vertex v) { return value_given(op_, isolation::plain{}, v); });
    constexpr std::size_t targets_per_chunk = 1024;
    shared_loop loop(graph_.num_local(), targets_per_chunk);
    std::atomic<std::uint64_t> edges = 0;
    const auto body = [&](worker& self) {
      vertex_lane& lane = active.lane(self);
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        const std::uint64_t seen = act_on(lane, part);
        looks.add(self, part.last - part.first, seen);
        edges.fetch_add(seen, std::memory_order_relaxed);
      }
    };
    if (is_done_alone(team_, graph_.num_local())) {
      body(team_.worker_at(0));
    } else {
      team_.on_workers(body);
    }
    image_->clear(active);
    learn(edges.load());
  }

private:
  /// What a target that is wanted, and an edge into it, take beside an edge that is pushed: whether
  /// they are, and lead out of the frontier, no processor predicts.
  static constexpr double target_looks = 4;
  static constexpr double edge_looks = 2;

  /// On all ranks.
  struct pull_looks {
    double vertices = 0;
    double wanted = 0;
    double edges = 0;

    /// Beside edges that are pushed, with so many times as many edges.
    [[nodiscard]] double all(double times) const noexcept {
      return vertices + target_looks * wanted + edge_looks * times * edges;
    }
  };

  [[nodiscard]] bool is_wanted(local_vertex target) const {
    if constexpr (choosing_operator<Operator>) {
      return static_cast<bool>(op_.wants(isolation::plain{}, target));
    } else {
      return true;
    }
  }

  /// Unless rows are long, where it is anything.
  [[nodiscard]] double most_looks_of_push(const frontier& active) {
    if (!longest_row_) { longest_row_ = all_max(team_, graph_.longest_row()); }
    if (*longest_row_ > csr_graph::longest_short_row) {
      return std::numeric_limits<double>::infinity();
    }
    return static_cast<double>(active.size() * (1 + *longest_row_));
  }

  [[nodiscard]] double looks_of_push(const frontier& active) const {
    const std::span<const local_vertex> sources = active.vertices();
    const auto looks = [&](index_range share) {
      std::uint64_t sum = share.last - share.first;
      for (std::size_t i = share.first; i < share.last; ++i) {
        sum += graph_.out_edges().degree(sources[i]);
      }
      return sum;
    };
    return static_cast<double>(parallel_reduce(team_, sources.size(), looks, std::plus<>()));
  }

  /// If a target is found by one of so many edges into it: told from vertices that are drawn.
  [[nodiscard]] pull_looks looks_expected(double row) {
    constexpr std::size_t most_drawn = 512;
    const std::size_t vertices = graph_.num_local();
    const std::size_t drawn = std::min(vertices, most_drawn);
    const double each = drawn == 0 ? 0 : static_cast<double>(vertices) / static_cast<double>(drawn);
    random_stream random(estimates_++, static_cast<std::uint64_t>(index_of(team_.rank())));
    pull_looks found{.vertices = static_cast<double>(vertices)};
    for (std::size_t i = 0; i < drawn; ++i) {
      const auto v = static_cast<local_vertex>(drawn < vertices ? random.below(vertices) : i);
      if (!is_wanted(v)) { continue; }
      found.wanted += each;
      found.edges += each * std::min(static_cast<double>(graph_.in_edges().degree(v)), row);
    }
    return all_reduce(team_, found, [](const pull_looks& a, const pull_looks& b) {
      return pull_looks{a.vertices + b.vertices, a.wanted + b.wanted, a.edges + b.edges};
    });
  }

  /// Where vertices that are wanted have few edges out of the frontier, as in another part of the
  /// graph, a pull looks at more of them; another one will, too.
  void learn(std::uint64_t edges) {
    if (!expected_edges_) { return; }
    const double expected = std::max(1.0, *std::exchange(expected_edges_, std::nullopt));
    const double seen = all_sum(team_, static_cast<double>(edges));
    more_than_expected_ = std::max(1.0, seen / expected);
  }

  /// Returns at how many edges it looked.
  std::uint64_t act_on(vertex_lane& lane, index_range targets) {
    const adjacency& rows = graph_.in_edges();
    const std::uint64_t* const members = image_->members();
    std::uint64_t edges = 0;
    for (std::size_t v = targets.first; v < targets.last; ++v) {
      const auto target = static_cast<local_vertex>(v);
      if (!is_wanted(target)) { continue; }
      for (const local_vertex source : rows.row(target)) {
        ++edges;
        if (!test_bit(members, source)) { continue; }
        op_.act(isolation::plain{}, lane, target, image_->value(source));
        if (!is_wanted(target)) { break; }
      }
      if constexpr (collecting_operator<Operator>) { op_.flush(lane); }
    }
    return edges;
  }

  rank_team& team_;
  const csr_graph& graph_;
  Operator& op_;
  std::optional<frontier_image<value_type>> image_;
  std::optional<std::uint64_t> longest_row_;  // on all ranks, as the graph has it
  std::optional<double> expected_edges_;      // of the pull that comes, if it was estimated
  double more_than_expected_ = 1;             // edges, in the last one
  std::uint64_t estimates_ = 0;               // others are drawn for each
};

}  // namespace orujo
