// Tasks on many workers of the team at once, queued along a tree.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/post.hpp"
#include "orujo/tasks/task_board.hpp"

namespace orujo {

/// Workers first … last-1 of the team.
struct home_range {
  std::uint32_t first;
  std::uint32_t last;

  [[nodiscard]] constexpr bool contains(std::uint32_t home) const noexcept {
    return first <= home && home < last;
  }
};

/// Who gets a task: each worker of a range, or one worker of each rank in it.
enum class spread_over : std::uint8_t { workers, ranks };

namespace spread_detail {

/// first < last: the multiple in (first, last] of the largest possible power of two.
[[nodiscard]] constexpr std::uint32_t aligned_cut(std::uint32_t first, std::uint32_t last) {
  const unsigned low_bits = static_cast<unsigned>(std::bit_width(first ^ last)) - 1;
  return last >> low_bits << low_bits;
}

/// Where a range of several workers is cut in two; `homes.last` where it is not. First it is cut
/// between ranks, so that one message enters each rank, then between the workers of a rank. Cuts
/// lie at multiples of powers of two: a worker sends to the same few others in every tree.
[[nodiscard]] constexpr std::uint32_t cut_of(home_range homes, std::uint32_t workers,
                                             spread_over whom) {
  const std::uint32_t rank = homes.first / workers;
  const std::uint32_t last_rank = (homes.last - 1) / workers;
  if (rank != last_rank) { return aligned_cut(rank, last_rank) * workers; }
  if (whom == spread_over::ranks || homes.last - homes.first == 1) { return homes.last; }
  return rank * workers + aligned_cut(homes.first % workers, (homes.last - 1) % workers);
}

/// What travels: a closure, and for which workers. It spreads on in the handler, before any task.
template <typename Body>
struct spreading_closure {
  join_id counted_by;
  home_range homes;  // the receiver is one of them
  std::uint32_t source;
  spread_over whom;
  Body body;

  void operator()(worker& self) const;
};

/// The largest closure that spreads.
inline constexpr std::size_t most_bytes = travelling_bytes - 32;

}  // namespace spread_detail

/// A closure that can be spread over many workers.
template <typename Body>
concept spreading_body = std::invocable<const Body&> && std::is_trivially_copyable_v<Body> &&
                             sizeof(Body) <= spread_detail::most_bytes
                         && alignof(Body) <= 16;

namespace spread_detail {

/// Calls `send(range)` for parts that make up all of `homes` but the calling worker, half by half;
/// each part is to be told to its first worker, which goes on with the rest of it.
template <typename Send>
void send_rest(home_range homes, spread_over whom, Send&& send) {
  const task_board& board = this_scheduler().board();
  const auto workers = static_cast<std::uint32_t>(board.team().num_workers());
  const std::uint32_t here = index_of(board.peer_on(board.team().rank()));
  if (!homes.contains(here)) { return send(homes); }
  std::uint32_t cut = cut_of(homes, workers, whom);
  for (; cut != homes.last; cut = cut_of(homes, workers, whom)) {
    home_range away{cut, homes.last};
    if (here < cut) {
      homes.last = cut;
    } else {
      away = {homes.first, cut};
      homes.first = cut;
    }
    send(away);
  }
}

/// As send_rest(), of a task that `counter` counts.
template <spreading_body Body>
void spread_task(home_range homes, spread_over whom, const Body& body, join* counter) {
  task_board& board = this_scheduler().board();
  const auto source = static_cast<std::uint32_t>(index_of(board.team().rank()));
  send_rest(homes, whom, [&](home_range away) {
    if (counter != nullptr) { counter->enroll(); }
    board.post(home_id{away.first},
               spreading_closure<Body>{counter != nullptr ? counter->id() : join_id{}, away, source,
                                       whom, body},
               closure_use::handler);
  });
}

template <typename Body>
void spreading_closure<Body>::operator()(worker& self) const {
  scheduler& here = tasks_of(self);
  join* const counter =
      here.board().joins().take_over(counted_by, rank_id{static_cast<int>(source)});
  spread_task(homes, whom, body, counter);
  here.add_private(task(body, counter));
}

}  // namespace spread_detail

/// Queues `body()` as a task at each of `homes`, or at one worker of each of their ranks: at the
/// calling worker if it is one of them. Joined as spawn(). Call: a task; never yields.
/// Cost: a message to each worker, along a tree: with P ranks in the range no worker sends more
/// than log2(P) + log2(W) + 1, and the last one starts as many steps later.
template <spreading_body Body>
void spawn_over(home_range homes, const Body& body, spread_over whom = spread_over::workers) {
  if (homes.first >= homes.last) { return; }
  static_cast<void>(closure_row<spread_detail::spreading_closure<Body>>.number());  // may throw
  join* const counter = enclosing_join();
  spread_detail::spread_task(homes, whom, body, counter);
  scheduler& here = this_scheduler();
  if (!homes.contains(index_of(here.board().peer_on(here.board().team().rank())))) { return; }
  const task work(body, counter);
  if (counter != nullptr) { counter->enroll(); }
  here.add_private(work);
}

}  // namespace orujo
