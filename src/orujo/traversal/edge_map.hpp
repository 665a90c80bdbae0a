// Acts on the targets of all edges out of a frontier, wherever they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/edge_operator.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/home_boxes.hpp"
#include "orujo/traversal/isolation.hpp"
#include "orujo/traversal/map_direction.hpp"
#include "orujo/traversal/map_pull.hpp"
#include "orujo/traversal/out_edges.hpp"
#include "orujo/traversal/row_chunks.hpp"
#include "orujo/traversal/shared_work.hpp"
#include "orujo/traversal/target_split.hpp"
#include "orujo/traversal/vertex_homes.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

struct edge_map_options {
  std::string name = "updates along edges";  ///< Of its messages, for the report card.
  /// A push acts on each target at its home, the worker that vertex_homes names, where nobody else
  /// acts on it: for a homing_operator.
  bool at_home = false;
};

/// Applies an operator to the edges out of frontiers, again and again. The contract is in
/// docs/contracts/traversal.md.
///
/// - The operator acts once for each edge out of each vertex in the list, loops included, at the
///   rank that owns the target, before the call returns there; a pull leaves out what the operator
///   does not want, and takes a vertex that is in the list twice once.
/// - It never sends: a vertex of another rank is acted on by that rank.
/// - `Shared` isolates what several workers do at once; where only one acts, `isolation::plain`
///   does.
template <edge_operator Operator, isolation::policy Shared = isolation::atomic>
class edge_map {
  static_assert(!has_old_along<Operator>,
                "along(value, edge, into) is now along(rows, into), for several rows at once");

public:
  using value_type = typename Operator::value_type;

  /// `team` and `graph` outlive the object, and what the operator refers to does. Call: collective.
  /// Memory: that of a channel.
  edge_map(rank_team& team, const csr_graph& graph, Operator op, edge_map_options options = {})
      : team_(team),
        graph_(graph),
        op_(std::move(op)),
        looks_(team),
        pull_(team, graph, op_),
        homes_(team),
        at_home_(options.at_home),
        updates_(team, receiver{this},
                 {.how = options.at_home ? deliver::home : deliver::now,
                  .name = std::move(options.name)}) {
    require(!at_home_ || homing_operator<Operator>,
            "edge_map: an operator that is to act at home has matters_at()");
  }
  edge_map(const edge_map&) = delete;
  edge_map& operator=(const edge_map&) = delete;

  /// Acts on the targets of the edges out of `active`, whose lanes take what the operator adds: it
  /// is the list after the next gather(). Returns which way was taken, the same on every rank.
  /// Call: collective; worker 0, outside on_workers(). Throws: peer_failed, interrupted_error;
  /// agreed_error for a pull in a directed graph without edges by target.
  /// Cost of a push: an action for each edge, and for edges to other ranks a message; with several
  /// ranks an epoch; where targets are split, W looks at each row. Of a pull: a look at each edge
  /// into vertices that the operator wants, an entry for each mirror and ghost, and memory for a
  /// frontier_image. Of `cheaper` besides: a look at each vertex in the list and at up to 512 of
  /// each rank, and up to three reductions, the first time four.
  map_direction operator()(frontier& active, map_direction direction = map_direction::push) {
    active_ = &active;
    alone_ = active.is_short();
    if (is_pulled(direction)) {
      pull_(active, looks_);
      return map_direction::pull;
    }
    push();
    return map_direction::push;
  }

private:
  void push() {
    if (acts_at_home()) {
      push_homewards();
    } else if (team_.size() == 1) {
      push_here();
    } else {
      push_everywhere();
    }
  }

  /// "Act on your vertex `target`."
  struct update {
    local_vertex target;
    [[no_unique_address]] value_type value;
  };

  struct receiver {
    edge_map* map;
    void operator()(worker& self, std::span<const update> batch) const {
      if (map->alone_ || map->at_home_) {
        map->template take<isolation::plain>(self, batch);
      } else {
        map->template take<Shared>(self, batch);
      }
    }
  };
  using channel_type = channel<update, receiver>;

