// Finds the numbers of sparse ids: a hash table that is filled once, by all workers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/random.hpp"

namespace orujo::building {

/// Ids are below 2^64 - 1. Open addressing, at most half full.
class id_table {
public:
  explicit id_table(std::size_t ids) : slots_(std::bit_ceil(2 * ids + 1)) {}

  /// Call: any worker, concurrently; each id once; before any look-up.
  void insert(std::uint64_t id, vertex_id number) noexcept {
    for (std::size_t at = first_slot(id);; ++at) {
      slot& here = slots_[at & (slots_.size() - 1)];
      std::uint64_t empty = 0;
      // relaxed: only the winner writes the number, and it is read after the workers have joined
      if (std::atomic_ref(here.key).compare_exchange_strong(empty, id + 1,
                                                            std::memory_order_relaxed)) {
        here.number = number;
        return;
      }
    }
  }

  /// The number of an id that was inserted.
  [[nodiscard]] vertex_id number(std::uint64_t id) const noexcept {
    for (std::size_t at = first_slot(id);; ++at) {
      const slot& here = slots_[at & (slots_.size() - 1)];
      if (here.key == id + 1) { return here.number; }
    }
  }

  /// Brings the place of `id` into the cache.
  void prefetch(std::uint64_t id) const noexcept {
    prefetch_to_read(&slots_[first_slot(id) & (slots_.size() - 1)]);
  }

private:
  struct slot {
    std::uint64_t key;  ///< 1 + the id; 0: empty.
    vertex_id number;
  };

  [[nodiscard]] static std::size_t first_slot(std::uint64_t id) noexcept {
    return static_cast<std::size_t>(mix64(id));
  }

  huge_array<slot> slots_;
};

}  // namespace orujo::building
