// Functions of the label-correcting engine that look along the edges of several vertices in one
// call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// Rows of edges, each out of a vertex with a label. A row is a range of edge numbers.
template <typename Label>
struct label_rows {
  std::size_t count;
  const Label* from;            ///< For each row the label of its vertex;
  const std::uint64_t* first;   ///< its first edge,
  const std::uint64_t* last;    ///< and the one behind its last.
  const local_vertex* targets;  ///< Of all edges, by their numbers.
  const std::byte* weights;     ///< Of the type that the graph stores; nullptr if it stores none.
};

/// Where a function that looks along several edges at once puts targets and their better labels:
/// there is room for one for each edge.
template <typename Label>
struct picked_labels {
  local_vertex* targets;
  Label* labels;
  std::uint64_t*
      ends;  ///< For each row, how many were found in it and in those before it; first 0.
};

/// A function that looks along several edges in one call: `pick(rows, known, better)` stands for
/// `along` and `better` of each edge in the rows, where `known[v]` is the label of target v.
template <typename F>
concept block_function = requires(const F& function, const label_rows<typename F::label_type>& rows,
                                  const typename F::label_type* known,
                                  const picked_labels<typename F::label_type>& better) {
  { function.pick(rows, known, better) } -> std::same_as<void>;
};

namespace label_walks {

/// Rows of edges that are to be looked at together, and the items that they come from.
template <typename Item, typename Label>
class row_batch {
public:
  static constexpr std::size_t most_edges = 256;
  static constexpr std::size_t most_rows = 64;

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// Whether there is room for one more row of so many edges.
  [[nodiscard]] bool has_room(std::uint64_t edges) const noexcept {
    return count_ < most_rows && edges_ + edges <= most_edges;
  }
  void add(const Item& item, std::uint64_t first, std::uint64_t last) noexcept {
    items_[count_] = &item;
    from_[count_] = item.label;
    first_[count_] = first;
    last_[count_] = last;
    ++count_;
    edges_ += last - first;
  }

  /// Calls `found(item, target, label)` for each label that `function` finds better than that of
  /// its target, and forgets the rows.
  template <typename F, typename Found>
  void look(const F& function, label_rows<Label> rows, const Label* known, Found found) {
    std::array<local_vertex, most_edges> targets;
    std::array<Label, most_edges> labels;
    std::array<std::uint64_t, most_rows> ends;
    std::fill_n(ends.begin(), count_, 0);  // a function that ends early has found nothing more
    rows.count = count_;
    rows.from = from_.data();
    rows.first = first_.data();
    rows.last = last_.data();
    function.pick(rows, known, {targets.data(), labels.data(), ends.data()});
    std::size_t i = 0;
    for (std::size_t row = 0; row < count_; ++row) {
      for (; i < ends[row]; ++i) { found(*items_[row], targets[i], labels[i]); }
    }
    count_ = 0;
    edges_ = 0;
  }

private:
  std::array<const Item*, most_rows> items_;
  std::array<Label, most_rows> from_;
  std::array<std::uint64_t, most_rows> first_;
  std::array<std::uint64_t, most_rows> last_;
  std::size_t count_ = 0;
  std::uint64_t edges_ = 0;
};

}  // namespace label_walks

}  // namespace orujo
