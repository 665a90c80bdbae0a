// What comes in at each vertex in a step of PageRank, when each edge to another rank sends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/algorithms/pagerank/sums.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/reducing_channel.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/additions.hpp"

namespace orujo::page_rank {

/// Adds what each vertex gives to its out-neighbours, as pushed_sums does, but without a value for
/// each ghost: what goes to another rank's vertex is a message. `Cached`: those that a small cache
/// catches are added up before they travel.
template <std::floating_point T, typename Shares, bool Cached>
class sent_sums {
public:
  using share_type = Shares;

  sent_sums(rank_team& team, const csr_graph& graph)
      : team_(team),
        graph_(graph),
        sums_(graph.num_local()),
        vertices_(graph.num_local(), vertices_per_chunk),
        shares_(Shares::of_out_edges(team, graph)),
        gifts_(open(team, this)) {}
  sent_sums(const sent_sums&) = delete;
  sent_sums& operator=(const sent_sums&) = delete;

  void take(std::span<const T> given) {
    vertices_.restart(graph_.num_local());
    run_epoch(team_, [&](worker& self) {
      auto out = gifts_.from(self);
      for (index_range part = vertices_.next(); !part.empty(); part = vertices_.next()) {
        if (team_.num_workers() > 1) {
          push(out, part, given, summing::add_shared{});
        } else {
          push(out, part, given, summing::add_alone{});
        }
      }
    });
  }

  /// As pushed_sums::sums_of().
  void sums_of(index_range part, T* sums) noexcept {
    for (std::size_t v = part.first; v < part.last; ++v) {
      sums[v - part.first] = static_cast<T>(sums_[v]);
      sums_[v] = 0;
    }
  }

private:
  struct gift {
    double amount;
    local_vertex to;  ///< As its owner numbers it.
  };
  struct by_target {
    std::uint64_t operator()(const gift& each) const noexcept { return each.to; }
  };
  struct add_amount {
    void operator()(gift& kept, const gift& each) const noexcept { kept.amount += each.amount; }
  };
  struct receiver {
    sent_sums* owner;
    void operator()(std::span<const gift> batch) const { owner->receive(batch); }
  };
  using reducer_type = sum_reducer<by_target, add_amount>;
  using channel_type = std::conditional_t<Cached, reducing_channel<gift, receiver, reducer_type>,
                                          channel<gift, receiver>>;

  static channel_type open(rank_team& team, sent_sums* owner) {
    const channel_options options{.name = "sums"};
    if constexpr (Cached) {
      return channel_type(team, receiver{owner}, reducer_type{by_target{}, add_amount{}}, options);
    } else {
      return channel_type(team, receiver{owner}, options);
    }
  }

  template <typename Sender, typename Add>
  void push(Sender& out, index_range part, std::span<const T> given, Add add) {
    const adjacency& rows = graph_.out_edges();
    for (std::size_t v = part.first; v < part.last; ++v) {
      const auto value = static_cast<double>(given[v]);
      for (std::uint64_t i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
        const local_vertex target = rows.targets[i];
        if (graph_.is_owned(target)) {
          add(sums_[target], shares_.carried(value, i));
        } else {
          const csr_graph::remote_vertex place = graph_.remote(target);
          out.send(place.owner, {shares_.carried(value, i), place.local});
        }
      }
    }
  }

  void receive(std::span<const gift> batch) {
    const auto ahead = static_cast<std::size_t>(team_.values().integer(setting::prefetch_distance));
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (i + ahead < batch.size()) { prefetch_to_write(&sums_[batch[i + ahead].to]); }
      summing::add_shared{}(sums_[batch[i].to], batch[i].amount);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  huge_array<double> sums_;
  shared_loop vertices_;
  [[no_unique_address]] Shares shares_;
  channel_type gifts_;
};

}  // namespace orujo::page_rank
