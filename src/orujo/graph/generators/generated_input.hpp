// An edge_input over edges that can be computed in any order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

#include "orujo/graph/edge_input.hpp"

namespace orujo {

/// Hands out the items 0 … items-1 in blocks. `Fill` is called as fill(begin, end, edges) and makes
/// `edges` the edges of the items begin … end-1, whoever asks for them and in whatever order.
template <typename Fill>
class generated_input final : public edge_input {
public:
  generated_input(input_facts facts, std::uint64_t items, input_part part, Fill fill)
      : facts_(std::move(facts)), items_(items), fill_(std::move(fill)) {
    const std::uint64_t blocks = (items + block_items - 1) / block_items;
    const auto parts = static_cast<std::uint64_t>(part.count);
    const auto index = static_cast<std::uint64_t>(part.index);
    // Not blocks * index / parts, which could overflow.
    first_ = blocks / parts * index + std::min(blocks % parts, index);
    last_ = blocks / parts * (index + 1) + std::min(blocks % parts, index + 1);
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }

  bool next(edge_chunk& chunk) override {
    const std::uint64_t block = first_ + taken_.fetch_add(1, std::memory_order_relaxed);
    chunk.weights.clear();
    if (block >= last_) {
      chunk.edges.clear();
      return false;
    }
    const std::uint64_t begin = block * block_items;
    fill_(begin, std::min(begin + block_items, items_), chunk.edges);
    return true;
  }

  [[nodiscard]] double progress() const override {
    const std::uint64_t all = last_ - first_;
    const std::uint64_t taken = std::min(taken_.load(std::memory_order_relaxed), all);
    return all == 0 ? 1.0 : static_cast<double>(taken) / static_cast<double>(all);
  }

private:
  static constexpr std::uint64_t block_items = std::uint64_t{1} << 16;

  input_facts facts_;
  std::uint64_t items_;
  Fill fill_;
  std::uint64_t first_;  ///< The blocks of this part are first_ … last_-1.
  std::uint64_t last_;
  std::atomic<std::uint64_t> taken_{0};
};

}  // namespace orujo
