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

/// Numbers of the names of all vertices that `stays` keeps.
std::vector<std::uint64_t> numbered_names(rank_team& team, const csr_graph& graph,
                                          std::span<const std::uint8_t> stays, name_table& table) {
  constexpr std::size_t at_once = 4096;
  const name_lookup names(team, graph, ghosts_of(graph));
  std::vector<std::uint64_t> numbers(num_known(graph));
  std::vector<local_vertex> which;
  std::vector<std::string_view> asked;
  std::vector<std::uint64_t> told(at_once);
  const auto number_some = [&] {
    table.number(asked, std::span(told).first(asked.size()));
    for (std::size_t i = 0; i < which.size(); ++i) { numbers[which[i]] = told[i]; }
    which.clear();
    asked.clear();
  };
  for (std::size_t known = 0; known < numbers.size(); ++known) {
    const auto v = static_cast<local_vertex>(known);
    if (!stays.empty() && stays[v] == 0) { continue; }
    which.push_back(v);
    asked.push_back(names[graph.global(v)]);
    if (asked.size() == at_once) { number_some(); }
  }
  number_some();
  return numbers;
}

/// What the input calls the vertices that `stays` keeps; names get their numbers in `table`.
/// Call: collective.
row_labels labels_of(rank_team& team, const csr_graph& graph, std::span<const std::uint8_t> stays,
                     const std::shared_ptr<name_table>& table) {
  const id_map& ids = graph.ids();
  if (ids.is_named()) {
    return {.each = numbered_names(team, graph, stays, *table), .names = table};
  }
  if (ids.is_dense()) { return {.offset = ids.offset()}; }
  std::vector<std::uint64_t> each = ids.stored();
  const std::vector<std::uint64_t> others = input_ids_of(team, graph, ghosts_of(graph));
  each.insert(each.end(), others.begin(), others.end());
  return {.each = std::move(each)};
}

/// What labels_of() keeps while a graph is built.
std::uint64_t label_bytes(const csr_graph& graph) {
  return graph.ids().is_dense() && !graph.ids().is_named()
             ? 0
             : num_known(graph) * 8 + graph.ids().names().memory_bytes();
}

/// One input after the other, each with the facts that both have.
class two_inputs final : public edge_input {
public:
  two_inputs(const csr_graph& first, row_labels first_labels, const csr_graph& second,
             row_labels second_labels)
      : parts_{std::make_unique<row_input>(first, row_choice{.labels = std::move(first_labels)}),
               std::make_unique<row_input>(second, row_choice{.labels = std::move(second_labels)})},
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
  return csr_graph(team.rank(), std::move(parts));
}

std::vector<std::uint8_t> with_ghosts(rank_team& team, const csr_graph& graph,
                                      std::span<const std::uint8_t> owned) {
  std::vector<std::uint8_t> all(num_known(graph));
  std::copy(owned.begin(), owned.end(), all.begin());
  ghost_values<std::uint8_t>(team, graph).update(all);
  return all;
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
  require_everywhere(first.ids().is_named() == second.ids().is_named(),
                     "join: one graph names its vertices and the other numbers them; read both "
                     "with names");
}

}  // namespace

csr_graph extract_graph(rank_team& team, const csr_graph& graph, const graph_selection& selection) {
  const bool chooses = check_selection(team, graph, selection);
  require_memory_everywhere(team, num_known(graph) + label_bytes(graph), "extract");
  const std::vector<std::uint8_t> stays =
      chooses ? with_ghosts(team, graph, selection.vertices) : std::vector<std::uint8_t>{};
  const row_choice choice = {
      .labels = labels_of(team, graph, stays, std::make_shared<name_table>()),
      .vertices = stays,
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
  return csr_graph(team.rank(), std::move(parts));
}

csr_graph join_graphs(rank_team& team, const csr_graph& first, const csr_graph& second,
                      parallel_edges rule) {
  check_pair(first, second);
  require_memory_everywhere(team, label_bytes(first) + label_bytes(second), "join");
  const auto table = std::make_shared<name_table>();
  const row_labels of_first = labels_of(team, first, {}, table);
  const row_labels of_second = labels_of(team, second, {}, table);
  csr_graph built = build_graph(
      team,
      [&](input_part /*part*/) {
        return std::make_unique<two_inputs>(first, of_first, second, of_second);
      },
      {.directed = first.directed(),
       .parallel = rule,
       .keep_self_loops = true,
       .in_edges = !first.directed() || (first.has_in_edges() && second.has_in_edges())});
  return with_facts_of(team, first, std::move(built));
}

csr_graph renumbered(const rank_team& team, csr_graph graph) {
  csr_parts parts = std::move(graph).take_parts();
  parts.ids = id_map();
  return csr_graph(team.rank(), std::move(parts));
}

}  // namespace orujo