  template <typename Isolation>
  void take(worker& self, std::span<const update> batch) {
    constexpr std::size_t ahead = 8;
    vertex_lane& lane = active_->lane(self);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if constexpr (asking_operator<Operator>) {
        if (i + ahead < batch.size()) {
          op_.fetch(batch[i + ahead].target, batch[i + ahead].value);
        }
      }
      op_.act(Isolation{}, lane, batch[i].target, batch[i].value);
    }
    flush(lane);
  }

  void flush(vertex_lane& lane) {
    if constexpr (collecting_operator<Operator>) { op_.flush(lane); }
  }

  void push_here() {
    const std::size_t size = active_->vertices().size();
    const auto send_none = [](local_vertex, const value_type&) {};
    if (alone_) {
      push_rows<isolation::plain, owned_targets>(team_.worker_at(0), {0, size}, send_none);
      return;
    }
    if constexpr (Shared::is_shared && valueless_operator<Operator>) {
      if (target_split::suits(team_, graph_, active_->vertices())) { return push_split_rows(); }
    }
    shared_loop loop(size, chunk_size());
    team_.on_workers([&](worker& self) {
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        push_rows<Shared, owned_targets>(self, part, send_none);
      }
    });
  }

  [[nodiscard]] std::size_t chunk_size() const noexcept {
    return rows_per_chunk(graph_, active_->vertices());
  }

  /// Each worker looks at all rows, and acts on those of its targets. Values that many edges lead
  /// to stay in the cache of one core.
  void push_split_rows() {
    if (!split_) { split_.emplace(team_, graph_); }
    team_.on_workers([&](worker& self) {
      vertex_lane& lane = active_->lane(self);
      const auto act = [&](local_vertex v) { op_.act(isolation::plain{}, lane, v, no_value{}); };
      const std::uint64_t edges =
          split_->visit_part(self, graph_.out_edges(), active_->vertices(), act);
      flush(lane);
      looks_.add(self, self.index() == 0 ? active_->vertices().size() : 0, edges);
    });
  }

  void push_everywhere() {
    shared_loop loop(active_->vertices().size(), chunk_size());
    const auto body = [&](worker& self) {
      auto out = updates_.from(self);
      const auto send = [&](local_vertex ghost, const value_type& value) {
        this->send_to_owner(out, ghost, value);
      };
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        if (alone_) {
          push_rows<isolation::plain, any_targets>(self, part, send);
        } else {
          push_rows<Shared, any_targets>(self, part, send);
        }
      }
    };
    if (alone_) {
      run_short_epoch(team_, body);
    } else {
      run_epoch(team_, body);
    }
  }

  template <typename Sender>
  void send_to_owner(Sender& out, local_vertex ghost, const value_type& value) {
    if constexpr (sifting_operator<Operator>) {
      if (!op_.tells(ghost, value)) { return; }
    }
    const csr_graph::remote_vertex place = graph_.remote(ghost);
    if constexpr (homing_operator<Operator>) {
      if (at_home_) {
        const std::size_t home = alone_ ? 0 : homes_.of(place.local);
        return out.send_home(homes_.number(place.owner, home), update{place.local, value});
      }
    }
    out.send(place.owner, update{place.local, value});
  }

  /// Whether workers have others to keep off: one that works alone is at home everywhere.
  [[nodiscard]] bool acts_at_home() const noexcept {
    return at_home_ && !alone_ && team_.num_workers() > 1;
  }

  /// Targets of other homes of the rank go into boxes, which their homes empty in turn; a message
  /// takes what is for other ranks, and what does not fit.
  void push_homewards() {
    if constexpr (homing_operator<Operator>) {
      if (!boxes_) { boxes_.emplace(team_); }
      shared_loop loop(active_->vertices().size(), chunk_size());
      if (team_.size() == 1) { return push_in_turns(loop); }
      run_epoch(team_, [&](worker& self) {
        auto out = updates_.from(self);
        const auto send = [&](local_vertex target, const value_type& value) {
          if (!graph_.is_owned(target)) { return this->send_to_owner(out, target, value); }
          if (!boxes_->is_full(active_->lane(self).worker())) {
            return this->act_or_put(self, target, value);
          }
          if (!op_.matters_at(target, value)) { return; }
          out.send_home(homes_.number(team_.rank(), homes_.of(target)), update{target, value});
        };
        for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
          push_rows<isolation::plain, sent_targets>(self, part, send);
        }
      });
      team_.on_workers([&](worker& self) { this->empty_boxes(self, false); });
    }
  }

  void push_in_turns(shared_loop& loop) {
    team_.on_workers([&](worker& self) {
      const std::size_t me = active_->lane(self).worker();
      const auto act = [&](local_vertex target, const value_type& value) {
        this->act_or_put(self, target, value);
      };
      bool has_more = true;
      do {
        while (has_more && !boxes_->is_full(me)) {
          const index_range part = loop.next();
          has_more = !part.empty();
          push_rows<isolation::plain, sent_targets>(self, part, act);
        }
      } while (!this->empty_boxes(self, has_more));
    });
  }

  /// Acts on an owned target, if this worker is its home.
  void act_or_put(worker& self, local_vertex target, const value_type& value) {
    if (!op_.matters_at(target, value)) { return; }
    vertex_lane& lane = active_->lane(self);
    const std::size_t home = homes_.of(target);
    if (home == lane.worker()) {
      op_.act(isolation::plain{}, lane, target, value);
    } else {
      boxes_->put(lane.worker(), home, update{target, value});
    }
  }

  bool empty_boxes(worker& self, bool has_more) {
    return boxes_->turn(self, has_more, [&](std::span<const update> items) {
      this->template take<isolation::plain>(self, items);
    });
  }

  [[nodiscard]] bool is_pulled(map_direction direction) {
    if (direction == map_direction::push) { return false; }
    if constexpr (edgewise_operator<Operator> || blockwise_operator<Operator>) {
      require_everywhere(direction != map_direction::pull,
                         "edge_map: what edges carry each for itself is pushed");
      return false;
    }
    const bool has_in_edges = !graph_.directed() || graph_.has_in_edges();
    if (direction == map_direction::pull) {
      require_everywhere(has_in_edges, "edge_map: a pull needs edges by target");
      return true;
    }
    if (!has_in_edges) { return false; }
    return pull_.is_cheaper(*active_);
  }

  struct owned_targets {
    static constexpr bool has_ghosts = false;
    static constexpr bool has_owned = true;
  };
  struct any_targets {
    static constexpr bool has_ghosts = true;
    static constexpr bool has_owned = true;
  };
  /// All are given to `send`.
  struct sent_targets {
    static constexpr bool has_ghosts = true;
    static constexpr bool has_owned = false;
  };

  template <typename Isolation, typename Targets, typename Send>
  void push_rows(worker& self, index_range part, Send send) {
    vertex_lane& lane = active_->lane(self);
    const auto visit = [&](local_vertex target, const value_type& value) {
      if (Targets::has_owned && (!Targets::has_ghosts || graph_.is_owned(target))) {
        op_.act(Isolation{}, lane, target, value);
      } else {
        send(target, value);
      }
    };
    const auto sources = active_->vertices().subspan(part.first, part.last - part.first);
    const std::uint64_t edges = visit_out_edges<Isolation>(op_, graph_.out_edges(), sources, visit);
    flush(lane);
    looks_.add(self, part.last - part.first, edges);
  }

  rank_team& team_;
  const csr_graph& graph_;
  Operator op_;
  edge_metrics looks_;
  map_pull<Operator> pull_;
  vertex_homes homes_;
  bool at_home_;
  channel_type updates_;
  std::optional<home_boxes<update>> boxes_;  // from the first push to homes on
  std::optional<target_split> split_;        // from the first push of long rows on
  // Of the call that runs; set between epochs.
  frontier* active_ = nullptr;
  bool alone_ = true;
};

}  // namespace orujo
