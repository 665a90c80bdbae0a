// Gives the builder the rows that stay, under new numbers.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/subgraph.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/building/moved_ids.hpp"
#include "orujo/graph/building/row_blocks.hpp"
#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

/// New numbers of a rank's vertices, ghosts included; no_vertex for those that go.
struct new_numbers {
  std::vector<vertex_id> of;
  vertex_id first = 0;  ///< Of this rank.
  vertex_id all = 0;    ///< Vertices that stay, on all ranks.
};

new_numbers numbers_of(rank_team& team, const csr_graph& graph,
                       std::span<const std::uint8_t> stays) {
  new_numbers numbers;
  numbers.of.assign(std::size_t{graph.num_local()} + graph.num_ghosts(), no_vertex);
  const auto goes = [&](local_vertex v) { return !stays.empty() && stays[v] == 0; };
  std::uint64_t own = 0;
  for (local_vertex v = 0; v < graph.num_local(); ++v) { own += goes(v) ? 0U : 1U; }
  const std::vector<std::uint64_t> counts = all_gather(team, own);
  for (std::size_t r = 0; r < counts.size(); ++r) {
    if (static_cast<int>(r) < index_of(team.rank())) { numbers.first += counts[r]; }
    numbers.all += counts[r];
  }
  vertex_id next = numbers.first;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (!goes(v)) { numbers.of[v] = next++; }
  }
  ghost_values<vertex_id>(team, graph).update(numbers.of);
  return numbers;
}

/// Each rank gives what stays of its own rows.
class chosen_rows final : public edge_input {
public:
  chosen_rows(const csr_graph& graph, const new_numbers& numbers, const subgraph_choice& choice)
      : graph_(graph),
        numbers_(numbers),
        choice_(choice),
        blocks_(row_blocks(graph.out_edges(), std::uint64_t{1} << 16U)) {
    const graph_facts& known = graph.facts();
    facts_.name = known.name;
    facts_.recognised = known.recognised;
    facts_.weights = known.weights;
    facts_.has_weights = known.input_has_weights;
    facts_.directed = known.directed;
    facts_.both_directions_listed = !known.directed;
    facts_.declared_vertices = numbers.all;
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const std::size_t taken = next_.fetch_add(1, std::memory_order_relaxed);
    if (taken >= blocks_.size()) { return false; }
    const weight_type type = graph_.out_edges().weights.type();
    with_weight_type(type, [&]<typename T>(std::type_identity<T>) {
      for (std::size_t v = blocks_[taken].first; v < blocks_[taken].last; ++v) {
        if (numbers_.of[v] != no_vertex) { add_row<T>(static_cast<local_vertex>(v), chunk); }
      }
    });
    return true;
  }

  [[nodiscard]] double progress() const override {
    const std::size_t taken = std::min(next_.load(std::memory_order_relaxed), blocks_.size());
    return blocks_.empty() ? 1 : static_cast<double>(taken) / static_cast<double>(blocks_.size());
  }

private:
  template <stored_weight T>
  void add_row(local_vertex v, edge_chunk& chunk) const {
    const adjacency& edges = graph_.out_edges();
    const bool is_weighted = !edges.weights.empty();
    const auto row = edges.row(v);
    const auto weights = is_weighted ? edges.row_weights<T>(v) : std::span<const T>();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const vertex_id target = numbers_.of[row[i]];
      const T weight = is_weighted ? weights[i] : T{1};
      if (target == no_vertex || !stays(static_cast<double>(weight))) { continue; }
      chunk.edges.push_back({numbers_.of[v], target});
      if (is_weighted) { add_weight(weight, chunk); }
    }
  }

  [[nodiscard]] bool stays(double weight) const noexcept {
    return weight >= choice_.least_weight && weight <= choice_.most_weight;
  }

  template <stored_weight T>
  static void add_weight(T weight, edge_chunk& chunk) {
    if constexpr (std::is_floating_point_v<T>) {
      chunk.weights.push_back(double{weight});
    } else {
      chunk.whole_weights.push_back(static_cast<std::int64_t>(weight));
    }
  }

  const csr_graph& graph_;
  const new_numbers& numbers_;
  const subgraph_choice& choice_;
  std::vector<index_range> blocks_;
  std::atomic<std::size_t> next_{0};
  input_facts facts_;
};

/// What the input calls the vertices that stay. Call: collective.
id_map ids_of(rank_team& team, const csr_graph& graph, const new_numbers& numbers,
              const block_partition& wanted) {
  const id_map& ids = graph.ids();
  if (ids.is_dense() && numbers.all == graph.num_vertices()) { return ids; }
  vertex_names names;
  std::vector<std::uint64_t> held;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (numbers.of[v] == no_vertex) { continue; }
    if (ids.is_named()) {
      names.add(ids.name(graph.global(v)));
    } else {
      held.push_back(ids.input_id(graph.global(v)));
    }
  }
  const vertex_id first = wanted.first(team.rank());
  if (ids.is_named()) { return id_map(first, moved_names(team, names, numbers.first, wanted)); }
  return id_map(first, building::moved_ids(team, held, numbers.first, wanted));
}

}  // namespace

csr_graph subgraph(rank_team& team, const csr_graph& graph, const subgraph_choice& choice) {
  run_agreed(team, [&] {
    require(choice.vertices.empty() || choice.vertices.size() == graph.num_local(),
            "subgraph: a value for each owned vertex is needed");
  });
  const new_numbers numbers = numbers_of(team, graph, choice.vertices);
  build_options build;
  build.parallel = parallel_edges::kept;
  build.keep_self_loops = true;
  build.in_edges = graph.has_in_edges();
  csr_graph built = build_graph(
      team,
      [&](input_part) -> std::unique_ptr<edge_input> {
        return std::make_unique<chosen_rows>(graph, numbers, choice);
      },
      build);
  csr_parts parts = std::move(built).take_parts();
  parts.facts.dropped_loops = graph.facts().dropped_loops;
  parts.facts.dropped_duplicates = graph.facts().dropped_duplicates;
  parts.ids = ids_of(team, graph, numbers, parts.partition);
  return csr_graph(team.rank(), std::move(parts));
}

}  // namespace orujo
