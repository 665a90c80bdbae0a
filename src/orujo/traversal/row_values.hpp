// What edges out of several vertices carry, for operators that say so in one call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "orujo/graph/csr_graph.hpp"

namespace orujo {

/// Rows of edges, each out of a vertex that gives a value. A row is a range of edge numbers.
template <typename Value>
struct value_rows {
  std::size_t count;
  const Value* from;           ///< For each row the value of its vertex;
  const std::uint64_t* first;  ///< its first edge,
  const std::uint64_t* last;   ///< and the one behind its last.
};

/// Rows that an operator is asked of together, at most 256 edges in 64 rows.
template <typename Value>
class value_batch {
public:
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

  /// Calls `full()`, which looks along the rows that are there, as often as there is no room.
  template <typename Full>
  void add(const Value& value, std::uint64_t first, std::uint64_t last, Full full) {
    while (first < last) {
      const std::uint64_t end = std::min(last, first + (most_edges - edges_));
      from_[count_] = value;
      first_[count_] = first;
      last_[count_] = end;
      ++count_;
      edges_ += end - first;
      first = end;
      if (count_ == most_rows || edges_ == most_edges) { full(); }
    }
  }

  /// Calls `visit(target, value)` for each edge in the rows with what it carries, and forgets the
  /// rows.
  template <typename Operator, typename Visit>
  void look(const Operator& op, std::span<const local_vertex> targets, Visit visit) {
    std::array<Value, most_edges> carried;
    std::fill_n(carried.begin(), edges_, Value{});  // of a function that ends early
    op.along(value_rows<Value>{count_, from_.data(), first_.data(), last_.data()},
             std::span(carried).first(edges_));
    std::size_t i = 0;
    for (std::size_t row = 0; row < count_; ++row) {
      for (std::uint64_t edge = first_[row]; edge < last_[row]; ++edge) {
        visit(targets[edge], carried[i++]);
      }
    }
    count_ = 0;
    edges_ = 0;
  }

private:
  static constexpr std::size_t most_edges = 256;
  static constexpr std::size_t most_rows = 64;

  std::array<Value, most_rows> from_;
  std::array<std::uint64_t, most_rows> first_;
  std::array<std::uint64_t, most_rows> last_;
  std::size_t count_ = 0;
  std::size_t edges_ = 0;
};

}  // namespace orujo
