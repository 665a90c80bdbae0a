// Sends edges as arcs to the ranks that own their sources.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/building/arc_store.hpp"
#include "orujo/graph/building/pair_trace.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo::building {

/// What becomes of an edge.
struct edge_rules {
  bool reversed = false;   ///< It also becomes the arc from its target to its source.
  bool by_target = false;  ///< It also goes into the rows of in-edges.
  bool keep_loops = false;
  bool check_pairs = false;  ///< Sums up what shows whether the edges come in pairs.
};

/// An arc on its way.
template <typename Target, bool Weighted>
struct arc_message {
  Target source;
  Target target;
};
template <typename Target>
struct arc_message<Target, true> {
  Target source;
  Target target;
  weight_bits weight;
};

/// The vertices as a rank's rows number their targets: first its own, then all others, both in the
/// order of their ids. A bijection on 0 … n-1.
struct target_numbering {
  vertex_id first = 0;  ///< Of the owned vertices.
  vertex_id size = 0;   ///< How many are owned.

  [[nodiscard]] vertex_id of(vertex_id v) const noexcept {
    if (v - first < size) { return v - first; }
    return v < first ? v + size : v;
  }
  [[nodiscard]] vertex_id vertex(vertex_id number) const noexcept {
    if (number < size) { return first + number; }
    return number - size < first ? number - size : number;
  }
};

[[nodiscard]] inline target_numbering numbering_of(const block_partition& partition, rank_id rank) {
  return {partition.first(rank), partition.size(rank)};
}

/// The rank that owns a vertex, found quickly.
class owner_finder {
public:
  explicit owner_finder(const block_partition& partition)
      : starts_(partition.starts().begin() + 1, partition.starts().end() - 1) {}

  [[nodiscard]] rank_id owner(vertex_id v) const noexcept {
    constexpr std::size_t few = 8;
    if (starts_.size() > few) {
      return rank_id{
          static_cast<int>(std::upper_bound(starts_.begin(), starts_.end(), v) - starts_.begin())};
    }
    int rank = 0;
    for (const vertex_id start : starts_) { rank += v >= start ? 1 : 0; }
    return rank_id{rank};
  }

private:
  std::vector<vertex_id> starts_;  // of all ranks but the first
};

/// What one rank's workers counted while they sent.
struct edge_counts {
  std::uint64_t loops_dropped = 0;
  std::uint64_t pair_sum = 0;  ///< Zero over all ranks if every edge is also listed reversed.

  void add(const edge_counts& other) noexcept {
    loops_dropped += other.loops_dropped;
    pair_sum += other.pair_sum;
  }
};

template <typename Target, bool Weighted>
class arc_exchange {
public:
  using arc_type = arc_message<Target, Weighted>;
  using store_type = arc_store<Target, Weighted>;

  /// Call: collective. `in` is used if the rules say by_target.
  arc_exchange(rank_team& team, const block_partition& partition, const edge_rules& rules,
               const bucket_shape& shape)
      : rules_(rules),
        owners_(partition),
        out_(shape, team.num_workers()),
        in_(rules.by_target ? shape : bucket_shape{}, team.num_workers()),
        out_channel_(team, receiver{out_, numbering_of(partition, team.rank())}),
        in_channel_(team, receiver{in_, numbering_of(partition, team.rank())}) {}

  /// Sends `edges` between vertices of the graph; `weights` is as long if arcs have weights.
  /// Call: local, inside an epoch; any worker, concurrently.
  template <typename Edge>
  [[nodiscard]] edge_counts send(worker& self, std::span<const Edge> edges,
                                 std::span<const weight_bits> weights) {
    edge_counts counts;
    auto out = out_channel_.from(self);
    auto in = in_channel_.from(self);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto u = static_cast<Target>(edges[i].source);
      const auto v = static_cast<Target>(edges[i].target);
      const weight_bits weight = Weighted ? weights[i] : 0;
      if (u == v && !rules_.keep_loops) {
        ++counts.loops_dropped;
        continue;
      }
      out.send(owners_.owner(u), arc(u, v, weight));
      if (rules_.reversed && u != v) { out.send(owners_.owner(v), arc(v, u, weight)); }
      if (rules_.by_target) { in.send(owners_.owner(v), arc(v, u, weight)); }
      if (rules_.check_pairs) { counts.pair_sum += pair_trace(u, v, weight); }
    }
    return counts;
  }

  [[nodiscard]] store_type& out() noexcept { return out_; }
  [[nodiscard]] store_type& in() noexcept { return in_; }

private:
  struct receiver {
    store_type& store;
    target_numbering numbering;

    void operator()(worker& self, const arc_type& arc) const {
      weight_bits weight = 0;
      if constexpr (Weighted) { weight = arc.weight; }
      store.add(self.index(), arc.source - numbering.first,
                static_cast<Target>(numbering.of(arc.target)), weight);
    }
  };

  static arc_type arc(Target source, Target target, weight_bits weight) noexcept {
    if constexpr (Weighted) {
      return {source, target, weight};
    } else {
      static_cast<void>(weight);
      return {source, target};
    }
  }

  /// Zero when it is added to that of the reversed arc.
  static std::uint64_t pair_trace(Target u, Target v, weight_bits weight) noexcept {
    const vertex_trace from = trace_of(u);
    const vertex_trace to = trace_of(v);
    const std::uint64_t factor = Weighted ? weight_trace(weight) : 1;
    return arc_trace(from, to, factor) - arc_trace(to, from, factor);
  }

  edge_rules rules_;
  owner_finder owners_;
  store_type out_;
  store_type in_;
  channel<arc_type, receiver> out_channel_;
  channel<arc_type, receiver> in_channel_;
};

}  // namespace orujo::building
