// A bounded queue in memory that processes share: many put letters in, one takes them out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/process_threads.hpp"

namespace orujo {

/// A first-in first-out queue of `Cells` letters, which lie in the queue itself (D. Vyukov's
/// bounded queue, with one reader). It holds no pointers, so each process may have it at another
/// address. Checked under every schedule of a few threads in
/// tests/transport/explored_shared_queue_test.cpp.
///
/// - try_put() may be called by any thread of any process; take() by one at a time.
/// - A letter that X reads was written by Y: all that Y did before try_put() is visible to X.
/// - Letters are published, and looked for by has_mail(), in the one order of seq_cst: that is what
///   basic_announced_word::sleep_unless() asks for.
///
/// Cost: a writer fetches the lines of the letter from the reader's cache, the first of them two
/// letters ahead; it looks at the reader's position once in `Cells` letters.
template <typename Letter, std::size_t Cells, typename Threads = process_threads>
class shared_queue {
public:
  shared_queue() = default;
  shared_queue(const shared_queue&) = delete;
  shared_queue& operator=(const shared_queue&) = delete;

  /// Lets `write(Letter&)` write a letter, if there is room; `write` must not throw.
  template <typename Write>
  [[nodiscard]] bool try_put(Write write) {
    std::uint64_t turn = next_put_.load(std::memory_order_relaxed);
    do {
      if (!has_room_at(turn)) { return false; }
    } while (!next_put_.compare_exchange_strong(turn, turn + 1, std::memory_order_relaxed,
                                                std::memory_order_relaxed));
    prefetch_to_write(&cell_of(turn + 2));
    cell& mine = cell_of(turn);
    write(mine.letter);
    mine.written.store(turn + 1, std::memory_order_seq_cst);
    return true;
  }

  /// Lets `read(const Letter&)` read letters in turn, at most `most`; returns how many. If `read`
  /// throws, its letter stays.
  template <typename Read>
  std::size_t take(std::size_t most, Read read) {
    std::size_t count = 0;
    for (; count < most; ++count) {
      const std::uint64_t turn = next_take_.load(std::memory_order_relaxed);  // moved here only
      const cell& mine = cell_of(turn);
      if (mine.written.load(std::memory_order_acquire) != turn + 1) { break; }
      read(mine.letter);
      next_take_.store(turn + 1, std::memory_order_release);
    }
    return count;
  }

  /// Whether take() would find a letter; where others take, whether it would have.
  [[nodiscard]] bool has_mail() const noexcept {
    const std::uint64_t turn = next_take_.load(std::memory_order_relaxed);
    return cell_of(turn).written.load(std::memory_order_seq_cst) == turn + 1;
  }

private:
  struct alignas(cache_line_bytes) cell {
    typename Threads::template atomic<std::uint64_t> written{0};  // its letter's turn, plus 1
    Letter letter;
  };

  [[nodiscard]] cell& cell_of(std::uint64_t turn) noexcept { return cells_[turn % Cells]; }
  [[nodiscard]] const cell& cell_of(std::uint64_t turn) const noexcept {
    return cells_[turn % Cells];
  }

  /// What the reader has taken is acquired, by whoever looked: its cells may be written again.
  [[nodiscard]] bool has_room_at(std::uint64_t turn) {
    const auto has_room = [turn](std::uint64_t taken) { return turn < taken + Cells; };
    if (has_room(seen_taken_.load(std::memory_order_acquire))) { return true; }
    const std::uint64_t taken = next_take_.load(std::memory_order_acquire);
    seen_taken_.store(taken, std::memory_order_release);
    return has_room(taken);
  }

  alignas(cache_line_bytes) typename Threads::template atomic<std::uint64_t> next_put_{0};
  // Where the reader was when a writer last looked.
  typename Threads::template atomic<std::uint64_t> seen_taken_{0};
  alignas(cache_line_bytes) typename Threads::template atomic<std::uint64_t> next_take_{0};
  std::array<cell, Cells> cells_{};
};

}  // namespace orujo
