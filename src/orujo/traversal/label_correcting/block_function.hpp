// Functions of the label-correcting engine that look along the edges of several vertices in one
// call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/traversal/row_values.hpp"

namespace orujo {

/// Rows of edges, each out of a vertex with a label, and where they lead.
template <typename Label>
struct label_rows : value_rows<Label> {
  const local_vertex* targets;  ///< Of all edges, by their numbers.
  const std::byte* weights;     ///< Of the type that the graph stores; nullptr if it stores none.
};

/// Where a function that looks along several edges at once puts targets and their better labels:
/// there is room for one for each edge.
template <typename Label>
struct picked_labels {
  local_vertex* targets;
  Label* labels;
  /// For each row, how many were found in it and in those before it; 0 before the call.
  std::uint64_t* ends;
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
  static constexpr std::size_t most_edges = row_list<Label>::most_edges;

  [[nodiscard]] bool empty() const noexcept { return list_.size() == 0; }
  /// Whether there is room for one more row of so many edges.
  [[nodiscard]] bool has_room(std::uint64_t edges) const noexcept {
    return list_.size() < row_list<Label>::most_rows && edges <= list_.room();
  }
  void add(const Item& item, std::uint64_t first, std::uint64_t last) noexcept {
    items_[list_.size()] = &item;
    list_.add(item.label, first, last);
  }

  /// Calls `found(item, target, label)` for each label that `function` finds better than that of
  /// its target, and forgets the rows. `graph` says where edges lead, and their weights.
  template <typename F, typename Found>
  void look(const F& function, const label_rows<Label>& graph, const Label* known, Found found) {
    std::array<local_vertex, most_edges> targets;
    std::array<Label, most_edges> labels;
    std::array<std::uint64_t, row_list<Label>::most_rows> ends;
    std::fill_n(ends.begin(), list_.size(), 0);  // a function that ends early has found no more
    const label_rows<Label> rows{list_.rows(), graph.targets, graph.weights};
    function.pick(rows, known, {targets.data(), labels.data(), ends.data()});
    std::size_t i = 0;
    for (std::size_t row = 0; row < rows.count; ++row) {
      for (; i < ends[row]; ++i) { found(*items_[row], targets[i], labels[i]); }
    }
    list_.clear();
  }

private:
  std::array<const Item*, row_list<Label>::most_rows> items_;
  row_list<Label> list_;
};

}  // namespace label_walks

}  // namespace orujo
