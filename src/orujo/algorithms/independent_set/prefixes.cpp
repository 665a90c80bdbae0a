// Rounds of all workers decide most of a prefix, and one worker in order what long chains leave.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/independent_set/prefixes.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <utility>
#include <vector>

#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/edge_map.hpp"
#include "orujo/traversal/frontier.hpp"
#include "orujo/traversal/vertex_map.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo {

namespace {

enum class standing : std::uint8_t {
  waiting,    ///< Its prefix has not come.
  candidate,  ///< In the prefix, and nothing before it there is known to be undecided.
  held_back,  ///< In the prefix, and a neighbour before it there is undecided.
  member,
  outside  ///< A neighbour is a member.
};

/// Where each vertex stands, and what comes first.
struct standings {
  std::span<const std::uint64_t> priority;
  huge_array<standing> of;

  [[nodiscard]] bool comes_first(local_vertex a, local_vertex b) const noexcept {
    return std::pair(priority[a], a) < std::pair(priority[b], b);
  }
  /// Several workers may set a vertex to the same standing at once.
  template <isolation::policy Isolation>
  void set(local_vertex v, standing to) noexcept {
    if constexpr (Isolation::is_shared) {
      std::atomic_ref<standing>(of[v]).store(to, std::memory_order_relaxed);
    } else {
      of[v] = to;
    }
  }
};

/// Out of undecided vertices: of two that are neighbours the later one waits.
struct hold_back {
  using value_type = local_vertex;
  standings* all;

  template <isolation::policy Isolation>
  [[nodiscard]] local_vertex value_of(Isolation, local_vertex source) const noexcept {
    return source;
  }
  template <isolation::policy Isolation>
  void act(Isolation, vertex_lane&, local_vertex target, local_vertex source) const noexcept {
    if (Isolation::load(all->of[target]) == standing::candidate &&
        all->comes_first(source, target)) {
      all->set<Isolation>(target, standing::held_back);
    }
  }
};

/// Out of members: their neighbours leave.
struct leave {
  using value_type = no_value;
  standings* all;

  template <isolation::policy Isolation>
  void act(Isolation, vertex_lane&, local_vertex target, no_value) const noexcept {
    if (Isolation::load(all->of[target]) < standing::member) {
      all->set<Isolation>(target, standing::outside);
    }
  }
};

class prefix_search {
public:
  prefix_search(rank_team& team, const csr_graph& graph, std::span<const std::uint64_t> priority)
      : team_(team),
        graph_(graph),
        all_{priority, huge_array<standing>(graph.num_local())},
        rest_(team, graph),
        prefix_(team, graph),
        members_(team, graph),
        looks_(team),
        hold_back_(team, graph, {&all_}, {.name = "who comes later"}),
        leave_(team, graph, {&all_}, {.name = "neighbours of members"}) {}

  independent_set run() {
    set_out();
    for (const local_vertex bound : bounds()) {
      take_prefix([&](local_vertex v) { return all_.comes_first(v, bound); });
    }
    take_prefix([](local_vertex) { return true; });
    independent_set result{.contains = huge_array<std::uint8_t>(graph_.num_local()),
                           .prefixes = prefixes_,
                           .rounds = rounds_};
    const auto tell = [&](local_vertex v) {
      result.contains[v] = all_.of[v] == standing::member ? 1 : 0;
      return std::uint64_t{result.contains[v]};
    };
    result.size = vertex_reduce(team_, graph_, tell, std::plus<>());
    result.choices.add(report_section::algorithm,
                       {"order of work", "prefixes: neighbours of members are not looked at", {}});
    return result;
  }

private:
  /// So many rounds of a prefix are worth their barriers; a random order leaves next to nothing.
  static constexpr int most_rounds = 4;

  /// Vertices without edges are members, all others the rest.
  void set_out() {
    for_each_share(team_, graph_.num_local(), [&](worker& self, index_range share) {
      vertex_lane& lane = rest_.lane(self);
      for (std::size_t i = share.first; i < share.last; ++i) {
        const auto v = static_cast<local_vertex>(i);
        if (graph_.out_edges().degree(v) == 0) {
          all_.of[v] = standing::member;
        } else {
          lane.add(v);
        }
      }
    });
    rest_.gather();
  }

