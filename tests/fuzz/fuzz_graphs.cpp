// Fuzzes the builder and all writers: a graph is built on one team, compared with a model that is
// made serially, written in some format, and read again by another team as the same graph.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <limits>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "fuzz/fuzz_team.hpp"
#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/writer.hpp"

namespace orujo::test {
namespace {

struct file_kind {
  std::string_view name;
  bool keeps_ids = false;
  bool keeps_weights = false;
  bool says_direction = true;
};

constexpr std::array<file_kind, 11> kinds = {{
    {.name = "a.el", .keeps_ids = true, .says_direction = false},
    {.name = "a.wel", .keeps_ids = true, .keeps_weights = true, .says_direction = false},
    {.name = "a.csv", .keeps_ids = true, .keeps_weights = true},
    {.name = "a.tsv", .keeps_ids = true, .keeps_weights = true},
    {.name = "a.txt", .keeps_ids = true, .keeps_weights = true},
    {.name = "a.mtx", .keeps_weights = true},
    {.name = "a.gr", .keeps_weights = true, .says_direction = false},
    {.name = "a.graph", .keeps_weights = true},
    {.name = "a.sg"},
    {.name = "a.wsg", .keeps_weights = true},
    {.name = "a.orj", .keeps_ids = true, .keeps_weights = true},
}};

/// What is built, by whom, and where it goes.
struct graph_case {
  launch_options builders;
  launch_options readers;
  input_script script;
  build_options build;
  file_kind kind;
};

/// Spreads small numbers over the ids that a file may have.
std::uint64_t spread(std::size_t how, std::uint8_t number) {
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max() - 1;
  switch (how) {
    case 1: return std::uint64_t{number} * 3 + 7;
    case 2: return mix64(number) >> 1U;
    case 3: return last - number;
    case 4: return (std::uint64_t{1} << 32U) - 128 + number;
    default: return number;
  }
}

void add_edges(fuzz_input& input, input_script& script) {
  const std::size_t ids = input.choice(5);
  const std::uint32_t factor = input.coin() ? 16777619 : 1;
  while (!input.ended()) {
    const std::uint8_t source = input.byte();
    const std::uint8_t target = input.byte();
    script.edges.edges.push_back({spread(ids, source), spread(ids, target)});
    script.edges.weights.push_back(input.byte() * factor);
  }
  if (!script.weighted) { script.edges.weights.clear(); }
  if (ids == 0 && script.facts.declared_vertices) { script.facts.declared_vertices = 256; }
  if (ids != 0) { script.facts.declared_vertices.reset(); }
}

graph_case case_of(fuzz_input& input) {
  graph_case made;
  made.builders = team_of(input);
  made.readers = team_of(input);
  made.kind = kinds[input.choice(kinds.size())];
  made.build = {.directed = input.coin(),
                .balance = input.coin() ? block_balance::vertices : block_balance::edges,
                .parallel = input.coin() ? parallel_edges::kept : parallel_edges::lightest,
                .keep_self_loops = input.coin(),
                .in_edges = !input.coin(),
                .keep_isolated = !input.coin(),
                .wide_ids = input.coin()};
  const std::size_t weights = input.choice(3);
  made.script.weighted = weights > 0;
  made.script.facts.weights = static_cast<weight_kind>(weights);
  if (input.coin()) { made.script.facts.declared_vertices = 0; }
  made.script.facts.name = "fuzz";
  add_edges(input, made.script);
  return made;
}

void compare_with_model(rank_team& team, const csr_graph& graph, const graph_case& made) {
  expect_sound(team, graph);
  expect_mirrored(team, graph);
  model_graph model = model_of(made.script.edges, *made.build.directed, made.build);
  if (made.script.facts.declared_vertices && made.build.keep_isolated) {
    model.ids.resize(*made.script.facts.declared_vertices);
    std::iota(model.ids.begin(), model.ids.end(), 0U);
  }
  EXPECT_EQ(all_ids(team, graph), model.ids);
  EXPECT_EQ(all_arcs(team, graph, graph.out_edges(), false), model.out);
  EXPECT_EQ(graph.facts().num_edges, model.edges);
  EXPECT_EQ(graph.facts().dropped_loops, model.dropped_loops);
  EXPECT_EQ(graph.facts().dropped_duplicates, model.dropped_duplicates);
}

/// An arc by what a format keeps: ids or places among them, and the weight or 0.
struct kept_arc {
  std::uint64_t source;
  std::uint64_t target;
  double weight;
  auto operator<=>(const kept_arc&) const = default;
};

std::ostream& operator<<(std::ostream& out, const kept_arc& arc) {
  return out << arc.source << "->" << arc.target << " (" << arc.weight << ")";
}

std::vector<kept_arc> kept_arcs(rank_team& team, const csr_graph& graph, const file_kind& kind) {
  const std::vector<std::uint64_t> ids = all_ids(team, graph);
  const auto kept_id = [&](std::uint64_t id) {
    const auto place = std::lower_bound(ids.begin(), ids.end(), id) - ids.begin();
    return kind.keeps_ids ? id : static_cast<std::uint64_t>(place);
  };
  std::vector<kept_arc> arcs;
  for (const model_arc& arc : all_arcs(team, graph, graph.out_edges(), false)) {
    const double weight = kind.keeps_weights ? arc.weight : 0;
    arcs.push_back({kept_id(arc.source), kept_id(arc.target), weight});
  }
  std::sort(arcs.begin(), arcs.end());
  return arcs;
}

/// Whether the file cannot be expected to hold the graph completely.
bool loses(const graph_case& made, const graph_facts& facts) {
  const bool lists_twice = !facts.directed && !made.kind.says_direction;
  const bool adds_weights = facts.weights == weight_kind::none && made.kind.keeps_weights;
  return facts.num_edges == 0 || (lists_twice && made.build.parallel == parallel_edges::kept) ||
         (adds_weights && made.kind.name == "a.gr");
}

void build_write_read(fuzz_input input) {
  static const fuzz_folder folder;
  const graph_case made = case_of(input);
  const std::string path = folder.path(made.kind.name);
  std::vector<kept_arc> arcs;
  bool lost = true;
  const bool written = run_documented(made.builders, [&](rank_team& team) {
    const csr_graph graph = build_graph(team, opener_of(made.script), made.build);
    compare_with_model(team, graph, made);
    std::vector<kept_arc> kept = kept_arcs(team, graph, made.kind);
    write_graph(team, graph, path);
    if (index_of(team.rank()) == 0) {
      arcs = std::move(kept);
      lost = loses(made, graph.facts());
    }
  });
  if (!written || lost) { return; }
  load_options load;
  load.build.directed = made.build.directed;
  load.build.parallel = made.build.parallel;
  load.build.keep_self_loops = made.build.keep_self_loops;
  const bool read = run_documented(made.readers, [&](rank_team& team) {
    const csr_graph graph = load_graph(team, path, load);
    EXPECT_EQ(kept_arcs(team, graph, made.kind), arcs);
  });
  demand(read, "what was written is not read");
}

}  // namespace
}  // namespace orujo::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const bool once = (orujo::test::end_at_failed_checks(), true);
  static_cast<void>(once);
  orujo::test::build_write_read({bytes, size});
  return 0;
}
