// Gives the builder edges out of arrays, block by block.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/array_edges.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/edge_blocks.hpp"
#include "orujo/graph/edge_input.hpp"

namespace orujo::python {

namespace {

template <typename Visit>
decltype(auto) with_element_type(element_type type, Visit&& visit) {
  switch (type) {
    case element_type::int32: return visit(std::type_identity<std::int32_t>());
    case element_type::uint32: return visit(std::type_identity<std::uint32_t>());
    case element_type::uint64: return visit(std::type_identity<std::uint64_t>());
    case element_type::float32: return visit(std::type_identity<float>());
    case element_type::float64: return visit(std::type_identity<double>());
    case element_type::int64: break;
  }
  return visit(std::type_identity<std::int64_t>());
}

bool is_real(element_type type) {
  return type == element_type::float32 || type == element_type::float64;
}

template <typename T>
T element_at(const array_view& array, std::size_t i) {
  T value;
  std::memcpy(&value, array.data + static_cast<std::ptrdiff_t>(i) * array.stride_bytes,
              sizeof value);
  return value;
}

/// Calls `take(value)` for each element of a block, as what it is.
template <typename Take>
void for_block(const array_view& array, index_range block, Take take) {
  with_element_type(array.type, [&]<typename T>(std::type_identity<T>) {
    if (array.stride_bytes == sizeof(T)) {  // vectorised
      for (std::size_t i = block.first; i < block.last; ++i) {
        T value;
        std::memcpy(&value, array.data + i * sizeof(T), sizeof value);
        take(value);
      }
      return;
    }
    for (std::size_t i = block.first; i < block.last; ++i) { take(element_at<T>(array, i)); }
  });
}

/// A whole number of an array, whatever its type.
std::uint64_t whole_at(const array_view& array, std::size_t i) {
  return with_element_type(array.type, [&]<typename T>(std::type_identity<T>) {
    return static_cast<std::uint64_t>(element_at<T>(array, i));
  });
}

/// One rank's share of edges in arrays.
class array_input final : public edge_input {
public:
  array_input(const edge_arrays& edges, input_part part)
      : edges_(edges), blocks_(edges.target.size, part, block_edges) {
    facts_.name = edges.name;
    facts_.recognised = "arrays";
    if (edges.weight) {
      facts_.weights = is_real(edges.weight->type) ? weight_kind::real : weight_kind::integer;
    }
    facts_.has_weights = edges.weight.has_value();
    facts_.declared_vertices = edges.num_vertices;
    facts_.declared_edges = edges.target.size;
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const index_range block = blocks_.next();
    if (block.empty()) { return false; }
    chunk.edges.resize(block.last - block.first);
    if (edges_.rows) {
      add_rows(block, chunk);
    } else {
      add_ends(edges_.source, block, chunk, &input_edge::source);
    }
    add_ends(edges_.target, block, chunk, &input_edge::target);
    if (edges_.weight) { add_weights(block, chunk); }
    return true;
  }

  [[nodiscard]] double progress() const override { return blocks_.progress(); }

private:
  static constexpr std::size_t block_edges = std::size_t{1} << 16U;

  void add_ends(const array_view& ends, index_range block, edge_chunk& chunk,
                std::uint64_t input_edge::*end) const {
    std::size_t i = 0;
    std::uint64_t greatest = 0;  // a number below 0 is one of the greatest
    for_block(ends, block, [&]<typename T>(T value) {
      const auto id = static_cast<std::uint64_t>(value);
      chunk.edges[i++].*end = id;
      greatest = std::max(greatest, id);
    });
    const std::uint64_t limit = edges_.num_vertices.value_or(std::uint64_t{1} << 63U);
    if (greatest >= limit) { refuse(ends, block, limit); }
  }

  /// Throws input_error for the first end of the block that is beyond `limit`.
  [[noreturn]] void refuse(const array_view& ends, index_range block, std::uint64_t limit) const {
    std::size_t at = block.first;
    while (at + 1 < block.last && whole_at(ends, at) < limit) { ++at; }
    const std::uint64_t value = whole_at(ends, at);
    const bool is_signed = ends.type == element_type::int32 || ends.type == element_type::int64;
    const char* const which = &ends == &edges_.target ? "target" : "source";
    if (is_signed && (value >> 63U) != 0) {
      throw input_error(fmt::format("{}: edge {} has the {} {}; vertices are whole numbers from 0",
                                    edges_.name, at, which, static_cast<std::int64_t>(value)));
    }
    throw input_error(edges_.num_vertices
                          ? fmt::format("{}: edge {} has the {} {}, but there are {} vertices",
                                        edges_.name, at, which, value, limit)
                          : fmt::format("{}: edge {} has the {} {}; vertices are below 2^63",
                                        edges_.name, at, which, value));
  }

  /// Where the row of edge `i` is found, by bisection.
  [[nodiscard]] std::size_t row_of(std::size_t i) const {
    std::size_t low = 0;
    std::size_t high = edges_.rows->size - 1;
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (whole_at(*edges_.rows, middle) <= i ? low : high) = middle;
    }
    return low;
  }

  void add_rows(index_range block, edge_chunk& chunk) const {
    std::size_t row = row_of(block.first);
    std::size_t i = block.first;
    while (i < block.last) {
      const std::size_t end = std::min<std::size_t>(whole_at(*edges_.rows, row + 1), block.last);
      for (; i < end; ++i) { chunk.edges[i - block.first].source = row; }
      ++row;
    }
  }

  void add_weights(index_range block, edge_chunk& chunk) const {
    std::size_t i = block.first;
    for_block(*edges_.weight, block, [&]<typename T>(T value) {
      if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value)) { refuse_weight(i, fmt::format("{}", value)); }
        chunk.weights.push_back(double{value});
      } else {
        const auto weight = static_cast<std::int64_t>(value);
        const bool is_in_range = std::is_unsigned_v<T> ? weight >= 0 : weight >= -most_weight;
        if (!is_in_range) { refuse_weight(i, fmt::format("{}", value)); }
        chunk.whole_weights.push_back(weight);
      }
      ++i;
    });
  }

  [[noreturn]] void refuse_weight(std::size_t edge, const std::string& value) const {
    throw input_error(
        fmt::format("{}: edge {} has the weight {}; weights are finite numbers between "
                    "-2^63 and 2^63",
                    edges_.name, edge, value));
  }

  static constexpr std::int64_t most_weight = std::numeric_limits<std::int64_t>::max();

  const edge_arrays& edges_;
  edge_blocks blocks_;
  input_facts facts_;
};

/// Throws input_error where rows do not lead through all targets.
void check_rows(const edge_arrays& edges) {
  const array_view& rows = *edges.rows;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < rows.size; ++i) {
    const std::uint64_t end = whole_at(rows, i);
    if (end < before || (i == 0 && end != 0) || end > edges.target.size) {
      throw input_error(
          fmt::format("{}: its row {} begins at {}, behind {}; rows ascend from 0 to {}",
                      edges.name, i, static_cast<std::int64_t>(end), before, edges.target.size));
    }
    before = end;
  }
  if (before != edges.target.size) {
    throw input_error(fmt::format("{}: its rows end at {}, but there are {} entries", edges.name,
                                  before, edges.target.size));
  }
}

}  // namespace

csr_graph graph_of_arrays(rank_team& team, const edge_arrays& edges, const build_options& options) {
  if (edges.rows) { check_rows(edges); }
  return build_graph(
      team, [&](input_part part) { return std::make_unique<array_input>(edges, part); }, options);
}

}  // namespace orujo::python
