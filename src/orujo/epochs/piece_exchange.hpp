// An exchange of pieces of bytes between all ranks, of which most have nothing for each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// One exchange: each rank sends some ranks a piece of bytes, and gets the pieces for it.
///
/// A piece for a rank at distance d, counted upwards and around, goes on by the highest power of
/// two in d, in the step of all pieces that do, the longest way first (after J. Bruck et al.,
/// Efficient algorithms for all-to-all communications, 1997). So each rank sends one letter in each
/// step, to a rank that waits for it. A large piece is only announced like that, and travels in a
/// letter of its own.
///
/// Cost: log2(P) steps, with a letter from each rank in each step; pieces of up to 256 bytes travel
/// in them, over log2(P)/2 ranks on average, larger ones in a letter of their own, and 6 bytes of
/// each in the steps. Memory: that of the pieces and 14 bytes for each, not of all ranks.
/// Call: collective; worker 0 of every rank, outside on_workers(). Throws: peer_failed,
/// interrupted_error.
class piece_exchange {
public:
  explicit piece_exchange(rank_team& team);
  piece_exchange(const piece_exchange&) = delete;
  piece_exchange& operator=(const piece_exchange&) = delete;

  /// Sends `bytes` to `to`, at most once to each rank; nothing if they are none. They are not
  /// needed any more afterwards. It is well if everybody starts with another rank.
  void send(rank_id to, std::span<const std::byte> bytes);

  /// Calls `visit(from, bytes)` for each piece that has come, by rank. Call: once, after all
  /// send(), on every rank.
  template <typename Visit>
  void receive_all(Visit visit) {
    receive();
    for (const arrived_piece& each : arrived_) { visit(rank_at(each.from), bytes_of(each)); }
  }

private:
  /// In front of each piece in a letter: where there are many ranks, pieces are not much longer.
  struct piece_head {
    std::uint16_t source;
    std::uint16_t destination;
    std::uint16_t bytes;  ///< `announced`: it travels in a letter of its own.
  };
  static_assert(sizeof(piece_head) == 6);
  static constexpr std::uint16_t announced = 0xffff;

  // Between 1,000 ranks a piece takes five hops on average. To copy so many bytes at both ends of
  // each takes less time, half a microsecond or so, than to send and receive one more letter.
  static constexpr std::size_t most_carried_bytes = 256;

  struct arrived_piece {
    std::uint16_t from;
    std::uint16_t bytes;  // `announced`: it is in large_
    std::uint32_t at;     // in small_, or its number in large_
  };

  [[nodiscard]] static rank_id rank_at(unsigned index) noexcept {
    return rank_id{static_cast<int>(index)};
  }
  [[nodiscard]] std::span<const std::byte> bytes_of(const arrived_piece& each) const noexcept {
    if (each.bytes == announced) { return large_[each.at]; }
    return std::span(small_).subspan(each.at, each.bytes);
  }
  void receive();
  void pass_on(const piece_head& head, std::span<const std::byte> bytes);
  void take(std::span<const std::byte> letter);
  void arrive(std::uint16_t from, std::span<const std::byte> bytes);
  void arrive_large(std::uint16_t from, std::vector<std::byte> bytes);

  mailbox& mail_;
  trace_span span_;
  unsigned size_;
  unsigned me_;
  std::uint64_t steps_;
  std::uint64_t direct_;
  std::vector<std::vector<std::byte>> letters_;  // by step
  std::vector<std::uint16_t> announced_;         // the ranks whose pieces come in letters
  std::vector<arrived_piece> arrived_;
  std::vector<std::byte> small_;
  std::vector<std::vector<std::byte>> large_;
};

}  // namespace orujo
