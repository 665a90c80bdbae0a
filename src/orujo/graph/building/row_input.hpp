// The rows of a graph, or some of them, as an input of the builder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

/// Which vertices and edges of a graph are given, and what their ends are called.
struct row_choice {
  std::uint64_t offset = 0;  ///< Where `labels` is empty, a vertex is its number and this.
  /// Of owned vertices and ghosts; no_vertex for those that are not given, nor their edges.
  std::vector<std::uint64_t> labels = {};
  std::shared_ptr<const name_table> names = {};  ///< Which labels are numbers of, if there are any.
  /// Labels are exactly the numbers below this. Empty: vertices that are given are listed, too, so
  /// that they are there without edges.
  std::optional<std::uint64_t> num_labels = {};
  double least_weight = -std::numeric_limits<double>::infinity();  ///< Of the edges given.
  double greatest_weight = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool gives_weight(double weight) const noexcept {
    return least_weight <= weight && weight <= greatest_weight;
  }
};

/// Each rank gives the edges of its own rows.
class row_input final : public edge_input {
public:
  /// All rows, by the vertices' numbers, all of which are declared. `graph` outlives the object.
  explicit row_input(const csr_graph& graph, row_weights weights = row_weights::as_stored);

  /// Some rows, by labels. What `choice` refers to outlives the object.
  row_input(const csr_graph& graph, row_choice choice);

  [[nodiscard]] const input_facts& facts() const override { return facts_; }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override { return choice_.names; }
  bool next(edge_chunk& chunk) override;
  [[nodiscard]] double progress() const override;

private:
  [[nodiscard]] std::uint64_t label(local_vertex v) const noexcept;
  void add_row(local_vertex v, edge_chunk& chunk) const;
  void add_chosen(local_vertex v, edge_chunk& chunk) const;
  void add_weights(local_vertex v, edge_chunk& chunk) const;

  const csr_graph& graph_;
  row_choice choice_;
  bool gives_all_;
  bool makes_real_ = false;
  std::vector<index_range> blocks_;
  std::atomic<std::size_t> next_{0};
  input_facts facts_;
};

}  // namespace orujo
