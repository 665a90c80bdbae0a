// Walks along the rows of a graph.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/checking/graph_tally.hpp"

#include <cstddef>
#include <mutex>
#include <type_traits>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/edge_weights.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::checking {

namespace {

/// A weight as its key in 64 bits.
template <stored_weight T>
std::uint64_t wide_key(T weight) noexcept {
  using wide = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;
  return key_of<wide>(static_cast<wide>(weight));
}

/// Which way round the rows of a list are read.
enum class row_side : std::uint8_t { source, target };

class row_walker {
public:
  row_walker(const csr_graph& graph, const vertex_tokens& tokens,
             const std::optional<weight_options>& drawn)
      : graph_(graph), tokens_(tokens), drawn_(drawn) {}

  [[nodiscard]] graph_tally walk(index_range part) const {
    graph_tally found;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      const vertex_id number = graph_.global(v);
      found.out.add_vertex(tokens_[v]);
      found.label_marks += mix64(mix64(number) + token_of_label(graph_.ids(), number));
      walk_row(v, graph_.out_edges(), row_side::source, found);
      if (graph_.has_in_edges()) { walk_row(v, graph_.in_edges(), row_side::target, found); }
    }
    return found;
  }

private:
  void walk_row(local_vertex v, const adjacency& edges, row_side side, graph_tally& found) const {
    with_weight_type(edges.weights.type(), [&]<typename T>(std::type_identity<T>) {
      for (std::uint64_t i = edges.offsets[v]; i < edges.offsets[v + 1]; ++i) {
        const local_vertex other = edges.targets[i];
        const T weight = edges.weights.empty() ? T{0} : edges.weights.as<T>()[i];
        const auto shown = static_cast<double>(weight);
        const std::uint64_t key = wide_key(weight);
        if (i > edges.offsets[v]) { found.disorder += other < edges.targets[i - 1] ? 1U : 0U; }
        if (side == row_side::target) {
          found.in.add({tokens_[other], tokens_[v], key}, shown);
          continue;
        }
        found.out.add({tokens_[v], tokens_[other], key}, shown);
        found.misdrawn += is_misdrawn(v, other, key) ? 1U : 0U;
        if (i > edges.offsets[v]) { found.parallel += other == edges.targets[i - 1] ? 1U : 0U; }
      }
    });
  }

  [[nodiscard]] bool is_misdrawn(local_vertex v, local_vertex other, std::uint64_t key) const {
    if (!drawn_) { return false; }
    return key != wide_key(building::drawn_weight(graph_.global(v), graph_.global(other), *drawn_));
  }

  const csr_graph& graph_;
  const vertex_tokens& tokens_;
  const std::optional<weight_options>& drawn_;
};

}  // namespace

graph_tally tally_of_graph(rank_team& team, const csr_graph& graph, token_kind kind,
                           const std::optional<weight_options>& drawn) {
  const vertex_tokens tokens(team, graph, kind);
  const row_walker rows(graph, tokens, drawn);
  graph_tally sum;
  std::mutex mutex;
  parallel_for(team, graph.num_local(), 1024, [&](std::size_t first, std::size_t last) {
    const graph_tally part = rows.walk({first, last});
    const std::lock_guard guard(mutex);
    sum = sum + part;
  });
  return all_sum(team, sum);
}

}  // namespace orujo::checking
