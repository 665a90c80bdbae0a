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

template <typename Key>
void edge_buffer::add(int worker, std::span<const input_edge> edges, std::span<const Key> keys) {
  lane& own = lanes_[static_cast<std::size_t>(worker)];
  const bool weighted = !keys.empty();
  const block_kind kind = {.narrow = all_narrow(edges),
                           .key_bytes = static_cast<std::uint8_t>(weighted ? sizeof(Key) : 0)};
  while (!edges.empty()) {
    block& to = room_for(own, kind);
    const std::size_t count = std::min(edges.size(), to.room());
    to.append(edges.first(count), std::as_bytes(keys.first(weighted ? count : 0)));
    edges = edges.subspan(count);
    keys = keys.subspan(weighted ? count : 0);
  }
}

template void edge_buffer::add(int, std::span<const input_edge>, std::span<const std::uint32_t>);
template void edge_buffer::add(int, std::span<const input_edge>, std::span<const std::uint64_t>);

edge_buffer::block& edge_buffer::room_for(lane& own, const block_kind& kind) {
  std::size_t& last = own.last[kind.narrow ? 1 : 0][kind.key_bytes / sizeof(std::uint64_t)];
  std::size_t previous = 0;
  if (last != 0) {
    block& open = own.blocks[last - 1];
    if (open.room() > 0 && open.kind() == kind) { return open; }
    previous = open.size() * sizeof(narrow_edge);
  }
  const std::size_t bytes = std::clamp(2 * previous, smallest_block_bytes, largest_block_bytes);
  own.blocks.emplace_back(bytes, kind);
  last = own.blocks.size();
  bytes_.fetch_add(bytes, std::memory_order_relaxed);  // relaxed: a count, nothing else
  return own.blocks.back();
}

void edge_buffer::block::append(std::span<const input_edge> edges,
                                std::span<const std::byte> keys) noexcept {
  if (kind_.narrow) {
    std::transform(edges.begin(), edges.end(), narrow() + size_, [](const input_edge& edge) {
      return narrow_edge{static_cast<std::uint32_t>(edge.source),
                         static_cast<std::uint32_t>(edge.target)};
    });
  } else {
    std::copy(edges.begin(), edges.end(), wide() + size_);
  }
  std::copy(keys.begin(), keys.end(), first_key() + size_ * kind_.key_bytes);
  size_ += edges.size();
}

std::vector<edge_buffer::block*> edge_buffer::blocks() {
  std::vector<block*> all;
  for (lane& each : lanes_) {
    for (block& part : each.blocks) { all.push_back(&part); }
  }
  return all;
}

}  // namespace orujo::building
