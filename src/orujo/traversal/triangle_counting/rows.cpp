// Orders vertices by degree and packs the rows.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/rows.hpp"

#include <algorithm>

#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::triangle_counting {

namespace {

/// Of more edges the order takes no notice: what counts is that few vertices have more.
constexpr std::uint64_t most_degree = (std::uint64_t{1} << 20) - 1;

/// Calls `visit(v)` for each owned vertex and ghost in the order of their ids.
template <typename Visit>
void for_each_by_id(const rank_team& team, const csr_graph& graph, Visit visit) {
  const local_vertex owned = graph.num_local();
  const local_vertex lower_ghosts_end = graph.ghost_range(team.rank()).first;
  const local_vertex all = owned + graph.num_ghosts();
  for (local_vertex v = owned; v < lower_ghosts_end; ++v) { visit(v); }
  for (local_vertex v = 0; v < owned; ++v) { visit(v); }
  for (local_vertex v = lower_ghosts_end; v < all; ++v) { visit(v); }
}

std::uint64_t degree_of(const csr_graph& graph, local_vertex v) {
  const std::uint64_t degree = graph.out_edges().degree(v);
  return graph.directed() ? degree + graph.in_edges().degree(v) : degree;
}

/// Plain data.
struct degree_sums {
  double vertices = 0;
  double degrees = 0;
  double squares = 0;
};

/// Whether vertices differ so much that it pays to order them by degree. Otherwise they stay in the
/// order of ids, in which neighbours often lie close together.
bool is_skewed(rank_team& team, const csr_graph& graph) {
  degree_sums own;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    const auto degree = static_cast<double>(degree_of(graph, v));
    own.vertices += 1;
    own.degrees += degree;
    own.squares += degree * degree;
  }
  const degree_sums all = all_reduce(team, own, [](const degree_sums& a, const degree_sums& b) {
    return degree_sums{a.vertices + b.vertices, a.degrees + b.degrees, a.squares + b.squares};
  });
  // The mean degree of what an edge leads to, against that of all.
  return all.squares * all.vertices > 2 * all.degrees * all.degrees;
}

huge_array<std::uint32_t> degrees_of(rank_team& team, const csr_graph& graph) {
  huge_array<std::uint32_t> degrees(std::size_t{graph.num_local()} + graph.num_ghosts());
  parallel_for(team, graph.num_local(), 1 << 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::uint64_t degree = degree_of(graph, static_cast<local_vertex>(i));
      degrees[i] = static_cast<std::uint32_t>(std::min(degree, most_degree));
    }
  });
  ghost_values<std::uint32_t>(team, graph).update(degrees.span());
  return degrees;
}

/// Packs one row after the other. For one worker.
class row_packer {
public:
  row_packer(const csr_graph& graph, const degree_order& order, row_memory& memory)
      : graph_(graph), order_(order), memory_(memory), words_(order.size() / places_per_word + 1) {}

  /// The row of owned vertex `v`.
  [[nodiscard]] packed_row pack(local_vertex v, row_content content) {
    const place own = order_.place_of(v);
    if (content == row_content::both_ways) { return pack_both_ways(v, own); }
    if (!graph_.directed() && graph_.out_edges().degree(v) <= most_short) { return list(v, own); }
    for (const local_vertex target : graph_.out_edges().row(v)) { add(target, own); }
    if (graph_.directed()) {
      for (const local_vertex source : graph_.in_edges().row(v)) { add(source, own); }
    }
    return write();
  }

  void prefetch(place at) const noexcept {
    if (at >= order_.size()) { return; }
    const local_vertex v = order_.vertex_at(at);
    if (!graph_.is_owned(v)) { return; }
    const adjacency& edges = graph_.out_edges();
    prefetch_to_read(edges.targets.data() + edges.offsets[v]);
  }

private:
  static constexpr std::size_t most_short = 16;

  /// Rows ascend in either direction.
  packed_row pack_both_ways(local_vertex v, place own) {
    const auto sources = graph_.in_edges().row(v);
    auto source = sources.begin();
    for (const local_vertex target : graph_.out_edges().row(v)) {
      source = std::lower_bound(source, sources.end(), target);
      if (source != sources.end() && *source == target) { add(target, own); }
    }
    return write();
  }

  /// A row too short to have words worth their while. Parallel edges lie side by side.
  packed_row list(local_vertex v, place own) {
    const auto neighbours = graph_.out_edges().row(v);
    std::uint32_t* const data = memory_.take(neighbours.size());
    std::uint32_t count = 0;
    local_vertex before = v;
    for (const local_vertex each : neighbours) {
      const place at = order_.place_of(each);
      data[count] = at;  // kept only if it is counted: which are is hard to foretell
      count += static_cast<std::uint32_t>(at < own) & static_cast<std::uint32_t>(each != before);
      before = each;
    }
    memory_.give_back(neighbours.size() - count);
    return {.data = data, .num_words = 0, .num_singles = count};
  }

