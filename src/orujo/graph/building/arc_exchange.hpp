// Sends edges as arcs to the ranks that own their sources.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "orujo/graph/block_partition.hpp"
#include "orujo/graph/building/arc_store.hpp"
#include "orujo/graph/building/pair_trace.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/messaging/channel.hpp"

namespace orujo::building {

/// What becomes of an edge.
struct edge_rules {
  bool reversed = false;   ///< It also becomes the arc from its target to its source.
  bool by_target = false;  ///< It also goes into the rows of in-edges.
  bool keep_loops = false;
  bool check_pairs = false;                 ///< Sums up what shows whether the edges come in pairs.
  weight_kind weights = weight_kind::none;  ///< What keys stand for, where arcs have weights.
};

/// An arc on its way, with the key of its weight or without one.
template <typename Target, typename Key>
struct arc_message {
  Target source;
  Target target;
  Key key;
};
template <typename Target>
struct arc_message<Target, no_key> {
  Target source;
  Target target;
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
  explicit owner_finder(const block_partition& partition) : partition_(partition) {
    if (partition.num_ranks() - 1 > most_compared) { return; }
    for (int r = 1; r < partition.num_ranks(); ++r) {
      starts_[compared_++] = partition.first(rank_id{r});
    }
  }

  [[nodiscard]] rank_id owner(vertex_id v) const noexcept {
    if (compared_ == 0) { return partition_.owner(v); }
    int rank = 0;
    for (std::size_t i = 0; i < compared_; ++i) { rank += v >= starts_[i] ? 1 : 0; }
    return rank_id{rank};
  }

private:
  static constexpr int most_compared = 8;

  block_partition partition_;
  std::array<vertex_id, most_compared> starts_{};  // of all ranks but the first, of few
  std::size_t compared_ = 0;
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

/// Brings arcs with keys of one width to the stores of the ranks that own their sources.
template <typename Target, typename Key>
class arc_lane {
public:
  using arc_type = arc_message<Target, Key>;
  using store_type = arc_store<Target, !std::is_same_v<Key, no_key>>;

  /// Call: collective.
  arc_lane(rank_team& team, store_type& store, const target_numbering& numbering)
      : channel_(team, receiver{store, numbering}) {}

  /// Where `self` sends from.
  [[nodiscard]] auto from(worker& self) { return channel_.from(self); }

  [[nodiscard]] static arc_type arc(Target source, Target target,
                                    [[maybe_unused]] Key key) noexcept {
    if constexpr (std::is_same_v<Key, no_key>) {
      return {source, target};
    } else {
      return {source, target, key};
    }
  }

private:
  struct receiver {
    store_type& store;
    target_numbering numbering;

    void operator()(worker& self, const arc_type& arc) const {
      const auto target = static_cast<Target>(numbering.of(arc.target));
      if constexpr (std::is_same_v<Key, no_key>) {
        store.add(self.index(), arc.source - numbering.first, target, no_key());
      } else {
        store.add(self.index(), arc.source - numbering.first, target, arc.key);
      }
    }
  };

  channel<arc_type, receiver> channel_;
};

/// The lanes of one direction: where arcs have weights, one for keys of each width.
template <typename Target, bool Weighted>
struct arc_lanes {
  arc_lanes(rank_team& team, arc_store<Target, false>& store, const target_numbering& numbering)
      : bare(team, store, numbering) {}

  template <typename Key>
  [[nodiscard]] auto& lane() noexcept {
    return bare;
  }

  arc_lane<Target, no_key> bare;
};
template <typename Target>
struct arc_lanes<Target, true> {
  arc_lanes(rank_team& team, arc_store<Target, true>& store, const target_numbering& numbering)
      : narrow(team, store, numbering), wide(team, store, numbering) {}

  template <typename Key>
  [[nodiscard]] auto& lane() noexcept {
    if constexpr (sizeof(Key) == sizeof(std::uint32_t)) {
      return narrow;
    } else {
      return wide;
    }
  }

  arc_lane<Target, std::uint32_t> narrow;
  arc_lane<Target, std::uint64_t> wide;
};

template <typename Target, bool Weighted>
class arc_exchange {
public:
  using store_type = arc_store<Target, Weighted>;

  /// Call: collective. `in` is used if the rules say by_target.
  arc_exchange(rank_team& team, const block_partition& partition, const edge_rules& rules,
               const bucket_shape& shape)
      : rules_(rules),
        owners_(partition),
        out_(shape, team.num_workers()),
        in_(rules.by_target ? shape : bucket_shape{}, team.num_workers()),
        out_lanes_(team, out_, numbering_of(partition, team.rank())) {
    if (rules.by_target) { in_lanes_.emplace(team, in_, numbering_of(partition, team.rank())); }
  }

  /// Sends `edges` between vertices of the graph; `keys`, those of their weights, is as long if
  /// arcs have weights. Call: local, inside an epoch; any worker, concurrently.
  template <typename Edge, typename Key>
  [[nodiscard]] edge_counts send(worker& self, std::span<const Edge> edges,
                                 std::span<const Key> keys) {
    using carried = std::conditional_t<Weighted, Key, no_key>;
    using lane = arc_lane<Target, carried>;
    edge_counts counts;
    auto out = out_lanes_.template lane<Key>().from(self);
    auto in = (rules_.by_target ? *in_lanes_ : out_lanes_).template lane<Key>().from(self);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto u = static_cast<Target>(edges[i].source);
      const auto v = static_cast<Target>(edges[i].target);
      carried key{};
      if constexpr (Weighted) { key = keys[i]; }
      if (u == v && !rules_.keep_loops) {
        ++counts.loops_dropped;
        continue;
      }
      out.send(owners_.owner(u), lane::arc(u, v, key));
      if (rules_.reversed && u != v) { out.send(owners_.owner(v), lane::arc(v, u, key)); }
      if (rules_.by_target) { in.send(owners_.owner(v), lane::arc(v, u, key)); }
      if (rules_.check_pairs) { counts.pair_sum += pair_trace(u, v, key); }
    }
    return counts;
  }

  [[nodiscard]] store_type& out() noexcept { return out_; }
  [[nodiscard]] store_type& in() noexcept { return in_; }

private:
  /// Zero when it is added to that of the reversed arc.
  template <typename Key>
  std::uint64_t pair_trace(Target u, Target v, [[maybe_unused]] Key key) const noexcept {
    const vertex_trace from = trace_of(u);
    const vertex_trace to = trace_of(v);
    std::uint64_t factor = 1;
    if constexpr (Weighted) { factor = weight_trace(as_wide(key)); }
    return arc_trace(from, to, factor) - arc_trace(to, from, factor);
  }

  /// The two directions of an edge may travel with keys of different widths.
  [[nodiscard]] std::uint64_t as_wide(std::uint64_t key) const noexcept { return key; }
  [[nodiscard]] std::uint64_t as_wide(std::uint32_t key) const noexcept {
    return widened_key(rules_.weights, key);
  }

  edge_rules rules_;
  owner_finder owners_;
  store_type out_;
  store_type in_;
  arc_lanes<Target, Weighted> out_lanes_;
  std::optional<arc_lanes<Target, Weighted>> in_lanes_;  // if the rules say by_target
};

}  // namespace orujo::building
