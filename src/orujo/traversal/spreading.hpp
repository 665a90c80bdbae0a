// Vertices that tell their neighbours what is new, until nothing is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// Rules that can say ahead what will be asked for: of a row, then its targets, then what is known
/// of them.
template <typename Rule>
concept fetching_rule = requires(const Rule rule, local_vertex v) {
  rule.fetch_row(v);
  rule.fetch_targets(v);
  rule.fetch_told(v);
};

/// Spreads news in rounds of what was found in the round before, shared out among the workers; a
/// worker that has found little goes on by itself. An edge_map ends a round there, which where
/// chains are long is as many rounds as they have vertices; so this is for what does not depend on
/// the order in which news arrive. Under a rule, all members of which several workers call at once:
/// - `hear(v, what)`: takes it in for owned vertex v; whether v has something to tell;
/// - `passes(ghost, what)`: whether it is to be sent to the ghost's owner;
/// - `spread(v, tell)`: calls `tell(neighbour, what)` for what v has to tell.
template <typename Rule>
class spreading {
public:
  /// Call: collective. `rule` outlives the object; messages are called `name`.
  spreading(rank_team& team, const csr_graph& graph, Rule& rule, std::string name)
      : team_(team),
        graph_(graph),
        rule_(rule),
        lanes_(static_cast<std::size_t>(team.num_workers())),
        news_(team, receiver{this}, {.name = std::move(name)}) {}

  /// Lets all owned vertices begin for which `begins(v)`, which all workers run. Call: worker 0,
  /// outside on_workers().
  template <typename Begins>
  void begin_where(Begins begins) {
    team_.on_workers([&](worker& self) {
      lane& mine = lane_of(self);
      const index_range share = even_share(graph_.num_local(), self.index(), team_.num_workers());
      for (std::size_t v = share.first; v < share.last; ++v) {
        if (begins(static_cast<local_vertex>(v))) {
          mine.found.push_back(static_cast<local_vertex>(v));
        }
      }
    });
  }

  /// Spreads until nobody has news; returns how often a vertex told some. Call: collective.
  std::uint64_t run() {
    std::uint64_t in_rounds = 0;
    while (const std::uint64_t vertices = gather_round()) {
      in_rounds += vertices;
      take_round();
    }
    std::uint64_t between = 0;
    for (const lane& each : lanes_) { between += each.more; }
    return in_rounds + all_sum(team_, between);
  }

private:
  static constexpr std::size_t few_vertices = 4096;  // not worth sharing with other workers
  static constexpr std::size_t fetch_distance = 4;   // vertices

  /// "This is new for you."
  struct news {
    vertex_id what;
    local_vertex to;  ///< As its owner numbers it.
  };
  struct alignas(cache_line_bytes) lane {
    std::vector<local_vertex> found;  ///< Have something to tell.
    std::uint64_t more = 0;           ///< Vertices that were found and told between rounds.
  };
  struct receiver {
    spreading* owner;
    void operator()(worker& self, std::span<const news> batch) const {
      lane& mine = owner->lane_of(self);
      for (const news& each : batch) { owner->hear(mine, each.to, each.what); }
    }
  };
  using channel_type = channel<news, receiver>;

  [[nodiscard]] lane& lane_of(worker& self) {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  void hear(lane& mine, local_vertex v, vertex_id what) {
    if (rule_.hear(v, what)) { mine.found.push_back(v); }
  }

  /// Makes what was found the vertices of this round; returns how many all ranks have.
  std::uint64_t gather_round() {
    team_.transport().check();  // with one rank, an interrupt is heard here only
    round_.clear();
    for (lane& each : lanes_) {
      if (round_.empty()) {
        std::swap(round_, each.found);
      } else {
        round_.insert(round_.end(), each.found.begin(), each.found.end());
        each.found.clear();
      }
    }
    return all_sum(team_, std::uint64_t{round_.size()});
  }

  void take_round() {
    if (team_.size() == 1 && (round_.size() <= few_vertices || team_.num_workers() == 1)) {
      return take_part(team_.worker_at(0), round_);
    }
    shared_loop chunks(round_.size(), 256);
    const auto body = [&](worker& self) {
      for (index_range part = chunks.next(); !part.empty(); part = chunks.next()) {
        take_part(self, std::span(round_).subspan(part.first, part.last - part.first));
      }
    };
    if (team_.size() == 1) {
      team_.on_workers(body);
    } else {
      run_epoch(team_, body);
    }
  }

  /// Goes on from there while that is not worth sharing, so that few rounds are taken.
  void take_part(worker& self, std::span<const local_vertex> some) {
    lane& mine = lane_of(self);
    auto out = news_.from(self);
    tell_all(mine, out, some);
    std::vector<local_vertex> batch;
    while (!mine.found.empty() && mine.found.size() <= few_vertices) {
      batch.clear();
      std::swap(batch, mine.found);
      mine.more += batch.size();
      tell_all(mine, out, batch);
    }
  }

  void tell_all(lane& mine, typename channel_type::sender& out,
                std::span<const local_vertex> some) {
    for (std::size_t i = 0; i < some.size(); ++i) {
      if constexpr (fetching_rule<Rule>) { fetch_ahead(some, i); }
      tell(mine, out, some[i]);
    }
  }

  /// What is asked of a vertex is asked of one thing after the other; each is fetched before.
  void fetch_ahead(std::span<const local_vertex> some, std::size_t i) {
    const std::size_t last = some.size();
    if (i + 3 * fetch_distance < last) { rule_.fetch_row(some[i + 3 * fetch_distance]); }
    if (i + 2 * fetch_distance < last) { rule_.fetch_targets(some[i + 2 * fetch_distance]); }
    if (i + fetch_distance < last) { rule_.fetch_told(some[i + fetch_distance]); }
  }

  void tell(lane& mine, typename channel_type::sender& out, local_vertex v) {
    rule_.spread(v, [&](local_vertex next, vertex_id what) {
      if (graph_.is_owned(next)) {
        hear(mine, next, what);
      } else if (rule_.passes(next, what)) {
        const csr_graph::remote_vertex place = graph_.remote(next);
        out.send(place.owner, {.what = what, .to = place.local});
      }
    });
  }

  rank_team& team_;
  const csr_graph& graph_;
  Rule& rule_;
  std::vector<lane> lanes_;
  std::vector<local_vertex> round_;
  channel_type news_;
};

}  // namespace orujo
