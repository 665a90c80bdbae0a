// Floods communities from the vertices that they are named after, and adds up there what they
// weigh.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/verify.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

using community_findings = property_findings<communities_property>;
using community_flood = message_sender<local_vertex>;

/// What a vertex adds where the vertex is that its community is named after.
struct member_report {
  local_vertex name;  ///< As its owner numbers it.
  double degree;
};

/// The label that most of `labels` are, of several the least; `own` if there are none. Sorts them.
vertex_id winner_of(std::vector<vertex_id>& labels, vertex_id own) {
  std::sort(labels.begin(), labels.end());
  vertex_id best = own;
  std::size_t most = 0;
  for (std::size_t first = 0, last = 0; first < labels.size(); first = last) {
    while (last < labels.size() && labels[last] == labels[first]) { ++last; }
    if (last - first > most) {
      most = last - first;
      best = labels[first];
    }
  }
  return best;
}

class community_checker {
public:
  community_checker(rank_team& team, const csr_graph& graph, const community_labels& found,
                    const communities_options& options)
      : team_(team),
        graph_(graph),
        options_(options),
        labels_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        reached_(labels_.size()),
        members_(graph.num_local()),
        degrees_(graph.num_local()) {
    std::copy(found.label.begin(), found.label.end(), labels_.begin());
    ghost_values<vertex_id>(team, graph).update(labels_.span());
    directions_.push_back(&graph.out_edges());
    if (graph.directed()) { directions_.push_back(&graph.in_edges()); }
  }

  community_findings run(const communities_facts& facts) {
    scale_ = scale_of_weights();
    report_members();
    if (options_.method == communities_method::leiden) { flood(); }
    if (options_.method == communities_method::cdlp) { repeat_rounds(facts.iterations); }
    auto found = check_vertices<communities_property>(
        team_, graph_, [&](local_vertex v, community_findings& into) { check_vertex(v, into); });
    if (!facts_are_right(facts)) { found.add(communities_property::facts_add_up, no_vertex); }
    return found;
  }

private:
  /// A power of two by which the greatest weight becomes about 1: sums are then no infinities.
  /// Call: collective.
  [[nodiscard]] double scale_of_weights() const {
    double greatest = 0;
    for (const adjacency* const edges : directions_) {
      for (std::uint64_t e = 0; !edges->weights.empty() && e < edges->targets.size(); ++e) {
        greatest = std::max(greatest, edges->weights.at<double>(e));
      }
    }
    greatest = all_max(team_, greatest);
    constexpr int least_exponent = -1000;
    return greatest > 0 ? std::ldexp(1.0, -std::max(least_exponent, std::ilogb(greatest))) : 1;
  }

  [[nodiscard]] bool is_vertex(vertex_id label) const { return label < graph_.num_vertices(); }
  [[nodiscard]] bool is_name(local_vertex v) const { return labels_[v] == graph_.global(v); }

  template <typename Visit>
  void each_owned(worker& self, Visit visit) {
    const index_range share = even_share(graph_.num_local(), self.index(), team_.num_workers());
    for (std::size_t v = share.first; v < share.last; ++v) { visit(static_cast<local_vertex>(v)); }
  }

  /// Calls `visit(target, weight)` for the edges of `v`; of an undirected graph, for a loop once.
  template <typename Visit>
  void each_edge(local_vertex v, Visit visit) const {
    for (const adjacency* const edges : directions_) {
      for (std::uint64_t e = edges->offsets[v]; e < edges->offsets[v + 1]; ++e) {
        visit(edges->targets[e],
              edges->weights.empty() ? 1 : edges->weights.at<double>(e) * scale_);
      }
    }
  }

  /// The weights of the edges of `v`, by whether they lead elsewhere.
  struct edge_weights {
    double inside = 0;
    double outside = 0;
  };
  [[nodiscard]] edge_weights weights_at(local_vertex v) const {
    edge_weights sums;
    each_edge(v, [&](local_vertex target, double weight) {
      const double times = target == v && !graph_.directed() ? 2 : 1;
      (labels_[target] == labels_[v] ? sums.inside : sums.outside) += times * weight;
    });
    return sums;
  }

  void report_members() {
    auto reports = make_channel<member_report>(team_, [&](const member_report& report) {
      std::atomic_ref<std::uint64_t>(members_[report.name]).fetch_add(1, std::memory_order_relaxed);
      std::atomic_ref<double>(degrees_[report.name])
          .fetch_add(report.degree, std::memory_order_relaxed);
    });
    run_epoch(team_, [&](worker& self) {
      auto out = reports.from(self);
      each_owned(self, [&](local_vertex v) {
        const vertex_id name = labels_[v];
        if (!is_vertex(name)) { return; }
        const rank_id owner = graph_.owner(name);
        const edge_weights sums = weights_at(v);
        out.send(owner,
                 member_report{static_cast<local_vertex>(name - graph_.partition().first(owner)),
                               sums.inside + sums.outside});
      });
    });
  }

  /// Whether this call is the first to mark `v`. Relaxed: an epoch's end publishes the marks.
  [[nodiscard]] bool mark(local_vertex v) {
    return std::atomic_ref<std::uint8_t>(reached_[v]).exchange(1, std::memory_order_relaxed) == 0;
  }

