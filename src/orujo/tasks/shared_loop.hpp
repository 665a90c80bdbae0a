// A loop whose iterations the workers of a rank share out among themselves, chunk by chunk.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "orujo/base/ids.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Part of an index range.
struct index_range {
  std::size_t first = 0;
  std::size_t last = 0;  ///< Behind the last index.

  [[nodiscard]] bool empty() const noexcept { return first >= last; }
};

/// Indices 0 … size-1, handed out in chunks to whichever worker asks next.
class shared_loop {
public:
  shared_loop(std::size_t size, std::size_t chunk)
      : size_(size), chunk_(std::max<std::size_t>(1, chunk)) {}

  /// The next chunk; empty when all are handed out. Call: any worker of the rank.
  [[nodiscard]] index_range next() noexcept {
    // relaxed: the chunks are disjoint; what the loop writes is published by whatever joins it
    const std::size_t first = next_.fetch_add(chunk_, std::memory_order_relaxed);
    return first >= size_ ? index_range{} : index_range{first, std::min(size_, first + chunk_)};
  }

  /// Starts again. Call: one thread, while no worker is inside the loop.
  void restart(std::size_t size) noexcept {
    size_ = size;
    next_.store(0, std::memory_order_relaxed);
  }

private:
  std::size_t size_;
  std::size_t chunk_;
  alignas(cache_line_bytes) std::atomic<std::size_t> next_{0};
};

/// The share of worker `index` of `count` in 0 … size-1 when all get equally much.
[[nodiscard]] inline index_range even_share(std::size_t size, int index, int count) noexcept {
  const auto i = static_cast<std::size_t>(index);
  const auto n = static_cast<std::size_t>(count);
  return {size / n * i + std::min(i, size % n), size / n * (i + 1) + std::min(i + 1, size % n)};
}

/// Runs `body(first, last)` over chunks of 0 … size-1 on all workers of this rank.
/// Call: local, worker 0, outside on_workers(). Throws: peer_failed, interrupted_error between two
/// chunks, which nobody else may look for.
template <typename Body>
void parallel_for(rank_team& team, std::size_t size, std::size_t chunk, Body&& body) {
  shared_loop loop(size, chunk);
  const auto run_chunks = [&] {
    for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
      team.transport().check();
      body(part.first, part.last);
    }
  };
  if (size <= chunk || team.num_workers() == 1) {
    run_chunks();
  } else {
    team.on_workers([&](worker&) { run_chunks(); });
  }
}

}  // namespace orujo
