// Loops whose iterations are tasks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <utility>

#include "orujo/tasks/run_global.hpp"
#include "orujo/tasks/spawn.hpp"

namespace orujo {

/// Who may take parts of a loop: nobody, other workers of the rank, workers of any rank.
enum class loop_tasks : std::uint8_t { bound, stealable, anywhere };

struct loop_options {
  loop_tasks tasks = loop_tasks::bound;
  /// A task runs at most so many iterations, one after the other. 0: chosen by
  /// automatic_threshold().
  std::uint64_t threshold = 0;
};

/// Iterations for one task so that each worker gets about 1,024 tasks: enough to hide latency, each
/// long enough to be worth a task.
[[nodiscard]] constexpr std::uint64_t automatic_threshold(std::uint64_t iterations) noexcept {
  return std::max<std::uint64_t>(1, iterations / 1024);
}

/// A body that can be called with an index.
template <typename Body>
concept loop_body = std::invocable<Body&, std::uint64_t>;

/// A body that can travel in a loop over all workers.
template <typename Body>
concept travelling_loop_body = std::invocable<const Body&, std::uint64_t> &&
                               std::is_trivially_copyable_v<Body> &&
                               sizeof(Body) <= spread_detail::most_bytes - 32;

namespace loop_detail {

/// Part of a loop whose body lies still, on this rank, until the loop is done.
template <typename Body>
struct loop_part {
  Body* body;
  std::uint64_t first;
  std::uint64_t last;
  std::uint64_t threshold;

  /// Gives the upper half away until the rest is for one task.
  void operator()() {
    while (last - first > threshold) {
      const std::uint64_t middle = first + (last - first) / 2;
      spawn_stealable(loop_part{body, middle, last, threshold});
      last = middle;
    }
    for (std::uint64_t i = first; i < last; ++i) { (*body)(i); }
  }
};

/// A loop whose tasks all run on one worker. It lies still until all are done.
template <typename Body>
struct bound_loop {
  Body* body;
  std::uint64_t next;
  std::uint64_t last;
  std::uint64_t threshold;
  std::uint64_t tasks_left;
};

/// One task of a bound_loop: iterations as they come, so that those of all tasks together ascend,
/// and neighbours run at about the same time, on the same cache lines.
template <typename Body>
struct bound_iterations {
  bound_loop<Body>* loop;

  /// The next task is spawned by this one: where no iteration waits, tasks need not pile up.
  void operator()() {
    if (loop->tasks_left > 0 && loop->next < loop->last) {
      --loop->tasks_left;
      spawn(bound_iterations{loop});
    }
    for (std::uint64_t i = 0; i < loop->threshold && loop->next < loop->last; ++i) {
      (*loop->body)(loop->next++);
    }
  }
};

/// Part of a loop that may travel: with its body.
template <typename Body>
struct wandering_part {
  Body body;
  std::uint64_t first;
  std::uint64_t last;
  std::uint64_t threshold;

  /// As loop_part.
  void operator()() const {
    std::uint64_t end = last;
    while (end - first > threshold) {
      const std::uint64_t middle = first + (end - first) / 2;
      spawn_anywhere(wandering_part{body, middle, end, threshold});
      end = middle;
    }
    for (std::uint64_t i = first; i < end; ++i) { body(i); }
  }
};

/// A loop on its way to the workers of the team; each runs its part of it.
template <typename Body>
struct spreading_loop {
  Body body;
  std::uint64_t first;
  std::uint64_t last;
  loop_options options;

  void operator()() const;
};

}  // namespace loop_detail

/// Calls `body(i)` for first <= i < last, in tasks that start on this worker, and waits for all
/// that the iterations spawned. Bound tasks take the next iteration when they are done with one;
/// the others halve the range again and again, down to the threshold. Call: a task; yields.
/// Iterations may yield. Throws: as finish(); what a throwing task was still to run is left out.
/// Cost: one task for `threshold` iterations; no allocation, but for loop_tasks::anywhere, whose
/// parts hold copies of `body`: only there it travels.
template <loop_body Body>
void forall_here(std::uint64_t first, std::uint64_t last, Body&& body, loop_options options = {}) {
  if (first >= last) { return; }
  const std::uint64_t threshold =
      options.threshold > 0 ? options.threshold : automatic_threshold(last - first);
  using body_type = std::remove_reference_t<Body>;
  const std::uint64_t more_tasks = (last - first - 1) / threshold;
  loop_detail::bound_loop<body_type> loop{&body, first, last, threshold, more_tasks};
  finish([&] {
    using plain_body = std::remove_cvref_t<Body>;
    if constexpr (travelling_loop_body<plain_body>) {
      if (options.tasks == loop_tasks::anywhere) {
        return loop_detail::wandering_part<plain_body>{body, first, last, threshold}();
      }
    }
    require(options.tasks != loop_tasks::anywhere,
            "a loop whose tasks run anywhere has a body that travels: plain data");
    if (options.tasks == loop_tasks::stealable) {
      loop_detail::loop_part<body_type>{&body, first, last, threshold}();
    } else {
      loop_detail::bound_iterations<body_type>{&loop}();
    }
  });
}

/// As forall_here(), but returns at once; the enclosing finish waits. `body` is copied or moved.
/// Call: a task; never yields.
template <loop_body Body>
void forall_here_async(std::uint64_t first, std::uint64_t last, Body body,
                       loop_options options = {}) {
  if (first >= last) { return; }
  spawn([=, body = std::move(body)]() mutable { forall_here(first, last, body, options); });
}

template <typename Body>
void loop_detail::spreading_loop<Body>::operator()() const {
  task_board& board = this_scheduler().board();
  const std::uint64_t homes = board.num_homes();
  const std::uint64_t home = index_of(board.peer_on(board.team().rank()));
  const std::uint64_t count = last - first;
  const std::uint64_t begin = first + count / homes * home + std::min(home, count % homes);
  const std::uint64_t end = begin + count / homes + (home < count % homes ? 1 : 0);
  forall_here(begin, end, body, options);
}

/// As forall(), but returns at once; the enclosing finish waits.
/// Call: a task; never yields. Cost: as spawn_over(); workers without an iteration get no message.
template <travelling_loop_body Body>
void forall_async(std::uint64_t first, std::uint64_t last, const Body& body,
                  loop_options options = {}) {
  if (first >= last) { return; }
  const std::uint64_t homes = this_scheduler().board().num_homes();
  spawn_over({0, static_cast<std::uint32_t>(std::min(homes, last - first))},
             loop_detail::spreading_loop<Body>{body, first, last, options});
}

/// Calls `body(i)` for first <= i < last, in even parts on all workers of the team, and waits for
/// all that the iterations spawned. Each part is divided as in forall_here(). `body` travels: it is
/// plain data, and calls to it are const. Call: a task; yields. Throws: as finish().
template <travelling_loop_body Body>
void forall(std::uint64_t first, std::uint64_t last, const Body& body, loop_options options = {}) {
  finish([&] { forall_async(first, last, body, options); });
}

}  // namespace orujo
