// Consecutive ids, and ids dense enough to be marked in a bitmap.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/vertex_numbering.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/end_marking.hpp"
#include "orujo/graph/building/ranked_bitmap.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

namespace {

template <typename Edge>
using id_of = decltype(Edge::source);

/// Applies `number(id)` to both ends of all edges.
template <typename Edge, typename Number>
void renumber(std::span<Edge> edges, Number number) {
  for (Edge& edge : edges) {
    edge.source = static_cast<id_of<Edge>>(number(edge.source));
    edge.target = static_cast<id_of<Edge>>(number(edge.target));
  }
}

class consecutive_numbering final : public vertex_numbering {
public:
  consecutive_numbering(std::uint64_t first_id, vertex_id vertices)
      : first_id_(first_id), vertices_(vertices) {}

  [[nodiscard]] vertex_id num_vertices() const noexcept override { return vertices_; }
  void apply(std::span<input_edge> edges) const override { subtract(edges); }
  void apply(std::span<narrow_edge> edges) const override { subtract(edges); }
  [[nodiscard]] id_map ids(rank_team& /*team*/,
                           const block_partition& /*partition*/) const override {
    return id_map(first_id_);
  }

private:
  template <typename Edge>
  void subtract(std::span<Edge> edges) const {
    std::uint64_t outside = 0;
    for (Edge& edge : edges) {
      const std::uint64_t source = edge.source - first_id_;
      const std::uint64_t target = edge.target - first_id_;
      outside |= static_cast<std::uint64_t>(source >= vertices_) |
                 static_cast<std::uint64_t>(target >= vertices_);
      edge.source = static_cast<id_of<Edge>>(source);
      edge.target = static_cast<id_of<Edge>>(target);
    }
    if (outside != 0) { report_outside(edges); }
  }

  template <typename Edge>
  [[noreturn]] void report_outside(std::span<const Edge> edges) const {
    // Numbers in narrow edges have been cut to 32 bits, and so must the first id be.
    const auto first = static_cast<id_of<Edge>>(first_id_);
    for (const Edge& edge : edges) {
      for (const auto number : {edge.source, edge.target}) {
        const auto id = static_cast<id_of<Edge>>(number + first);
        if (id >= first_id_ && id - first_id_ < vertices_) { continue; }
        throw input_error(fmt::format("an edge names the vertex {}, but the vertices are {} to {}",
                                      id, first_id_, first_id_ + vertices_ - 1));
      }
    }
    ORUJO_UNREACHABLE("an edge leads outside");
  }
  template <typename Edge>
  [[noreturn]] void report_outside(std::span<Edge> edges) const {
    report_outside(std::span<const Edge>(edges));
  }

  std::uint64_t first_id_;
  vertex_id vertices_;
};

/// Every rank holds the whole bitmap, so that nothing needs to be asked.
class bitmap_numbering final : public vertex_numbering {
public:
  /// `present` holds the ids, less `least`.
  bitmap_numbering(std::uint64_t least, ranked_bitmap present)
      : least_(least), present_(std::move(present)) {}

  [[nodiscard]] vertex_id num_vertices() const noexcept override { return present_.size(); }

  void apply(std::span<input_edge> edges) const override {
    renumber(edges, [this](std::uint64_t id) { return present_.rank(id - least_); });
  }
  void apply(std::span<narrow_edge> edges) const override {
    renumber(edges, [this](std::uint64_t id) { return present_.rank(id - least_); });
  }

  [[nodiscard]] id_map ids(rank_team& team, const block_partition& partition) const override {
    const vertex_id first = partition.first(team.rank());
    std::vector<std::uint64_t> own = present_.members(first, first + partition.size(team.rank()));
    for (std::uint64_t& id : own) { id += least_; }
    return {first, std::move(own)};
  }

private:
  std::uint64_t least_;
  ranked_bitmap present_;
};

struct id_range {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;

  void take(std::uint64_t id) noexcept {
    least = std::min(least, id);
    most = std::max(most, id);
  }
  [[nodiscard]] id_range joined(const id_range& other) const noexcept {
    return {std::min(least, other.least), std::max(most, other.most)};
  }
};

id_range range_of(rank_team& team, const edge_blocks& blocks) {
  std::vector<id_range> ranges(blocks.size());
  parallel_for(team, blocks.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      blocks[i]->visit_edges([&](auto part) {
        for (const auto& edge : part) {
          ranges[i].take(edge.source);
          ranges[i].take(edge.target);
        }
      });
    }
  });
  id_range own;
  for (const id_range& each : ranges) { own = own.joined(each); }
  return all_reduce(team, own, [](const id_range& a, const id_range& b) { return a.joined(b); });
}

ranked_bitmap mark_ids(rank_team& team, const edge_blocks& blocks, const id_range& range) {
  ranked_bitmap present(range.most - range.least + 1);
  mark_ends(team, blocks, present, range.least);
  join_marks(team, present);
  return present;
}

std::uint64_t edges_in(const edge_blocks& blocks) noexcept {
  return std::transform_reduce(blocks.begin(), blocks.end(), std::uint64_t{0}, std::plus<>(),
                               [](const edge_buffer::block* each) { return each->size(); });
}

}  // namespace

std::unique_ptr<vertex_numbering> number_consecutive(std::uint64_t first_id, vertex_id vertices) {
  return std::make_unique<consecutive_numbering>(first_id, vertices);
}

std::unique_ptr<vertex_numbering> number_present(rank_team& team, const edge_blocks& blocks) {
  const std::uint64_t total = all_sum(team, edges_in(blocks));
  if (total == 0) { return number_consecutive(0, 0); }
  const id_range range = range_of(team, blocks);
  // A bitmap with its counts takes a quarter of a byte for each id, on every rank.
  constexpr std::uint64_t small_bytes = std::uint64_t{1} << 20U;
  const std::uint64_t edge_bytes = total / static_cast<std::uint64_t>(team.size()) * 8;
  if ((range.most - range.least) / 4 > std::max(small_bytes, edge_bytes)) {
    return number_sparse(team, blocks);
  }
  ranked_bitmap present = mark_ids(team, blocks, range);
  if (present.size() == range.most - range.least + 1) {
    return number_consecutive(range.least, present.size());
  }
  return std::make_unique<bitmap_numbering>(range.least, std::move(present));
}

}  // namespace orujo::building
