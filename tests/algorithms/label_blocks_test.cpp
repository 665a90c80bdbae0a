// The engine runs functions that look along several edges at once as it runs those for each edge.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "algorithms/sssp_graphs.hpp"
#include "orujo/traversal/label_correcting/label_correcting.hpp"
#include "support/teams.hpp"

namespace orujo::test::label_blocks_tests {

namespace {

/// The least edge of a path is its width; the widest path counts. Asked for each edge.
struct widths_by_edge {
  using label_type = std::int64_t;
  using weight_type = std::int64_t;

  [[nodiscard]] label_type initial(vertex_id v) const noexcept { return v == source ? 999 : 0; }
  [[nodiscard]] static label_type along(label_type width, weight_type weight) noexcept {
    return std::min(width, weight);
  }
  [[nodiscard]] static bool better(label_type a, label_type b) noexcept { return a > b; }
  [[nodiscard]] static std::uint64_t rank(label_type width) noexcept {
    return 999 - static_cast<std::uint64_t>(width);
  }

  vertex_id source;
};

/// The same, asked for blocks of edges with weights of 32 bits, or without any.
struct widths_by_block {
  using label_type = std::int64_t;
  using weight_type = any_weight;

  [[nodiscard]] label_type initial(vertex_id v) const noexcept { return each.initial(v); }
  [[nodiscard]] static bool better(label_type a, label_type b) noexcept { return a > b; }
  [[nodiscard]] static std::uint64_t rank(label_type width) noexcept {
    return widths_by_edge::rank(width);
  }
  void pick(const label_rows<label_type>& rows, const label_type* known,
            const picked_labels<label_type>& better_ones) const noexcept {
    std::size_t count = 0;
    std::uint64_t edges = 0;
    for (std::size_t row = 0; row < rows.count; ++row) {
      edges += rows.last[row] - rows.first[row];
      for (std::uint64_t i = rows.first[row]; i < rows.last[row]; ++i) {
        std::uint32_t weight = 1;
        if (rows.weights != nullptr) { std::memcpy(&weight, rows.weights + 4 * i, 4); }
        const label_type label = widths_by_edge::along(rows.from[row], weight);
        auto& place = const_cast<label_type&>(known[rows.targets[i]]);
        if (label <= std::atomic_ref<label_type>(place).load()) { continue; }
        better_ones.targets[count] = rows.targets[i];
        better_ones.labels[count] = label;
        ++count;
      }
      better_ones.ends[row] = count;
    }
    EXPECT_LE(rows.count, 64U);
    EXPECT_LE(edges, 256U);
  }

  widths_by_edge each;
};
static_assert(block_function<widths_by_block> && !block_function<widths_by_edge>);

template <typename F>
std::vector<std::int64_t> labels_of(rank_team& team, const csr_graph& graph,
                                    const work_order& order, const F& function) {
  label_correcting<F> search(team, graph, {.order = order});
  const vertex_id root = 5;
  search.run(function, std::span(&root, 1));
  return all_values<std::int64_t>(team, search.labels());
}

std::uint64_t below_100(random_stream& random) { return 1 + random.below(99); }

void expect_same_labels(const weighted_graph& listed) {
  on_teams({team_of(1, 1), team_of(1, 3), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, listed.vertices, listed.edges,
        {.directed = true, .parallel = parallel_edges::kept, .keep_self_loops = true});
    for (const work_order& order :
         {work_order{order_kind::unordered, 0}, work_order{order_kind::levels, 2},
          work_order{order_kind::buckets, 4}, work_order{order_kind::strict, 0},
          work_order{order_kind::priority_per_worker, 0},
          work_order{order_kind::priority_per_rank, 0}}) {
      SCOPED_TRACE(text_of(order));
      EXPECT_EQ(labels_of(team, graph, order, widths_by_block{{5}}),
                labels_of(team, graph, order, widths_by_edge{5}));
    }
  });
}

}  // namespace

TEST(label_blocks, give_the_labels_that_single_edges_give) {
  // Rows are longer than a block, most of which do not end with one; or so short that there are as
  // many in a call as there may be.
  expect_same_labels(random_weighted(3, 60, 6000, below_100));
  expect_same_labels(random_weighted(4, 2000, 4500, below_100));
}

TEST(label_blocks, have_no_weights_where_the_graph_has_none) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, 7, std::vector<input_edge>{{5, 6}, {6, 0}, {1, 2}}, {.directed = true});
    EXPECT_EQ(labels_of(team, graph, {order_kind::buckets, 0}, widths_by_block{{5}}),
              (std::vector<std::int64_t>{1, 0, 0, 0, 0, 999, 1}));
  });
}

}  // namespace orujo::test::label_blocks_tests
