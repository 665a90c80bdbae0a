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

/// Rows that are asked of in one call, at most 256 edges in 64 rows.
template <typename Value>
class row_list {
public:
  static constexpr std::size_t most_edges = 256;
  static constexpr std::size_t most_rows = 64;

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] std::size_t edges() const noexcept { return edges_; }
  /// How many edges one more row may have.
  [[nodiscard]] std::size_t room() const noexcept {
    return count_ < most_rows ? most_edges - edges_ : 0;
  }
  /// Call: with at most room() edges.
  void add(const Value& value, std::uint64_t first, std::uint64_t last) noexcept {
    from_[count_] = value;
    first_[count_] = first;
    last_[count_] = last;
    ++count_;
    edges_ += last - first;
  }
  [[nodiscard]] value_rows<Value> rows() const noexcept {
    return {count_, from_.data(), first_.data(), last_.data()};
  }
  void clear() noexcept {
    count_ = 0;
    edges_ = 0;
  }

private:
  std::array<Value, most_rows> from_;
  std::array<std::uint64_t, most_rows> first_;
  std::array<std::uint64_t, most_rows> last_;
  std::size_t count_ = 0;
  std::size_t edges_ = 0;
};

/// Rows that an operator of an edge_map is asked of together.
template <typename Value>
class value_batch {
public:
  [[nodiscard]] bool empty() const noexcept { return list_.size() == 0; }

  /// Calls `full()`, which looks along the rows that are there, as often as there is no room.
  template <typename Full>
  void add(const Value& value, std::uint64_t first, std::uint64_t last, Full full) {
    while (first < last) {
      const std::uint64_t end = std::min<std::uint64_t>(last, first + list_.room());
      list_.add(value, first, end);
      first = end;
      if (list_.room() == 0) { full(); }
    }
  }

  /// Calls `visit(target, value)` for each edge in the rows with what it carries, and forgets the
  /// rows.
  template <typename Operator, typename Visit>
  void look(const Operator& op, std::span<const local_vertex> targets, Visit visit) {
    std::array<Value, row_list<Value>::most_edges> carried;
    std::fill_n(carried.begin(), list_.edges(), Value{});  // of a function that ends early
    const value_rows<Value> rows = list_.rows();
    op.along(rows, std::span(carried).first(list_.edges()));
    std::size_t i = 0;
    for (std::size_t row = 0; row < rows.count; ++row) {
      for (std::uint64_t edge = rows.first[row]; edge < rows.last[row]; ++edge) {
        visit(targets[edge], carried[i++]);
      }
    }
    list_.clear();
  }

private:
  row_list<Value> list_;
};

}  // namespace orujo
