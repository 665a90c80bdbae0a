// Additions to a number that one worker or several add to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace orujo::summing {

/// Adds atomically where several workers may add at once. Relaxed: the loops' ends publish the
/// sums.
struct add_shared {
  void operator()(double& into, double value) const noexcept {
    std::atomic_ref<double>(into).fetch_add(value, std::memory_order_relaxed);
  }
};

struct add_alone {
  void operator()(double& into, double value) const noexcept { into += value; }
};

}  // namespace orujo::summing
