// Walks on their way: each worker moves many of them in turn, and sends those that leave its rank.
//
// Invariant: a walk is in one place, a group of a worker or a message. What happens to it depends
// on its number, its step and attempt, and where it is and was: on nothing that others do.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "orujo/algorithms/walks/path_store.hpp"
#include "orujo/algorithms/walks/starts.hpp"
#include "orujo/algorithms/walks/step_rule.hpp"
#include "orujo/algorithms/walks/walks.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::walking {

/// A walk that has come to a vertex of another rank.
struct plain_message {
  std::uint64_t walk;
  local_vertex at;  ///< As its owner numbers it, as in all messages.
  std::uint32_t step;
};

/// Why a walk whose steps depend on the one before travels.
enum class errand : std::uint32_t {
  arrives,          ///< It has come to `at` from `previous`.
  asks,             ///< It is at `from`, came there from `previous`, and may come to `at`.
  asks_thoroughly,  ///< The same after a thorough attempt.
  returns           ///< It was not taken, and is at `at` as before.
};

struct biased_message {
  std::uint64_t walk;
  vertex_id previous;
  vertex_id from;
  local_vertex at;
  std::uint32_t step;
  std::uint32_t attempt;
  errand why;
};

/// `Biased`: steps depend on the one before.
template <bool Biased>
class walk_engine {
  using message_type = std::conditional_t<Biased, biased_message, plain_message>;

public:
  /// `paths`: where steps are told; or nullptr. Call: collective. The arguments outlive the object.
  walk_engine(rank_team& team, const csr_graph& graph, const walk_options& options,
              const walk_starts& starts)
      : team_(team),
        graph_(graph),
        options_(options),
        starts_(starts),
        rule_(team, graph, options),
        visits_(graph.num_local()),
        lanes_(static_cast<std::size_t>(team.num_workers())),
        looks_(team),
        travels_(team, receiver{this}, {.how = deliver::later, .name = "walks"}) {}

  /// Makes the walks of a round, and tells `paths` of their steps if it is there. Call: collective.
  void run(const walk_round& round, path_store* paths) {
    paths_ = paths;
    const own_walks own(starts_, round);
    shared_loop loop(own.size(), walks_at_once);
    run_epoch(team_, [&](worker& self) {
      lane& mine = lane_of(self);
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        for (std::size_t row = part.first; row < part.last; ++row) {
          begin(self, mine, own.walk(row));
        }
        advance(self, mine, mine.own);
      }
    });
  }

  [[nodiscard]] huge_array<std::uint64_t> take_visits() { return std::move(visits_); }

  /// Of this rank.
  [[nodiscard]] walk_facts facts() const {
    walk_facts all;
    for (const lane& each : lanes_) {
      all.walks += each.facts.walks;
      all.steps += each.facts.steps;
      all.ended_early += each.facts.ended_early;
      all.draws += each.facts.draws;
    }
    return all;
  }

