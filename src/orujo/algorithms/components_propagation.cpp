// Label propagation in one epoch: no rounds, no barriers.
//
// Invariant: a label never grows, and whenever it shrinks the vertex's neighbours are told. So when
// no message is left, no edge has different labels at its ends, and each label is the least id.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components_propagation.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::connectivity {

namespace {

/// "Your vertex `to` is connected to `label`."
struct least_known {
  vertex_id label;
  local_vertex to;  ///< As its owner numbers it.
};

/// Labels of owned vertices, and for ghosts the least label that their owners were told from here:
/// what is not less need not be sent. Accesses are relaxed: a label is all that a message says, and
/// the end of the epoch publishes the final ones.
class shrinking_labels {
public:
  explicit shrinking_labels(std::size_t size) : labels_(size) {}

  [[nodiscard]] vertex_id at(std::size_t v) noexcept {
    return std::atomic_ref<vertex_id>(labels_[v]).load(std::memory_order_relaxed);
  }
  void set(std::size_t v, vertex_id label) noexcept { labels_[v] = label; }

  /// Lowers the label of `v`; false if it is as low already.
  [[nodiscard]] bool lower(std::size_t v, vertex_id label) noexcept {
    std::atomic_ref<vertex_id> place(labels_[v]);
    vertex_id known = place.load(std::memory_order_relaxed);
    while (label < known) {
      if (place.compare_exchange_weak(known, label, std::memory_order_relaxed)) { return true; }
    }
    return false;
  }

private:
  huge_array<vertex_id> labels_;
};

template <typename Tell>
void for_each_neighbour(const csr_graph& graph, local_vertex v, Tell tell) {
  for (const local_vertex target : graph.out_edges().row(v)) { tell(target); }
  if (&graph.in_edges() == &graph.out_edges()) { return; }
  for (const local_vertex source : graph.in_edges().row(v)) { tell(source); }
}

/// What the owned vertices are called when nothing changes any more.
component_labels final_labels(rank_team& team, const csr_graph& graph, shrinking_labels& labels) {
  component_labels result{.label = huge_array<vertex_id>(graph.num_local()), .facts = {}};
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    result.label[v] = labels.at(v);
    result.facts.components += result.label[v] == graph.global(v) ? 1U : 0U;
  }
  result.facts.components = all_sum(team, result.facts.components);
  result.facts.method = components_method::label_propagation;
  return result;
}

}  // namespace

component_labels label_by_propagation(rank_team& team, const csr_graph& graph) {
  const std::size_t all = std::size_t{graph.num_local()} + graph.num_ghosts();
  shrinking_labels labels(all);
  parallel_for(team, all, 4096, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      labels.set(v, graph.global(static_cast<local_vertex>(v)));
    }
  });

  const auto pass_on = [&](message_sender<least_known>& out, local_vertex v) {
    const vertex_id label = labels.at(v);
    for_each_neighbour(graph, v, [&](local_vertex next) {
      if (graph.is_owned(next)) {
        if (label < labels.at(next)) { out.send(team.rank(), {label, next}); }
      } else if (labels.lower(next, label)) {
        const csr_graph::remote_vertex place = graph.remote(next);
        out.send(place.owner, {label, place.local});
      }
    });
  };
  auto news =
      make_channel<least_known>(team,
                                [&](message_sender<least_known>& out, const least_known& told) {
                                  if (labels.lower(told.to, told.label)) { pass_on(out, told.to); }
                                },
                                {.how = deliver::later});
  run_epoch(team, [&](worker& self) {
    auto out = news.from(self);
    const index_range part = even_share(graph.num_local(), self.index(), team.num_workers());
    for (std::size_t v = part.first; v < part.last; ++v) {
      pass_on(out, static_cast<local_vertex>(v));
    }
  });

  return final_labels(team, graph, labels);
}

}  // namespace orujo::connectivity
