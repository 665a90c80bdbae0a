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
#include <type_traits>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/reducing_channel.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::connectivity {

namespace {

/// "Your vertex `to` is connected to `label`."
struct least_known {
  vertex_id label;
  local_vertex to;  ///< As its owner numbers it.
};

/// Labels of owned vertices, and perhaps for ghosts the least label that their owners were told
/// from here: what is not less need not be sent. Accesses are relaxed: a label is all that a
/// message says, and the end of the epoch publishes the final ones.
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

struct by_target {
  std::uint64_t operator()(const least_known& news) const noexcept { return news.to; }
};
struct lesser_label {
  bool operator()(const least_known& a, const least_known& b) const noexcept {
    return a.label < b.label;
  }
};

/// The labels of one rank, and the news that travel. `Kind`: what is not sent again.
template <reduction_kind Kind>
class propagation {
public:
  propagation(rank_team& team, const csr_graph& graph)
      : team_(team), graph_(graph), labels_(num_labels(graph)), news_(open(team, this)) {
    parallel_for(team, num_labels(graph), 4096, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) {
        labels_.set(v, graph.global(static_cast<local_vertex>(v)));
      }
    });
  }
  propagation(const propagation&) = delete;
  propagation& operator=(const propagation&) = delete;

  component_labels run() {
    run_epoch(team_, [&](worker& self) {
      auto out = news_.from(self);
      const index_range part = even_share(graph_.num_local(), self.index(), team_.num_workers());
      for (std::size_t v = part.first; v < part.last; ++v) {
        pass_on(out, static_cast<local_vertex>(v));
      }
    });
    return final_labels(team_, graph_, labels_);
  }

private:
  struct receiver {
    propagation* owner;
    void operator()(worker& self, const least_known& told) const {
      if (!owner->labels_.lower(told.to, told.label)) { return; }
      auto out = owner->news_.from(self);
      owner->pass_on(out, told.to);
    }
  };
  static constexpr bool has_cache = Kind == reduction_kind::cache;
  using reducer_type = best_reducer<by_target, lesser_label>;
  using channel_type =
      std::conditional_t<has_cache, reducing_channel<least_known, receiver, reducer_type>,
                         channel<least_known, receiver>>;

  static channel_type open(rank_team& team, propagation* owner) {
    const channel_options options{.how = deliver::later, .name = "labels"};
    if constexpr (has_cache) {
      return channel_type(team, receiver{owner}, reducer_type{{}, {}}, options);
    } else {
      return channel_type(team, receiver{owner}, options);
    }
  }

  [[nodiscard]] static std::size_t num_labels(const csr_graph& graph) noexcept {
    return std::size_t{graph.num_local()} +
           (Kind == reduction_kind::ghosts ? graph.num_ghosts() : 0);
  }

  template <typename Sender>
  void pass_on(Sender& out, local_vertex v) {
    const vertex_id label = labels_.at(v);
    for_each_neighbour(graph_, v, [&](local_vertex next) {
      if (graph_.is_owned(next)) {
        if (label < labels_.at(next)) { out.send(team_.rank(), {label, next}); }
      } else if (is_news(next, label)) {
        const csr_graph::remote_vertex place = graph_.remote(next);
        out.send(place.owner, {label, place.local});
      }
    });
  }

  /// Whether the owner of a ghost might not know this label of a neighbour.
  [[nodiscard]] bool is_news(local_vertex ghost, vertex_id label) noexcept {
    if constexpr (Kind == reduction_kind::ghosts) {
      return labels_.lower(ghost, label);
    } else {
      return label < graph_.global(ghost);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  shrinking_labels labels_;
  channel_type news_;
};

}  // namespace

component_labels label_by_propagation(rank_team& team, const csr_graph& graph) {
  const reduction_kind reduction = reduction_of(team.values());
  if (reduction == reduction_kind::ghosts || team.size() == 1) {
    return propagation<reduction_kind::ghosts>(team, graph).run();
  }
  if (reduction == reduction_kind::cache) {
    return propagation<reduction_kind::cache>(team, graph).run();
  }
  return propagation<reduction_kind::off>(team, graph).run();
}

}  // namespace orujo::connectivity
