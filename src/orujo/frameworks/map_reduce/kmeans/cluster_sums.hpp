// What an iteration of k-means adds up, as whole numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orujo {

using words_of_sums = std::vector<std::int64_t>;

/// Adds `more` to `sums`, word by word.
inline void add_to(words_of_sums& sums, const words_of_sums& more) {
  for (std::size_t i = 0; i < sums.size(); ++i) { sums[i] += more[i]; }
}

/// What is summed of each cluster: of each dimension so many words; then its points. Behind all of
/// them, the number of points that changed their cluster, and how many clusters of each worker have
/// points.
struct sum_layout {
  std::size_t dimensions;
  std::size_t clusters;
  std::size_t words;

  [[nodiscard]] std::size_t row() const noexcept { return dimensions * words + 1; }
  [[nodiscard]] std::size_t count_of(std::size_t cluster) const noexcept {
    return cluster * row() + dimensions * words;
  }
  [[nodiscard]] std::size_t changes() const noexcept { return clusters * row(); }
  [[nodiscard]] std::size_t filled() const noexcept { return changes() + 1; }
  [[nodiscard]] std::size_t size() const noexcept { return filled() + 1; }

  /// How many clusters have points in `sums`.
  [[nodiscard]] std::int64_t filled_in(const words_of_sums& sums) const noexcept {
    std::int64_t found = 0;
    for (std::size_t k = 0; k < clusters; ++k) { found += sums[count_of(k)] > 0 ? 1 : 0; }
    return found;
  }
};

}  // namespace orujo
