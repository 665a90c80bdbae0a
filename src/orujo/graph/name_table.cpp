// Names by shard; in a shard, a few at a time, so that their cache misses overlap.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/name_table.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "orujo/base/error.hpp"
#include "orujo/base/hash.hpp"
#include "orujo/base/prefetch.hpp"

namespace orujo {

namespace {

constexpr std::size_t names_at_once = 16;
constexpr std::size_t first_slots = 256;
constexpr std::size_t first_block_bytes = std::size_t{4} << 10U;
constexpr std::size_t largest_block_bytes = std::size_t{1} << 20U;
constexpr int shard_shift = 58;  // 64 shards by the upper 6 bits
static_assert(std::size_t{1} << (64 - shard_shift) == name_table::num_shards);

}  // namespace

/// Names to be numbered, their hashes, and where the numbers go.
struct name_table::batch {
  std::span<const std::string_view> names;
  std::span<std::uint64_t> numbers;
  std::vector<std::uint64_t> hashes;
};

std::string_view name_table::text_of(const slot& here) noexcept {
  std::uint32_t size = 0;
  std::memcpy(&size, here.name, sizeof size);
  return {here.name + sizeof size, size};
}

void name_table::number(std::span<const std::string_view> names, std::span<std::uint64_t> numbers) {
  ORUJO_ASSERT(names.size() <= std::numeric_limits<std::uint32_t>::max(), "a batch is small");
  batch all{names, numbers, {}};
  all.hashes.reserve(names.size());
  std::array<std::uint32_t, num_shards + 1> ends{};
  for (const std::string_view name : names) {
    all.hashes.push_back(hash_bytes(name));
    ++ends[(all.hashes.back() >> shard_shift) + 1];
  }
  for (std::size_t s = 1; s <= num_shards; ++s) { ends[s] += ends[s - 1]; }
  std::vector<std::uint32_t> order(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    order[ends[all.hashes[i] >> shard_shift]++] = static_cast<std::uint32_t>(i);
  }
  std::uint32_t begin = 0;
  for (std::size_t s = 0; s < num_shards; ++s) {
    const std::uint32_t end = ends[s];
    if (begin == end) { continue; }
    number_some(s, all, std::span(order).subspan(begin, end - begin));
    begin = end;
  }
}

void name_table::number_some(std::size_t of, const batch& names,
                             std::span<const std::uint32_t> which) {
  shard& in = shards_[of];
  const std::lock_guard guard(in.lock);
  std::array<std::size_t, names_at_once> at{};
  while (!which.empty()) {
    const auto some = which.first(std::min(names_at_once, which.size()));
    which = which.subspan(some.size());
    make_room(in, some.size());
    const std::size_t mask = in.slots.size() - 1;
    const auto tag = [&](std::size_t i) {
      return static_cast<std::uint32_t>(names.hashes[some[i]]);
    };
    for (std::size_t i = 0; i < some.size(); ++i) { prefetch_to_write(&in.slots[tag(i) & mask]); }
    for (std::size_t i = 0; i < some.size(); ++i) {
      at[i] = tag(i) & mask;
      while (in.slots[at[i]].place != 0 && in.slots[at[i]].tag != tag(i)) {
        at[i] = (at[i] + 1) & mask;
      }
      prefetch_to_read(in.slots[at[i]].name);
    }
    for (std::size_t i = 0; i < some.size(); ++i) {
      names.numbers[some[i]] = number_of(place_of(in, at[i], names.names[some[i]], tag(i)), of);
    }
  }
}

/// The place of `name`, which stands at slot `at` or behind; it is added if it does not.
std::uint32_t name_table::place_of(shard& in, std::size_t at, std::string_view name,
                                   std::uint32_t tag) {
  for (;; at = (at + 1) & (in.slots.size() - 1)) {
    slot& here = in.slots[at];
    if (here.place == 0) {
      here = {tag, ++in.names, kept(in, name)};
      return here.place - 1;
    }
    if (here.tag == tag && text_of(here) == name) { return here.place - 1; }
  }
}

/// Makes sure that `more` names can be added.
void name_table::make_room(shard& in, std::size_t more) {
  const std::size_t had = in.slots.size();
  if ((in.names + more) * 4 <= had * 3) { return; }
  huge_array<slot> wider(std::max(first_slots, 2 * had));
  for (const slot& each : in.slots) {
    if (each.place == 0) { continue; }
    std::size_t at = each.tag & (wider.size() - 1);
    while (wider[at].place != 0) { at = (at + 1) & (wider.size() - 1); }
    wider[at] = each;
  }
  in.slots = std::move(wider);
  bytes_.fetch_add((in.slots.size() - had) * sizeof(slot), std::memory_order_relaxed);
}

/// A copy of `name` that stays.
const char* name_table::kept(shard& in, std::string_view name) {
  const auto size = static_cast<std::uint32_t>(name.size());
  const std::size_t bytes = sizeof size + name.size();
  if (in.free_bytes < bytes) {
    const std::size_t doubled = first_block_bytes << std::min<std::size_t>(in.blocks.size(), 8);
    const std::size_t block = std::max(bytes, std::min(doubled, largest_block_bytes));
    in.blocks.push_back(std::make_unique_for_overwrite<char[]>(block));
    in.free = in.blocks.back().get();
    in.free_bytes = block;
    bytes_.fetch_add(block, std::memory_order_relaxed);
  }
  char* const place = in.free;
  std::memcpy(place, &size, sizeof size);
  std::memcpy(place + sizeof size, name.data(), name.size());
  in.free += bytes;
  in.free_bytes -= bytes;
  return place;
}

std::uint64_t name_table::size() const noexcept {
  std::uint64_t all = 0;
  for (const shard& each : shards_) { all += each.names; }
  return all;
}

std::uint64_t name_table::end() const noexcept {
  std::uint64_t most = 0;
  for (const shard& each : shards_) { most = std::max<std::uint64_t>(most, each.names); }
  return most * num_shards;
}

}  // namespace orujo