  /// Where prefixes end. The first one is so short that few in it are neighbours: a quarter of a
  /// vertex for each edge of one on average. By a sample.
  [[nodiscard]] std::vector<local_vertex> bounds() const {
    constexpr std::size_t most_sampled = 4096;
    const std::span<const local_vertex> rest = rest_.vertices();
    std::vector<local_vertex> sample;
    const std::size_t step = rest.size() / most_sampled + 1;
    for (std::size_t i = 0; i < rest.size(); i += step) { sample.push_back(rest[i]); }
    std::sort(sample.begin(), sample.end(),
              [&](local_vertex a, local_vertex b) { return all_.comes_first(a, b); });
    const std::size_t mean_degree = graph_.out_edges().targets.size() / (rest.size() + 1) + 1;
    std::vector<local_vertex> found;
    for (std::size_t parts = std::min(4 * mean_degree, sample.size()); parts > 1; parts /= 4) {
      found.push_back(sample[sample.size() / parts]);
    }
    return found;
  }

  /// Decides all that is left of the rest and `belongs`.
  template <typename Belongs>
  void take_prefix(Belongs belongs) {
    ++prefixes_;
    const std::span<const local_vertex> rest = rest_.vertices();
    for_each_share(team_, rest.size(), [&](worker& self, index_range share) {
      vertex_lane& now = prefix_.lane(self);
      vertex_lane& later = rest_.lane(self);
      for (const local_vertex v : rest.subspan(share.first, share.last - share.first)) {
        if (all_.of[v] != standing::waiting) { continue; }
        const bool is_candidate = belongs(v);
        if (is_candidate) { all_.of[v] = standing::candidate; }
        (is_candidate ? now : later).add(v);
      }
    });
    rest_.gather();
    prefix_.gather();
    for (int round = 0; round < most_rounds && prefix_.size() > few_looks; ++round) {
      decide_unhindered();
    }
    decide_in_order();
  }

  /// A round: who comes before all undecided neighbours in the prefix is a member.
  void decide_unhindered() {
    ++rounds_;
    hold_back_(prefix_);
    restand(standing::candidate, standing::member, members_);
    members_.gather();
    leave_(members_);
    restand(standing::held_back, standing::candidate, prefix_);
    prefix_.gather();
  }

  /// Moves vertices of the prefix from one standing to another one, and adds them to `found`.
  void restand(standing from, standing to, frontier& found) {
    const std::span<const local_vertex> prefix = prefix_.vertices();
    for_each_share(team_, prefix.size(), [&](worker& self, index_range share) {
      vertex_lane& lane = found.lane(self);
      for (const local_vertex v : prefix.subspan(share.first, share.last - share.first)) {
        if (all_.of[v] != from) { continue; }
        all_.of[v] = to;
        lane.add(v);
      }
    });
  }

  void decide_in_order() {
    constexpr std::size_t deaf_vertices = 1 << 16;  // between looks for an interrupt
    std::vector<local_vertex> sorted(prefix_.vertices().begin(), prefix_.vertices().end());
    std::sort(sorted.begin(), sorted.end(),
              [&](local_vertex a, local_vertex b) { return all_.comes_first(a, b); });
    for (std::size_t first = 0; first < sorted.size(); first += deaf_vertices) {
      team_.transport().check();
      decide_each(std::span(sorted).subspan(first, std::min(deaf_vertices, sorted.size() - first)));
    }
  }

  void decide_each(std::span<const local_vertex> sorted) {
    std::uint64_t members = 0;
    std::uint64_t edges = 0;
    for (const local_vertex v : sorted) {
      if (all_.of[v] != standing::candidate) { continue; }
      all_.of[v] = standing::member;
      const std::span<const local_vertex> row = graph_.out_edges().row(v);
      ++members;
      edges += row.size();
      for (const local_vertex u : row) {
        if (all_.of[u] < standing::member) { all_.of[u] = standing::outside; }
      }
    }
    looks_.add(team_.worker_at(0), members, edges);
  }

  rank_team& team_;
  const csr_graph& graph_;
  standings all_;
  frontier rest_;  // what no prefix has had, some of which has left
  frontier prefix_;
  frontier members_;  // of a round
  edge_metrics looks_;
  edge_map<hold_back> hold_back_;
  edge_map<leave> leave_;
  std::uint64_t prefixes_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace

independent_set set_by_prefixes(rank_team& team, const csr_graph& graph,
                                std::span<const std::uint64_t> priority) {
  require_room(team, graph, "the standing of vertices", {.per_vertex = 28});
  return prefix_search(team, graph, priority).run();
}

}  // namespace orujo