  void add(local_vertex neighbour, place own) {
    const place at = order_.place_of(neighbour);
    if (at >= own) { return; }
    std::uint32_t& word = words_[at / places_per_word];
    if (word == 0) { blocks_.push_back(at / places_per_word); }
    word |= bit_of(at);
  }

  packed_row write() {
    packed_row row;
    for (const std::uint32_t block : blocks_) {
      if (std::has_single_bit(words_[block])) {
        ++row.num_singles;
      } else {
        ++row.num_words;
      }
    }
    std::uint32_t* const data = memory_.take(2 * std::size_t{row.num_words} + row.num_singles);
    std::uint32_t* next_block = data;
    std::uint32_t* next_single = data + 2 * std::size_t{row.num_words};
    for (const std::uint32_t block : blocks_) {
      const std::uint32_t word = words_[block];
      words_[block] = 0;
      if (std::has_single_bit(word)) {
        for_each_bit(word, block, [&](place at) { *next_single++ = at; });
      } else {
        next_block[row.num_words] = word;
        *next_block++ = block;
      }
    }
    blocks_.clear();
    row.data = data;
    return row;
  }

  const csr_graph& graph_;
  const degree_order& order_;
  row_memory& memory_;
  std::vector<std::uint32_t> words_;   // of the row that is packed; else 0
  std::vector<std::uint32_t> blocks_;  // whose words are not 0
};

}  // namespace

degree_order::degree_order(rank_team& team, const csr_graph& graph)
    : size_(graph.num_local() + graph.num_ghosts()) {
  const bool by_degree = is_skewed(team, graph);
  if (!by_degree && team.size() == 1) { return; }  // local numbers are in the order of ids
  const auto degrees = by_degree ? degrees_of(team, graph) : huge_array<std::uint32_t>(size_);
  sort(team, graph, degrees.span());
}

void degree_order::sort(rank_team& team, const csr_graph& graph,
                        std::span<const std::uint32_t> degrees) {
  places_ = huge_array<place>(size_);
  vertices_ = huge_array<local_vertex>(size_);
  const std::uint32_t most =
      degrees.empty() ? 0 : *std::max_element(degrees.begin(), degrees.end());
  std::vector<place> starts(std::size_t{most} + 2);
  for (const std::uint32_t degree : degrees) { ++starts[most - degree + 1]; }
  for (std::size_t i = 1; i < starts.size(); ++i) { starts[i] += starts[i - 1]; }
  for_each_by_id(team, graph, [&](local_vertex v) {
    const place at = starts[most - degrees[v]]++;
    vertices_[at] = v;
    places_[v] = at;
  });
}

std::uint32_t* row_memory::take(std::size_t size) {
  constexpr std::size_t block_size = std::size_t{1} << 20;
  if (blocks_.empty() || used_ + size > blocks_.back().size()) {
    blocks_.emplace_back(std::max(size, block_size));
    used_ = 0;
  }
  std::uint32_t* const taken = blocks_.back().data() + used_;
  used_ += size;
  return taken;
}

forward_rows::forward_rows(rank_team& team, const csr_graph& graph, const degree_order& order,
                           row_content content)
    : rows_(order.size()), memory_(static_cast<std::size_t>(team.num_workers())) {
  shared_loop loop(order.size(), 1024);
  team.on_workers([&](worker& self) {
    constexpr place ahead = 8;
    row_packer packer(graph, order, memory_[static_cast<std::size_t>(self.index())]);
    for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
      for (std::size_t i = part.first; i < part.last; ++i) {
        const auto at = static_cast<place>(i);
        packer.prefetch(at + ahead);
        const local_vertex v = order.vertex_at(at);
        if (graph.is_owned(v)) { rows_[at] = packer.pack(v, content); }
      }
    }
  });
}

std::uint32_t place_marks::count(const packed_row& row) const noexcept {
  const std::uint32_t* const blocks = row.data;
  const std::uint32_t* const words = blocks + row.num_words;
  const std::uint32_t* const singles = words + row.num_words;
  const std::uint32_t* const marks = words_.data();
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < row.num_words; ++i) {
    sum += static_cast<std::uint32_t>(std::popcount(words[i] & marks[blocks[i]]));
  }
  for (std::uint32_t i = 0; i < row.num_singles; ++i) {
    sum += marks[singles[i] / places_per_word] >> singles[i] % places_per_word & 1U;
  }
  return sum;
}

}  // namespace orujo::triangle_counting
