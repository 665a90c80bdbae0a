// Floods along edges between equal labels, and peels what the edges between labels leave.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/scc/verify.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

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

using scc_findings = property_findings<scc_property>;
using marks = huge_array<std::uint8_t>;

/// What a vertex hears while components are taken away.
enum class peel_event : std::uint32_t {
  is_free,        ///< Its component is: no edge from others leads to it any more.
  loses_an_edge,  ///< The component named after it.
};
struct peel_message {
  local_vertex vertex;  ///< As its owner numbers it.
  peel_event what;
};
using peel_sender = message_sender<peel_message>;
using strong_flood = message_sender<local_vertex>;

class strong_checker {
public:
  strong_checker(rank_team& team, const csr_graph& graph, const scc_labels& result)
      : team_(team),
        graph_(graph),
        labels_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        from_label_(labels_.size()),
        to_label_(labels_.size()),
        freed_(labels_.size()),
        edges_in_(graph.num_local()) {
    std::copy(result.label.begin(), result.label.end(), labels_.begin());
    ghost_values<vertex_id>(team, graph).update(labels_.span());
  }

  scc_findings run(const scc_facts& facts) {
    flood(graph_.out_edges(), from_label_);
    flood(graph_.in_edges(), to_label_);
    peel();
    auto found = check_vertices<scc_property>(
        team_, graph_, [&](local_vertex v, scc_findings& into) { check_vertex(v, into); });
    if (!facts_are_right(facts)) { found.add(scc_property::facts_add_up, no_vertex); }
    return found;
  }

private:
  [[nodiscard]] bool is_name(local_vertex v) const { return labels_[v] == graph_.global(v); }
  [[nodiscard]] bool has_name(local_vertex v) const { return labels_[v] < graph_.num_vertices(); }

  /// Whether this call is the first to mark `v`. Relaxed: an epoch's end publishes the marks.
  [[nodiscard]] static bool mark(marks& of, local_vertex v) {
    return std::atomic_ref<std::uint8_t>(of[v]).exchange(1, std::memory_order_relaxed) == 0;
  }

  template <typename Visit>
  void each_owned(worker& self, Visit visit) {
    const index_range share = even_share(graph_.num_local(), self.index(), team_.num_workers());
    for (std::size_t v = share.first; v < share.last; ++v) { visit(static_cast<local_vertex>(v)); }
  }

  /// Marks what paths of one label lead to along `edges` from the vertices they are named after.
  void flood(const adjacency& edges, marks& into) {
    auto floods = make_channel<local_vertex>(team_,
                                             [&](strong_flood& out, const local_vertex& v) {
                                               if (mark(into, v)) {
                                                 flood_from(v, edges, into, out);
                                               }
                                             },
                                             {.how = deliver::later});
    run_epoch(team_, [&](worker& self) {
      auto out = floods.from(self);
      each_owned(self, [&](local_vertex v) {
        if (is_name(v) && mark(into, v)) { flood_from(v, edges, into, out); }
      });
    });
  }

  void flood_from(local_vertex start, const adjacency& edges, marks& into, strong_flood& out) {
    std::vector<local_vertex> waiting = {start};
    while (!waiting.empty()) {
      const local_vertex v = waiting.back();
      waiting.pop_back();
      for (const local_vertex next : edges.row(v)) {
        if (labels_[next] != labels_[v] || !mark(into, next)) { continue; }
        if (graph_.is_owned(next)) {
          waiting.push_back(next);
        } else {
          const csr_graph::remote_vertex place = graph_.remote(next);
          out.send(place.owner, place.local);
        }
      }
    }
  }

  /// Frees components that no edge from others leads to, and takes away the edges from them.
  void peel() {
    count_edges_in();
    auto peels = make_channel<peel_message>(
        team_, [&](peel_sender& out, const peel_message& event) { hear(event, out); },
        {.how = deliver::later});
    run_epoch(team_, [&](worker& self) {
      auto out = peels.from(self);
      each_owned(self, [&](local_vertex v) {
        if (has_no_edge_in_[v] != 0 && mark(freed_, v)) { free_from(v, out); }
      });
    });
  }

