// What was done, what of it served the result, and how long workers waited for each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo {

/// Counts of one worker, or sums over workers and ranks. Plain data.
/// An item is a vertex with a label; work on it is a look at each of its edges.
struct work_statistics {
  std::uint64_t useful = 0;        ///< Items processed whose labels were the final ones.
  std::uint64_t useless = 0;       ///< Items processed whose vertices got better labels later.
  std::uint64_t invalidated = 0;   ///< Items dropped unprocessed: a better label had come.
  std::uint64_t relaxations = 0;   ///< Looks at an edge.
  std::uint64_t improvements = 0;  ///< Labels of owned vertices that became better.
  std::uint64_t rejected = 0;      ///< Labels that another rank told and that changed nothing.
  /// Looks at an edge whose target is of the same rank and had a label at least as good, or a value
  /// that did not depend on what came.
  std::uint64_t rejected_locally = 0;
  std::uint64_t messages = 0;  ///< Labels sent to other ranks.
  std::uint64_t reduced = 0;   ///< Labels not sent, as one at least as good was known there.
  std::uint64_t phases = 0;    ///< Of this rank, with a barrier each; 1 where there are none.
  /// How often a worker stopped processing to let messages in (the control releases of Distributed
  /// Control), in orders without phases: as its queue was empty, as flow control held back what it
  /// would send, or as its pace demanded it.
  std::uint64_t released_empty = 0;
  std::uint64_t released_flow_control = 0;
  std::uint64_t released_pace = 0;
  double wait_seconds = 0;  ///< At barriers and for the end, summed over workers.
  /// Vertices that waited for others to decide, and how long: from hearing of the first of them to
  /// hearing of the last. 0 unless the setting work_samples asks for it.
  std::uint64_t waiting_vertices = 0;
  double vertex_wait_seconds = 0;
  double longest_vertex_wait = 0;

  /// Items whose edges were looked at.
  [[nodiscard]] std::uint64_t processed() const noexcept { return useful + useless; }

  void add(const work_statistics& more) noexcept {
    useful += more.useful;
    useless += more.useless;
    invalidated += more.invalidated;
    relaxations += more.relaxations;
    improvements += more.improvements;
    rejected += more.rejected;
    rejected_locally += more.rejected_locally;
    messages += more.messages;
    reduced += more.reduced;
    phases = phases > more.phases ? phases : more.phases;
    released_empty += more.released_empty;
    released_flow_control += more.released_flow_control;
    released_pace += more.released_pace;
    wait_seconds += more.wait_seconds;
    waiting_vertices += more.waiting_vertices;
    vertex_wait_seconds += more.vertex_wait_seconds;
    longest_vertex_wait = longest_vertex_wait > more.longest_vertex_wait ? longest_vertex_wait
                                                                         : more.longest_vertex_wait;
  }
};

}  // namespace orujo
