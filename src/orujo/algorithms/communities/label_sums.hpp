// Adds up the weights of a vertex's edges by what their targets belong to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "orujo/algorithms/communities/level.hpp"
#include "orujo/base/huge_memory.hpp"

namespace orujo::community_search {

/// No label: an edge to a vertex that does not count.
inline constexpr level_vertex no_label = std::numeric_limits<level_vertex>::max();

/// One worker's table of sums. Memory: 20 bytes for each label, of which only those that it meets
/// are touched.
class label_sums {
public:
  struct entry {
    level_vertex label;
    weight_sum sum;
  };

  explicit label_sums(std::size_t labels) : sums_(labels), entries_(labels) {}

  /// Begins a new sum; what entries() gave is valid until then.
  void clear() noexcept { count_ = 0; }

  /// Adds to the sum of `label`. Call: after clear(), finish() follows.
  void add(level_vertex label, weight_sum weight) noexcept {
    if (weight == 0) { return; }
    if (sums_[label] == 0) { entries_[count_++].label = label; }
    sums_[label] += weight;
  }

  /// All labels that were met, in the order in which they were, with their sums.
  [[nodiscard]] std::span<const entry> finish() noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      entries_[i].sum = sums_[entries_[i].label];
      sums_[entries_[i].label] = 0;
    }
    return entries();
  }

  /// The same for few edges, where looking through the labels takes less than the table. Call:
  /// after clear(), without finish().
  void add_to_few(level_vertex label, weight_sum weight) noexcept {
    if (weight == 0) { return; }
    for (std::size_t i = 0; i < count_; ++i) {
      if (entries_[i].label == label) {
        entries_[i].sum += weight;
        return;
      }
    }
    entries_[count_++] = {label, weight};
  }

  [[nodiscard]] std::span<const entry> entries() const noexcept {
    return entries_.span().first(count_);
  }

  /// The sums over the row of `v` by `label_of(target)`, which may be no_label.
  template <typename LabelOf>
  std::span<const entry> of_row(const level_rows& rows, level_vertex v, LabelOf label_of) noexcept {
    const std::uint64_t begin = rows.begins[v];
    const std::uint64_t end = rows.ends[v];
    clear();
    if (end - begin <= few_edges) {
      add_each(rows, {begin, end}, label_of, [&](auto label, auto w) { add_to_few(label, w); });
      return entries();
    }
    add_each(rows, {begin, end}, label_of, [&](auto label, auto w) { add(label, w); });
    return finish();
  }

private:
  static constexpr std::uint64_t few_edges = 12;

  struct edge_range {
    std::uint64_t first;
    std::uint64_t last;
  };

  template <typename LabelOf, typename Add>
  static void add_each(const level_rows& rows, edge_range edges, LabelOf label_of, Add add) {
    const bool is_weighted = !rows.weights.empty();
    for (std::uint64_t e = edges.first; e < edges.last; ++e) {
      const level_vertex label = label_of(rows.targets[e]);
      if (label != no_label) { add(label, is_weighted ? rows.weights[e] : 1); }
    }
  }

  huge_array<weight_sum> sums_;  // 0 between two rows
  huge_array<entry> entries_;
  std::size_t count_ = 0;
};

}  // namespace orujo::community_search
