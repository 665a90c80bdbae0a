// Adds up the weights of edges by what their targets belong to.
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

/// One worker's table of sums. Memory: 24 bytes for each label, of which only those that it meets
/// are touched.
class label_sums {
public:
  struct entry {
    level_vertex label;
    weight_sum sum;
  };

  explicit label_sums(std::size_t labels) : sums_(labels), entries_(labels + 1) {}

  /// Begins new sums; what entries() gave is valid until then.
  void clear() noexcept { count_ = 0; }

  /// Adds the edges of row `v` to the sums, by `label_of(target)`, which may be no_label. Call:
  /// after clear(), and finish() follows.
  template <typename LabelOf>
  void add_row(const level_rows& rows, level_vertex v, LabelOf label_of) noexcept {
    // In registers: what is written might be members of this object, as far as compilers know.
    weight_sum* const sums = sums_.data();
    entry* next = entries_.data() + count_;
    add_each(rows, v, label_of, [sums, &next](level_vertex label, weight_sum weight) {
      // No branch on whether the label is new: that is hard to guess.
      const weight_sum sum = sums[label];
      next->label = label;
      next += sum == 0 ? 1 : 0;
      sums[label] = sum + weight;
    });
    count_ = static_cast<std::size_t>(next - entries_.data());
  }

  /// All labels that were met, in the order in which they were, with their sums.
  [[nodiscard]] std::span<const entry> finish() noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      entries_[i].sum = sums_[entries_[i].label];
      sums_[entries_[i].label] = 0;
    }
    return entries();
  }

  /// The sums over row `v` alone. Where there are few edges, looking through the labels takes less
  /// time than the table.
  template <typename LabelOf>
  std::span<const entry> of_row(const level_rows& rows, level_vertex v, LabelOf label_of) noexcept {
    clear();
    if (rows.ends[v] - rows.begins[v] > few_edges) {
      add_row(rows, v, label_of);
      return finish();
    }
    add_each(rows, v, label_of, [&](auto label, auto weight) { add_to_few(label, weight); });
    return entries();
  }

private:
  static constexpr std::uint64_t few_edges = 12;

  [[nodiscard]] std::span<const entry> entries() const noexcept {
    return entries_.span().first(count_);
  }

  void add_to_few(level_vertex label, weight_sum weight) noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      if (entries_[i].label == label) {
        entries_[i].sum += weight;
        return;
      }
    }
    entries_[count_++] = {label, weight};
  }

  /// Edges that weigh nothing are left out.
  template <typename LabelOf, typename Add>
  static void add_each(const level_rows& rows, level_vertex v, LabelOf label_of, Add add) {
    const level_vertex* target = rows.targets.data() + rows.begins[v];
    const level_vertex* const end = rows.targets.data() + rows.ends[v];
    if (rows.weights.empty()) {
      for (; target != end; ++target) {
        const level_vertex label = label_of(*target);
        if (label != no_label) { add(label, 1); }
      }
      return;
    }
    const weight_sum* weight = rows.weights.data() + rows.begins[v];
    for (; target != end; ++target, ++weight) {
      const level_vertex label = label_of(*target);
      if (label != no_label && *weight != 0) { add(label, *weight); }
    }
  }

  huge_array<weight_sum> sums_;  // 0 between two rows
  huge_array<entry> entries_;
  std::size_t count_ = 0;
};

}  // namespace orujo::community_search