  /// Marks what paths of one label lead to from the vertices that communities are named after.
  void flood() {
    auto floods = make_channel<local_vertex>(team_,
                                             [&](community_flood& out, const local_vertex& v) {
                                               if (mark(v)) { flood_from(v, out); }
                                             },
                                             {.how = deliver::later});
    run_epoch(team_, [&](worker& self) {
      auto out = floods.from(self);
      each_owned(self, [&](local_vertex v) {
        if (is_name(v) && mark(v)) { flood_from(v, out); }
      });
    });
  }

  void flood_from(local_vertex start, community_flood& out) {
    std::vector<local_vertex> waiting = {start};
    while (!waiting.empty()) {
      const local_vertex v = waiting.back();
      waiting.pop_back();
      each_edge(v, [&](local_vertex next, double /*weight*/) {
        if (labels_[next] != labels_[v] || !mark(next)) { return; }
        if (graph_.is_owned(next)) { return waiting.push_back(next); }
        const csr_graph::remote_vertex place = graph_.remote(next);
        out.send(place.owner, place.local);
      });
    }
  }

  void repeat_rounds(std::uint64_t rounds) {
    expected_ = huge_array<vertex_id>(labels_.size());
    ghost_values<vertex_id> ghosts(team_, graph_);
    const std::size_t own = graph_.num_local();
    for (std::size_t v = 0; v < labels_.size(); ++v) {
      expected_[v] = graph_.global(static_cast<local_vertex>(v));
    }
    std::vector<vertex_id> next(own);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      parallel_for(team_, own, 4096, [&](std::size_t first, std::size_t last) {
        for (std::size_t v = first; v < last; ++v) {
          next[v] = next_label(static_cast<local_vertex>(v));
        }
      });
      const bool is_settled = std::equal(next.begin(), next.end(), expected_.begin());
      std::copy(next.begin(), next.end(), expected_.begin());
      ghosts.update(expected_.span());
      if (all_min(team_, is_settled ? 1 : 0) == 1) { break; }
    }
  }

  [[nodiscard]] vertex_id next_label(local_vertex v) const {
    std::vector<vertex_id> near;
    each_edge(v, [&](local_vertex target, double /*weight*/) {
      if (target != v) { near.push_back(expected_[target]); }
    });
    return winner_of(near, expected_[v]);
  }

  void check_vertex(local_vertex v, community_findings& into) const {
    using enum communities_property;
    const vertex_id id = graph_.global(v);
    const vertex_id label = labels_[v];
    if (!is_vertex(label)) { return into.add(label_is_a_vertex, id, label); }
    if (options_.method == communities_method::cdlp) {
      if (label != expected_[v]) { into.add(label_is_most_frequent, id, expected_[v]); }
      return;
    }
    if (label > id) { into.add(label_is_least, id, label); }
    if (members_[v] > 0 && !is_name(v)) { into.add(label_is_least, id, label); }
    if (options_.method == communities_method::leiden && reached_[v] == 0) {
      into.add(is_connected, id, label);
    }
  }

  bool facts_are_right(const communities_facts& facts) {
    std::uint64_t communities = 0;
    std::uint64_t largest = 0;
    double outside = 0;
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      communities += members_[v] > 0 ? 1U : 0U;
      largest = std::max(largest, members_[v]);
      outside += weights_at(v).outside;
    }
    // All of them, as all ranks take part in each.
    const double all = all_sum(team_, std::accumulate(degrees_.begin(), degrees_.end(), 0.0));
    double squares = 0;
    for (const double degree : degrees_) { squares += all > 0 ? degree / all * (degree / all) : 0; }
    squares = all_sum(team_, squares);
    outside = all_sum(team_, outside);
    communities = all_sum(team_, communities);
    largest = all_max(team_, largest);
    const double expected = all > 0 ? 1 - outside / all - options_.resolution * squares : 0;
    return communities == facts.communities && largest == facts.largest &&
           std::abs(expected - facts.modularity) <= 1e-7;
  }

  rank_team& team_;
  const csr_graph& graph_;
  const communities_options& options_;
  std::vector<const adjacency*> directions_;
  huge_array<vertex_id> labels_;  // of ghosts, too, as the following
  huge_array<std::uint8_t> reached_;
  huge_array<vertex_id> expected_;     // of cdlp
  huge_array<std::uint64_t> members_;  // of those that communities are named after
  huge_array<double> degrees_;         // likewise: what their members' edges weigh
  double scale_ = 1;
};

}  // namespace

std::vector<communities_violation> verify_communities(rank_team& team, const csr_graph& graph,
                                                      const community_labels& found,
                                                      const communities_options& options) {
  require(all_min(team, found.label.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_communities: there is not one label for each vertex");
  require(!graph.directed() || graph.has_in_edges(),
          "verify_communities: a directed graph needs its in-edges; build it with them");
  return community_checker(team, graph, found, options).run(found.facts).violations();
}

std::string sentence(communities_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case communities_property::label_is_a_vertex:
      return fmt::format("vertex {} is in community {}, which is no vertex", vertex, other);
    case communities_property::label_is_least:
      return fmt::format("vertex {} is in community {}, which is not named after its least vertex",
                         vertex, other);
    case communities_property::is_connected:
      return fmt::format("vertex {} is in community {}, and no path inside leads there", vertex,
                         other);
    case communities_property::label_is_most_frequent:
      return fmt::format("vertex {} should have the label {} after so many rounds", vertex, other);
    case communities_property::facts_add_up: break;
  }
  return "the modularity, the number of communities, or how large the largest is, is wrong";
}

}  // namespace orujo
