// First the ranks say whether they have the memory, then the workers map it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/segment.hpp"

#include <algorithm>

#include "orujo/base/huge_memory.hpp"
#include "orujo/memory/delegate.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/messaging/shared_host.hpp"
#include "orujo/tasks/spread.hpp"

namespace orujo {

namespace {

constexpr home_id keeper{0};  // of the numbers of segments

/// Throws memory_error unless the parts of this rank, and of others on its host, fit.
void require_parts(const segment_shape& shape) {
  rank_team& team = this_worker().team();
  const home_memory& here = this_memory();
  const auto workers = static_cast<std::uint32_t>(team.num_workers());
  const std::uint32_t first = index_of(here.home()) / workers * workers;
  std::uint64_t items = 0;
  for (std::uint32_t home = first; home < first + workers; ++home) {
    items += shape.items_at(home, here.num_homes());
  }
  require_rank_memory(team, items * shape.item_bytes, "an array of global memory");
}

void give_back(segment_id segment) {
  delegate::call(keeper, [segment](home_memory& here) { here.owner().give_segment(segment); });
}

/// The workers that have items.
home_range homes_of(const segment_shape& shape) {
  return {0, static_cast<std::uint32_t>(shape.homes_with_items(this_memory().num_homes()))};
}

void map_everywhere(segment_id segment, const segment_shape& shape) {
  const std::uint64_t most_items = shape.items_at(0, this_memory().num_homes());
  if (most_items * shape.item_bytes >= home_memory::least_mapped_bytes) {
    finish([&] {
      spawn_over(
          homes_of(shape), [shape] { require_parts(shape); }, spread_over::ranks);
    });
  }
  finish([&] {
    spawn_over(homes_of(shape), [segment, shape] {
      home_memory& here = this_memory();
      const std::uint64_t items = shape.items_at(index_of(here.home()), here.num_homes());
      here.map(segment, items * shape.item_bytes);
    });
  });
}

}  // namespace

segment_id allocate_segment(const segment_shape& shape) {
  const std::uint64_t item_bytes = std::max<std::uint64_t>(1, shape.item_bytes);
  const std::uint64_t most_items = shape.items_at(0, this_memory().num_homes());
  if (shape.items > (std::uint64_t{1} << 48U) / item_bytes ||
      most_items > (std::uint64_t{1} << offset_bits) / item_bytes) {
    throw memory_error("an array of global memory has at most 2^48 bytes, 2^43 on each worker");
  }
  const segment_id segment =
      delegate::call(keeper, [](home_memory& here) { return here.owner().take_segment(); });
  require(segment != address_space, "131,040 arrays and symmetric objects exist; release one");
  try {
    map_everywhere(segment, shape);
  } catch (...) {
    release_segment(segment, shape);
    throw;
  }
  return segment;
}

void release_segment(segment_id segment, const segment_shape& shape) {
  finish([&] { spawn_over(homes_of(shape), [segment] { this_memory().unmap(segment); }); });
  give_back(segment);
}

}  // namespace orujo
