// Appends edges to blocks of the narrowest kind that holds them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/edge_buffer.hpp"

#include <algorithm>
#include <limits>

namespace orujo::building {

namespace {

constexpr std::size_t smallest_block_bytes = std::size_t{4} << 10U;
constexpr std::size_t largest_block_bytes = std::size_t{2} << 20U;

bool all_narrow(std::span<const input_edge> edges) noexcept {
  std::uint64_t any = 0;
  for (const input_edge& edge : edges) { any |= edge.source | edge.target; }
  return any <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

void edge_buffer::add(int worker, std::span<const input_edge> edges,
                      std::span<const weight_bits> weights) {
  lane& own = lanes_[static_cast<std::size_t>(worker)];
  const bool narrow = all_narrow(edges);
  while (!edges.empty()) {
    block& to = room_for(own, narrow, !weights.empty());
    const std::size_t count = std::min(edges.size(), to.room());
    to.append(edges.first(count), weights.first(weights.empty() ? 0 : count));
    edges = edges.subspan(count);
    weights = weights.subspan(weights.empty() ? 0 : count);
  }
}

edge_buffer::block& edge_buffer::room_for(lane& own, bool narrow, bool weighted) {
  std::size_t& last = own.last[narrow ? 1 : 0];
  std::size_t previous = 0;
  if (last != 0) {
    block& open = own.blocks[last - 1];
    if (open.room() > 0 && open.weighted() == weighted) { return open; }
    previous = open.size() * sizeof(narrow_edge);
  }
  const std::size_t bytes = std::clamp(2 * previous, smallest_block_bytes, largest_block_bytes);
  own.blocks.emplace_back(bytes, narrow, weighted);
  last = own.blocks.size();
  bytes_.fetch_add(bytes, std::memory_order_relaxed);  // relaxed: a count, nothing else
  return own.blocks.back();
}

void edge_buffer::block::append(std::span<const input_edge> edges,
                                std::span<const weight_bits> weights) noexcept {
  if (narrow_) {
    std::transform(edges.begin(), edges.end(), narrow() + size_, [](const input_edge& edge) {
      return narrow_edge{static_cast<std::uint32_t>(edge.source),
                         static_cast<std::uint32_t>(edge.target)};
    });
  } else {
    std::copy(edges.begin(), edges.end(), wide() + size_);
  }
  if (weighted_) { std::copy(weights.begin(), weights.end(), first_weight() + size_); }
  size_ += edges.size();
}

std::uint64_t edge_buffer::edges() const noexcept {
  std::uint64_t total = 0;
  for (const lane& each : lanes_) {
    for (const block& part : each.blocks) { total += part.size(); }
  }
  return total;
}

std::vector<edge_buffer::block*> edge_buffer::blocks() {
  std::vector<block*> all;
  for (lane& each : lanes_) {
    for (block& part : each.blocks) { all.push_back(&part); }
  }
  return all;
}

}  // namespace orujo::building