  /// Counts the edges from other components, at the vertices that those they lead to are named
  /// after.
  void count_edges_in() {
    auto counts = make_channel<local_vertex>(team_, [&](const local_vertex& name) {
      std::atomic_ref<std::uint64_t>(edges_in_[name]).fetch_add(1, std::memory_order_relaxed);
    });
    run_epoch(team_, [&](worker& self) {
      auto out = counts.from(self);
      each_owned(self, [&](local_vertex v) {
        if (!has_name(v)) { return; }
        for (const local_vertex source : graph_.in_edges().row(v)) {
          if (labels_[source] == labels_[v]) { continue; }
          out.send(graph_.owner(labels_[v]), place_of(labels_[v]));
        }
      });
    });
    has_no_edge_in_ = marks(graph_.num_local());
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      has_no_edge_in_[v] = is_name(v) && edges_in_[v] == 0 ? 1 : 0;
    }
  }

  /// Of a vertex, as its owner numbers it.
  [[nodiscard]] local_vertex place_of(vertex_id id) const {
    return static_cast<local_vertex>(id - graph_.partition().first(graph_.owner(id)));
  }

  void hear(const peel_message& event, peel_sender& out) {
    if (event.what == peel_event::loses_an_edge) {
      const std::atomic_ref<std::uint64_t> edges(edges_in_[event.vertex]);
      // Acquire and release: one after the other, whoever takes the last away.
      if (edges.fetch_sub(1, std::memory_order_acq_rel) != 1) { return; }
      if (!is_name(event.vertex)) { return; }
    }
    if (mark(freed_, event.vertex)) { free_from(event.vertex, out); }
  }

  /// Frees vertices of the label of `start` that it leads to.
  void free_from(local_vertex start, peel_sender& out) {
    std::vector<local_vertex> waiting = {start};
    while (!waiting.empty()) {
      const local_vertex v = waiting.back();
      waiting.pop_back();
      for (const local_vertex next : graph_.out_edges().row(v)) {
        if (labels_[next] != labels_[v]) {
          take_edge_to(labels_[next], out);
        } else if (mark(freed_, next)) {
          go_on_to(next, waiting, out);
        }
      }
    }
  }

  void take_edge_to(vertex_id name, peel_sender& out) {
    if (name >= graph_.num_vertices()) { return; }
    out.send(graph_.owner(name),
             peel_message{.vertex = place_of(name), .what = peel_event::loses_an_edge});
  }

  void go_on_to(local_vertex next, std::vector<local_vertex>& waiting, peel_sender& out) {
    if (graph_.is_owned(next)) { return waiting.push_back(next); }
    const csr_graph::remote_vertex place = graph_.remote(next);
    out.send(place.owner, peel_message{.vertex = place.local, .what = peel_event::is_free});
  }

  void check_vertex(local_vertex v, scc_findings& into) const {
    const vertex_id id = graph_.global(v);
    if (labels_[v] > id) { into.add(scc_property::label_is_not_greater, id, labels_[v]); }
    if (from_label_[v] == 0) { into.add(scc_property::label_leads_here, id, labels_[v]); }
    if (to_label_[v] == 0) { into.add(scc_property::label_is_led_to, id, labels_[v]); }
    // Of one that its label does not lead to, this says nothing.
    if (from_label_[v] != 0 && freed_[v] == 0) { into.add(scc_property::no_cycle_of_labels, id); }
  }

  /// Counts the vertices of each label where the vertex is that it names.
  bool facts_are_right(const scc_facts& facts) {
    huge_array<std::uint64_t> members(graph_.num_local());
    auto counts = make_channel<local_vertex>(team_, [&](const local_vertex& name) {
      std::atomic_ref<std::uint64_t>(members[name]).fetch_add(1, std::memory_order_relaxed);
    });
    run_epoch(team_, [&](worker& self) {
      auto out = counts.from(self);
      each_owned(self, [&](local_vertex v) {
        if (has_name(v)) { out.send(graph_.owner(labels_[v]), place_of(labels_[v])); }
      });
    });
    std::uint64_t components = 0;
    std::uint64_t largest = 0;
    std::uint64_t nontrivial = 0;
    for (const std::uint64_t each : members) {
      components += each > 0 ? 1U : 0U;
      nontrivial += each > 1 ? 1U : 0U;
      largest = std::max(largest, each);
    }
    // All three, as all ranks take part in each.
    components = all_sum(team_, components);
    nontrivial = all_sum(team_, nontrivial);
    largest = all_max(team_, largest);
    return components == facts.components && nontrivial == facts.nontrivial &&
           largest == facts.largest;
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<vertex_id> labels_;  // of ghosts, too, as the following
  marks from_label_;
  marks to_label_;
  marks freed_;
  marks has_no_edge_in_;                // of names, before any is taken away
  huge_array<std::uint64_t> edges_in_;  // of names, from other components
};

}  // namespace

std::vector<scc_violation> verify_scc(rank_team& team, const csr_graph& graph,
                                      const scc_labels& result) {
  require(all_min(team, result.label.size() == graph.num_local() ? 1 : 0) == 1,
          "verify_scc: there is not one label for each vertex");
  require(!graph.directed() || graph.has_in_edges(),
          "verify_scc: a directed graph needs its in-edges; build it with them");
  return strong_checker(team, graph, result).run(result.facts).violations();
}

std::string sentence(scc_property property, vertex_id vertex, vertex_id other) {
  switch (property) {
    case scc_property::label_is_not_greater:
      return fmt::format("vertex {} has the label {}, which is greater", vertex, other);
    case scc_property::label_leads_here:
      return fmt::format("vertex {} has the label {}, and no path inside leads from there", vertex,
                         other);
    case scc_property::label_is_led_to:
      return fmt::format("vertex {} has the label {}, and no path inside leads there", vertex,
                         other);
    case scc_property::no_cycle_of_labels:
      return fmt::format("vertex {} is on a cycle through other labels, or behind one", vertex);
    case scc_property::facts_add_up: break;
  }
  return "the number of components, or how large the largest is, is wrong";
}

}  // namespace orujo
