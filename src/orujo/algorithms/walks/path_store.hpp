// Walks of a round, step by step, at the ranks where they began.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "orujo/algorithms/walks/starts.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo::walking {

/// Where each walk was after each step. Workers of all ranks tell it at once: each place once.
class path_store {
public:
  /// Call: collective.
  path_store(rank_team& team, const csr_graph& graph, const walk_starts& starts, std::size_t stride)
      : graph_(graph), starts_(starts), stride_(stride), told_(team, receiver{this}) {}

  /// Forgets what it holds. Call: worker 0, outside on_workers(). Throws: memory_error.
  void begin(const walk_round& round) {
    own_.emplace(starts_, round);
    const std::size_t size = own_->size() * stride_;
    if (places_.size() < size) { places_ = huge_array<vertex_id>(size); }
    std::fill_n(places_.begin(), size, no_vertex);
  }

  /// Call: any worker, in an epoch.
  void note(worker& self, std::uint64_t walk, std::uint32_t step, vertex_id at) {
    const vertex_id start = starts_.vertex_of_walk(walk);
    if (graph_.owns(start)) {
      keep({walk, at, step});
    } else {
      told_.send(self, graph_.owner(start), {walk, at, step});
    }
  }

  /// How many k-th walks of each k this rank holds, and those of one k.
  [[nodiscard]] std::span<const vertex_id> of(std::uint64_t k) const noexcept {
    return places_.span().subspan(k * own_->width() * stride_, own_->width() * stride_);
  }

private:
  struct visit {
    std::uint64_t walk;
    vertex_id at;
    std::uint32_t step;
  };
  struct receiver {
    path_store* owner;
    void operator()(const visit& each) const noexcept { owner->keep(each); }
  };

  void keep(const visit& each) noexcept {
    places_[own_->row(each.walk) * stride_ + each.step] = each.at;
  }

  const csr_graph& graph_;
  const walk_starts& starts_;
  std::size_t stride_;
  std::optional<own_walks> own_;
  huge_array<vertex_id> places_;
  channel<visit, receiver> told_;
};

}  // namespace orujo::walking