private:
  /// So many take turns: enough that what one waits for has come when it is its turn again.
  static constexpr std::size_t walks_at_once = 128;

  struct alignas(cache_line_bytes) lane {
    std::vector<walker> own;      // that began here
    std::vector<walker> arrived;  // apart, as handlers may run while the others are sent
    std::vector<std::uint64_t> edges;
    std::vector<std::uint64_t> edges_of_arrived;
    walk_facts facts;
  };
  struct receiver {
    walk_engine* owner;
    void operator()(worker& self, std::span<const message_type> batch) const {
      owner->receive(self, batch);
    }
  };

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  void begin(worker& self, lane& mine, std::uint64_t walk) {
    ++mine.facts.walks;
    walker each{.walk = walk,
                .key = key_of(options_.seed, walk),
                .previous = no_vertex,
                .at = graph_.local(starts_.vertex_of_walk(walk)),
                .step = 0,
                .attempt = 0};
    if (stays(self, each)) { mine.own.push_back(each); }
  }

  /// Moves walks until all have ended or left.
  void advance(worker& self, lane& mine, std::vector<walker>& group) {
    auto& edges = &group == &mine.own ? mine.edges : mine.edges_of_arrived;
    const walk_facts before = mine.facts;
    while (!group.empty()) {
      team_.transport().check();  // with one rank, an interrupt is heard here only
      edges.resize(group.size());
      for (std::size_t i = 0; i < group.size(); ++i) { edges[i] = rule_.draw(group[i]); }
      std::size_t kept = 0;
      for (std::size_t i = 0; i < group.size(); ++i) {
        walker each = group[i];
        if (take(self, mine, each, edges[i])) { group[kept++] = each; }
      }
      group.resize(kept);
    }
    looks_.add(self, mine.facts.steps - before.steps, mine.facts.draws - before.draws);
  }

  /// Whether the walk is still here after what was drawn for it.
  bool take(worker& self, lane& mine, walker& each, std::uint64_t edge) {
    if (edge == step_rule::ends) {
      ++mine.facts.ended_early;
      return false;
    }
    if (edge == step_rule::goes_back) { return go_back(self, mine, each); }
    ++mine.facts.draws;
    const local_vertex next = rule_.target(edge);
    if constexpr (Biased) {
      const verdict found = each.previous == no_vertex ? verdict::taken : rule_.judge(each, next);
      if (found == verdict::rejected) {
        ++each.attempt;
        return true;
      }
      if (found == verdict::unknown) {
        ask(self, each, next);
        return false;
      }
    }
    ++mine.facts.steps;
    const vertex_id from = Biased ? graph_.global(each.at) : no_vertex;
    if (!graph_.is_owned(next)) {
      const csr_graph::remote_vertex place = graph_.remote(next);
      send(self, place.owner,
           {.walk = each.walk,
            .previous = from,
            .from = no_vertex,
            .at = place.local,
            .step = each.step + 1,
            .attempt = 0,
            .why = errand::arrives});
      return false;
    }
    each = {each.walk, each.key, from, next, each.step + 1, 0};
    return stays(self, each);
  }

  bool go_back(worker& self, lane& mine, walker& each) {
    ++mine.facts.steps;
    const vertex_id start = starts_.vertex_of_walk(each.walk);
    if (graph_.owns(start)) {
      each = {each.walk, each.key, no_vertex, graph_.local(start), each.step + 1, 0};
      return stays(self, each);
    }
    send(self, graph_.owner(start),
         {.walk = each.walk,
          .previous = no_vertex,
          .from = no_vertex,
          .at = local_at_owner(start),
          .step = each.step + 1,
          .attempt = 0,
          .why = errand::arrives});
    return false;
  }

  /// Sends the walk to the owner of `next`, which knows whether it may stay there.
  void ask(worker& self, const walker& each, local_vertex next) {
    const csr_graph::remote_vertex place = graph_.remote(next);
    send(self, place.owner,
         {.walk = each.walk,
          .previous = each.previous,
          .from = graph_.global(each.at),
          .at = place.local,
          .step = each.step,
          .attempt = each.attempt,
          .why = rule_.is_thorough(each) ? errand::asks_thoroughly : errand::asks});
  }

  /// Counts that a walk has come to a vertex; whether it goes on from there.
  bool stays(worker& self, const walker& each) {
    if (team_.num_workers() > 1) {
      // relaxed: only the sum counts, and it is read after the epoch
      std::atomic_ref<std::uint64_t>(visits_[each.at]).fetch_add(1, std::memory_order_relaxed);
    } else {
      ++visits_[each.at];
    }
    if (paths_ != nullptr) { paths_->note(self, each.walk, each.step, graph_.global(each.at)); }
    if (each.step == options_.length) { return false; }
    rule_.prefetch(each.at);
    return true;
  }

  void receive(worker& self, std::span<const message_type> batch) {
    lane& mine = lane_of(self);
    for (const message_type& each : batch) { take_in(self, mine, each); }
    advance(self, mine, mine.arrived);
  }

  void take_in(worker& self, lane& mine, const message_type& sent) {
    walker each{.walk = sent.walk,
                .key = key_of(options_.seed, sent.walk),
                .previous = no_vertex,
                .at = sent.at,
                .step = sent.step,
                .attempt = 0};
    if constexpr (Biased) {
      each.previous = sent.previous;
      each.attempt = sent.attempt;
      if (sent.why == errand::returns) { return mine.arrived.push_back(each); }
      if (sent.why != errand::arrives) {
        const bool thorough = sent.why == errand::asks_thoroughly;
        if (!rule_.takes(each, sent.at, thorough)) { return turn_away(self, sent); }
        ++mine.facts.steps;
        each = {each.walk, each.key, sent.from, sent.at, each.step + 1, 0};
      }
    }
    if (stays(self, each)) { mine.arrived.push_back(each); }
  }

  void turn_away(worker& self, const biased_message& sent) {
    send(self, graph_.owner(sent.from),
         {.walk = sent.walk,
          .previous = sent.previous,
          .from = no_vertex,
          .at = local_at_owner(sent.from),
          .step = sent.step,
          .attempt = sent.attempt + 1,
          .why = errand::returns});
  }

  void send(worker& self, rank_id to, const biased_message& full) {
    if constexpr (Biased) {
      travels_.send(self, to, full);
    } else {
      travels_.send(self, to, {full.walk, full.at, full.step});
    }
  }

  [[nodiscard]] local_vertex local_at_owner(vertex_id v) const noexcept {
    return static_cast<local_vertex>(v - graph_.partition().first(graph_.owner(v)));
  }

  rank_team& team_;
  const csr_graph& graph_;
  const walk_options& options_;
  const walk_starts& starts_;
  path_store* paths_ = nullptr;
  step_rule rule_;
  huge_array<std::uint64_t> visits_;
  std::vector<lane> lanes_;
  edge_metrics looks_;
  channel<message_type, receiver> travels_;
};

}  // namespace orujo::walking
