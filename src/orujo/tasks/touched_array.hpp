// Arrays whose pages the workers of a rank take from the system together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "orujo/base/huge_memory.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// Writes a zero to each page of fresh memory: for memory that a loop of all workers writes next.
///
/// A page is cleared when it is first written to. Under a loop that hands out small chunks every
/// worker clears each huge page, since it is not there yet; and what the system gives a worker that
/// has given nothing back is in no cache. So worker 0, which gives arrays back, takes the pages of
/// one that fits into caches; of larger arrays each worker takes a share, which then lies near it.
/// Call: local, worker 0, outside on_workers(). Cost: none with one worker, or with little memory.
inline void touch_pages(rank_team& team, std::span<std::byte> fresh) {
  constexpr std::size_t page_bytes = std::size_t{2} << 20U;
  constexpr std::size_t most_pages_alone = 32;
  const std::size_t pages = (fresh.size() + page_bytes - 1) / page_bytes;
  if (fresh.size() < page_bytes || team.num_workers() == 1) { return; }
  const auto touch = [fresh](index_range share) {
    for (std::size_t page = share.first; page < share.last; ++page) {
      // volatile: nobody reads what is written, it is the writing that counts
      *static_cast<volatile std::byte*>(fresh.data() + page * page_bytes) = std::byte{0};
    }
  };
  if (pages <= most_pages_alone) { return touch({0, pages}); }
  team.on_workers(
      [&](worker& self) { touch(even_share(pages, self.index(), team.num_workers())); });
}

/// An array of zeros, with touch_pages(). Call: as touch_pages(). Throws: memory_error.
template <typename T>
[[nodiscard]] huge_array<T> touched_array(rank_team& team, std::size_t size) {
  huge_array<T> fresh(size);
  touch_pages(team, std::as_writable_bytes(fresh.span()));
  return fresh;
}

}  // namespace orujo
