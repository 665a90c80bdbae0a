// How long vertices wait for all those that they depend on, one by one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// When each vertex heard of the first that it waits for, if that is wanted: from then until it
/// waits for nobody any more it is waiting. Off, a call costs one well-predicted branch. Calls for
/// one vertex may come from several workers, each between hearing and saying so to the others.
class vertex_waits {
public:
  vertex_waits(bool is_on, std::size_t vertices) : heard_(is_on ? vertices : 0) {}

  /// Forgets all; time counts from now on. Call: one thread.
  void start() {
    start_ = clock::now();
    std::fill(heard_.begin(), heard_.end(), 0.0F);
  }

  /// Vertex `v` hears of one that it waits for.
  void hear(std::size_t v) {
    if (heard_.empty()) [[likely]] { return; }
    float nobody = 0;
    // relaxed: whoever ends the wait and does not see this yet came at about the same time
    std::atomic_ref(heard_[v]).compare_exchange_strong(nobody, seconds(),
                                                       std::memory_order_relaxed);
  }

  /// Vertex `v`, which has heard, waits for nobody any more: counts its wait.
  void end(std::size_t v, work_statistics& counts) {
    if (heard_.empty()) [[likely]] { return; }
    const float first = std::atomic_ref(heard_[v]).load(std::memory_order_relaxed);
    const double waited = first > 0 ? std::max(0.0, static_cast<double>(seconds() - first)) : 0;
    ++counts.waiting_vertices;
    counts.vertex_wait_seconds += waited;
    counts.longest_vertex_wait = std::max(counts.longest_vertex_wait, waited);
  }

private:
  using clock = std::chrono::steady_clock;

  /// Since the start; above 0.
  [[nodiscard]] float seconds() const {
    return std::max(1e-9F, std::chrono::duration<float>(clock::now() - start_).count());
  }

  std::vector<float> heard_;  // 0: of nobody
  clock::time_point start_{};
};

}  // namespace orujo
