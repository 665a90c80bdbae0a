// Makes a graph of some vertices and edges of another, or of two graphs together.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/extract.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/building/moved_ids.hpp"
#include "orujo/graph/building/row_input.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/name_table.hpp"

namespace orujo {

namespace {

/// Owned vertices and ghosts.
std::size_t num_known(const csr_graph& graph) {
  return std::size_t{graph.num_local()} + graph.num_ghosts();
}

std::vector<vertex_id> ghosts_of(const csr_graph& graph) {
  std::vector<vertex_id> ghosts(graph.num_ghosts());
  for (local_vertex v = 0; v < graph.num_ghosts(); ++v) {
    ghosts[v] = graph.global(graph.num_local() + v);
  }
  return ghosts;
}

/// Numbers of the names of all vertices that this rank knows.
std::vector<std::uint64_t> numbered_names(rank_team& team, const csr_graph& graph,
                                          name_table& table) {
  constexpr std::size_t at_once = 4096;
  const name_lookup names(team, graph, ghosts_of(graph));
  std::vector<std::uint64_t> numbers(num_known(graph));
  std::vector<std::string_view> asked;
  for (std::size_t first = 0; first < numbers.size(); first += asked.size()) {
    asked.clear();
    for (std::size_t v = first; v < std::min(first + at_once, numbers.size()); ++v) {
      asked.push_back(names[graph.global(static_cast<local_vertex>(v))]);
    }
    table.number(asked, std::span(numbers).subspan(first, asked.size()));
  }
  return numbers;
}

/// All of the graph by the ids of its owned vertices. Call: collective.
row_choice by_ids(rank_team& team, const csr_graph& graph, std::span<const std::uint64_t> ids) {
  std::vector<std::uint64_t> labels(ids.begin(), ids.end());
  labels.resize(num_known(graph));
  ghost_values<std::uint64_t>(team, graph).update(labels);
  return {.labels = std::move(labels)};
}

/// All of the graph by what the input calls vertices; names get their numbers in `table`.
/// Call: collective.
row_choice by_labels(rank_team& team, const csr_graph& graph,
                     const std::shared_ptr<name_table>& table) {
  const id_map& ids = graph.ids();
  if (ids.is_named()) { return {.labels = numbered_names(team, graph, *table), .names = table}; }
  if (ids.is_dense()) { return {.offset = ids.offset()}; }
  std::vector<std::uint64_t> labels = ids.stored();
  const std::vector<std::uint64_t> others = input_ids_of(team, graph, ghosts_of(graph));
  labels.insert(labels.end(), others.begin(), others.end());
  return {.labels = std::move(labels)};
}

/// What by_labels() keeps while a graph is built.
std::uint64_t label_bytes(const csr_graph& graph) {
  return graph.ids().is_dense() && !graph.ids().is_named()
             ? 0
             : num_known(graph) * 8 + graph.ids().names().memory_bytes();
}

/// One input after the other, each with the facts that both have.
class two_inputs final : public edge_input {
public:
  two_inputs(const csr_graph& first, row_choice of_first, const csr_graph& second,
             row_choice of_second)
      : parts_{std::make_unique<row_input>(first, std::move(of_first)),
               std::make_unique<row_input>(second, std::move(of_second))},
        facts_(parts_[0]->facts()) {
    facts_.weights = std::max(facts_.weights, parts_[1]->facts().weights);
    facts_.name = fmt::format("{} and {}", facts_.name, parts_[1]->facts().name);
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override {
    return parts_[0]->names();
  }
  bool next(edge_chunk& chunk) override {
    const bool is_some = parts_[0]->next(chunk) || parts_[1]->next(chunk);
    if (facts_.weights == weight_kind::real) { make_real(chunk); }
    return is_some;
  }
  [[nodiscard]] double progress() const override {
    return (parts_[0]->progress() + parts_[1]->progress()) / 2;
  }

private:
  /// Writes whole weights as real ones. Throws: input_error for one that would be rounded.
  void make_real(edge_chunk& chunk) const {
    constexpr std::int64_t exact = std::int64_t{1} << 53U;
    for (const std::int64_t weight : std::exchange(chunk.whole_weights, {})) {
      if (weight < -exact || weight > exact) {
        throw input_error(
            fmt::format("{}: the weight {} would be rounded among the real weights of the other "
                        "graph; whole weights up to 2^53 are not",
                        facts_.name, weight));
      }
      chunk.weights.push_back(static_cast<double>(weight));
    }
  }

  std::array<std::unique_ptr<row_input>, 2> parts_;
  input_facts facts_;
};

/// Says of `built`, which was made of `from`, what is known of its input.
csr_graph with_facts_of(rank_team& team, const csr_graph& from, csr_graph built) {
  csr_parts parts = std::move(built).take_parts();
  const graph_facts& known = from.facts();
  parts.facts.recognised = known.recognised;
  parts.facts.guesses = known.guesses;
  parts.facts.direction_assumed = known.direction_assumed;
  parts.facts.input_has_weights = known.input_has_weights;
  parts.facts.dropped_loops += known.dropped_loops;
  parts.facts.dropped_duplicates += known.dropped_duplicates;
  return csr_graph(team.rank(), std::move(parts));
}

/// New numbers of the vertices that stay.
struct new_numbers {
  std::vector<vertex_id> of;  ///< Of owned vertices and ghosts; no_vertex for those that go.
  vertex_id first = 0;        ///< Of this rank.
  vertex_id all = 0;          ///< Vertices that stay, on all ranks.
};

new_numbers numbers_of(rank_team& team, const csr_graph& graph,
                       std::span<const std::uint8_t> stays) {
  new_numbers numbers;
  numbers.of.assign(num_known(graph), no_vertex);
  const auto own = static_cast<std::uint64_t>(
      std::count_if(stays.begin(), stays.end(), [](std::uint8_t each) { return each != 0; }));
  numbers.first = exclusive_scan(team, own);
  numbers.all = all_sum(team, own);
  vertex_id next = numbers.first;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (stays[v] != 0) { numbers.of[v] = next++; }
  }
  ghost_values<vertex_id>(team, graph).update(numbers.of);
  return numbers;
}

/// What the input calls the vertices that stay, for the ranks that own them by `wanted`.
/// Call: collective.
id_map ids_of(rank_team& team, const csr_graph& graph, const new_numbers& numbers,
              const block_partition& wanted) {
  const id_map& ids = graph.ids();
  if (ids.is_dense() && !ids.is_named() && numbers.all == graph.num_vertices()) { return ids; }
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
  return ids.is_named() ? id_map(first, moved_names(team, names, numbers.first, wanted))
                        : id_map(first, building::moved_ids(team, held, numbers.first, wanted));
}

/// Returns whether vertices are chosen.
bool check_selection(rank_team& team, const csr_graph& graph, const graph_selection& selection) {
  const bool chooses = all_max(team, selection.vertices.size()) > 0;
  run_agreed(team, [&] {
    require(!chooses || selection.vertices.size() == graph.num_local(),
            fmt::format("extract: {} choices for {} vertices; one is needed for each",
                        selection.vertices.size(), graph.num_local()));
  });
  const bool has_range = selection.least_weight > -std::numeric_limits<double>::infinity() ||
                         selection.greatest_weight < std::numeric_limits<double>::infinity();
  require_everywhere(selection.least_weight <= selection.greatest_weight,
                     "extract: the least weight lies above the greatest, or one is no number");
  require_everywhere(
      !has_range || graph.facts().weights != weight_kind::none,
      "extract: edges are chosen by their weights, and the graph has none; read it with weights");
  return chooses;
}

void check_pair(const csr_graph& first, const csr_graph& second) {
  require_everywhere(first.directed() == second.directed(),
                     "join: one graph is directed and the other is not; read both as one kind");
  require_everywhere(
      (first.facts().weights == weight_kind::none) == (second.facts().weights == weight_kind::none),
      "join: one graph has weights and the other has none; read both without");
}

/// Returns whether there are ids for the vertices.
bool check_ids(rank_team& team, const csr_graph& first, const csr_graph& second,
               const join_options& options) {
  const bool are_given = all_max(team, options.first_ids.size() + options.second_ids.size()) > 0;
  run_agreed(team, [&] {
    require(!are_given || (options.first_ids.size() == first.num_local() &&
                           options.second_ids.size() == second.num_local()),
            fmt::format("join: {} and {} ids for {} and {} vertices; one is needed for each",
                        options.first_ids.size(), options.second_ids.size(), first.num_local(),
                        second.num_local()));
  });
  require_everywhere(are_given || first.ids().is_named() == second.ids().is_named(),
                     "join: one graph names its vertices and the other numbers them; read both "
                     "with names");
  return are_given;
}

}  // namespace

csr_graph extract_graph(rank_team& team, const csr_graph& graph, const graph_selection& selection) {
  const bool chooses = check_selection(team, graph, selection);
  require_memory_everywhere(team, num_known(graph) * 16, "extract");
  const std::vector<std::uint8_t> all(chooses ? 0 : graph.num_local(), 1);
  const new_numbers numbers = numbers_of(team, graph, chooses ? selection.vertices : all);
  const row_choice choice = {.labels = numbers.of,
                             .num_labels = numbers.all,
                             .least_weight = selection.least_weight,
                             .greatest_weight = selection.greatest_weight};
  csr_graph built = build_graph(
      team, [&](input_part /*part*/) { return std::make_unique<row_input>(graph, choice); },
      {.directed = graph.directed(),
       .parallel = parallel_edges::kept,
       .keep_self_loops = true,
       .in_edges = selection.in_edges});
  csr_parts parts = with_facts_of(team, graph, std::move(built)).take_parts();
  parts.facts.parallel = graph.facts().parallel;  // nothing was left out beyond what was before
  parts.ids = ids_of(team, graph, numbers, parts.partition);
  return csr_graph(team.rank(), std::move(parts));
}

csr_graph join_graphs(rank_team& team, const csr_graph& first, const csr_graph& second,
                      const join_options& options) {
  check_pair(first, second);
  const bool are_given = check_ids(team, first, second, options);
  require_memory_everywhere(team, label_bytes(first) + label_bytes(second), "join");
  const auto table = std::make_shared<name_table>();
  const row_choice of_first =
      are_given ? by_ids(team, first, options.first_ids) : by_labels(team, first, table);
  const row_choice of_second =
      are_given ? by_ids(team, second, options.second_ids) : by_labels(team, second, table);
  csr_graph built = build_graph(
      team,
      [&](input_part /*part*/) {
        return std::make_unique<two_inputs>(first, of_first, second, of_second);
      },
      {.directed = first.directed(),
       .parallel = options.rule,
       .keep_self_loops = true,
       .in_edges = !first.directed() || (first.has_in_edges() && second.has_in_edges())});
  csr_parts parts = with_facts_of(team, first, std::move(built)).take_parts();
  parts.facts.dropped_loops += second.facts().dropped_loops;
  parts.facts.dropped_duplicates += second.facts().dropped_duplicates;
  return csr_graph(team.rank(), std::move(parts));
}

csr_graph renumbered(const rank_team& team, csr_graph graph) {
  csr_parts parts = std::move(graph).take_parts();
  parts.ids = id_map();
  return csr_graph(team.rank(), std::move(parts));
}

}  // namespace orujo
