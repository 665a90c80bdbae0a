// A rank's share of so many edges, handed out block by block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>

#include "orujo/graph/edge_input.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// For inputs whose edges are in memory: next() of several workers at once.
class edge_blocks {
public:
  edge_blocks(std::size_t edges, input_part part, std::size_t block_edges)
      : share_(even_share(edges, part.index, part.count)),
        loop_(share_.last - share_.first, block_edges) {}

  /// The next block, of all edges; empty when all are handed out. Call: any worker of the rank.
  [[nodiscard]] index_range next() noexcept {
    const index_range some = loop_.next();
    // relaxed: a count to look at
    done_.fetch_add(some.last - some.first, std::memory_order_relaxed);
    return {share_.first + some.first, share_.first + some.last};
  }

  /// How much was handed out, from 0 to 1. Call: any thread.
  [[nodiscard]] double progress() const noexcept {
    const std::size_t all = share_.last - share_.first;
    const std::size_t done = done_.load(std::memory_order_relaxed);
    return all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
  }

private:
  index_range share_;
  shared_loop loop_;
  std::atomic<std::size_t> done_{0};
};

}  // namespace orujo
