// Strongly connected components are right on every team, and wrong ones are found out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/scc/scc.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "algorithms/components_graphs.hpp"
#include "algorithms/generated_graphs.hpp"
#include "orujo/algorithms/scc/verify.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/graph_source.hpp"

namespace orujo::test::scc_tests {

namespace {

/// Colours until nothing is left, and what is chosen without a word: one rank searches the rest.
const std::vector<scc_options> scc_ways = {{.serial_size = 0}, {}};

/// Tarjan's search by recursion, as textbooks have it.
class recursive_tarjan {
public:
  explicit recursive_tarjan(const listed_graph& listed)
      : next_(listed.vertices), time_(listed.vertices), low_(listed.vertices) {
    for (const auto& [from, to] : listed.edges) { next_[from].push_back(to); }
    labels_.assign(listed.vertices, no_vertex);
    for (vertex_id v = 0; v < listed.vertices; ++v) {
      if (time_[v] == 0) { visit(v); }
    }
  }

  [[nodiscard]] const std::vector<vertex_id>& labels() const { return labels_; }

private:
  void visit(vertex_id v) {
    low_[v] = time_[v] = ++now_;
    stack_.push_back(v);
    for (const vertex_id to : next_[v]) {
      if (time_[to] == 0) {
        visit(to);
        low_[v] = std::min(low_[v], low_[to]);
      } else if (labels_[to] == no_vertex) {
        low_[v] = std::min(low_[v], time_[to]);
      }
    }
    if (low_[v] != time_[v]) { return; }
    const auto first = std::find(stack_.begin(), stack_.end(), v);
    const vertex_id least = *std::min_element(first, stack_.end());
    std::for_each(first, stack_.end(), [&](vertex_id each) { labels_[each] = least; });
    stack_.erase(first, stack_.end());
  }

  std::vector<std::vector<vertex_id>> next_;
  std::vector<std::uint64_t> time_;
  std::vector<std::uint64_t> low_;
  std::vector<vertex_id> stack_;
  std::vector<vertex_id> labels_;
  std::uint64_t now_ = 0;
};

std::vector<vertex_id> all_labels(rank_team& team, const scc_labels& found) {
  return all_gather(team, found.label.span()).take_items();
}

std::string texts(const std::vector<scc_violation>& violations) {
  std::string all;
  for (const scc_violation& each : violations) { all += each.text() + "; "; }
  return all;
}

void expect_sizes(const scc_facts& facts, const std::vector<vertex_id>& labels) {
  std::map<vertex_id, std::uint64_t> sizes;
  for (const vertex_id label : labels) { ++sizes[label]; }
  std::uint64_t largest = 0;
  std::uint64_t nontrivial = 0;
  for (const auto& [label, size] : sizes) {
    largest = std::max(largest, size);
    nontrivial += size > 1 ? 1U : 0U;
  }
  EXPECT_EQ(facts.components, sizes.size());
  EXPECT_EQ(facts.largest, largest);
  EXPECT_EQ(facts.nontrivial, nontrivial);
}

/// All ways, of which one result is verified.
void expect_strong(rank_team& team, const csr_graph& graph,
                   const std::vector<vertex_id>& expected) {
  for (const scc_options& way : scc_ways) {
    const scc_labels found = scc(team, graph, way);
    EXPECT_EQ(all_labels(team, found), expected);
    expect_sizes(found.facts, expected);
  }
  const auto violations = verify_scc(team, graph, scc(team, graph));
  EXPECT_TRUE(violations.empty()) << texts(violations);
}

void expect_strong(const std::vector<launch_options>& teams, const listed_graph& listed,
                   const build_options& how = {.directed = true}) {
  const std::vector<vertex_id> expected = recursive_tarjan(listed).labels();
  on_teams(teams, [&](rank_team& team) {
    expect_strong(team, graph_from_edges(team, listed.vertices, listed.edges, how), expected);
  });
}

/// `count` cycles of `size` vertices, one after the other, each joined to the next by an edge if
/// `is_chain`; a vertex of each has the number that `place` gives it.
listed_graph cycles(vertex_id count, vertex_id size, bool is_chain,
                    const std::function<vertex_id(vertex_id)>& place) {
  listed_graph listed{.vertices = count * size};
  for (vertex_id v = 0; v < listed.vertices; ++v) {
    const vertex_id next = v % size + 1 < size ? v + 1 : v + 1 - size;
    listed.edges.push_back({place(v), place(next)});
    if (is_chain && v + size < listed.vertices && v % size == 0) {
      listed.edges.push_back({place(v), place(v + size)});
    }
  }
  return listed;
}

/// The edges that a graph has on this team, on every rank.
listed_graph listed_of(rank_team& team, const csr_graph& graph) {
  std::vector<input_edge> mine;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    for (const local_vertex next : graph.out_edges().row(v)) {
      mine.push_back({graph.global(v), graph.global(next)});
    }
  }
  listed_graph listed{.vertices = graph.num_vertices()};
  for (const auto& part : all_gather(team, std::span<const input_edge>(mine))) {
    listed.edges.insert(listed.edges.end(), part.begin(), part.end());
  }
  return listed;
}

using enum scc_property;
using scc_properties = std::vector<scc_property>;

//  0 -> 4 -> 2    3 <-> 1 -> 7      6
//  ^         |    ^
//  +---------+----+      5 -> 0
const std::vector<input_edge> two_cycles_and_ends = {{0, 4}, {4, 2}, {2, 0}, {2, 3},
                                                     {3, 1}, {1, 3}, {1, 7}, {5, 0}};

/// The properties that the labels lack after `spoil(label, facts)`.
scc_properties lacking_after(
    rank_team& team, const std::function<void(std::vector<vertex_id>&, scc_facts&)>& spoil) {
  const csr_graph graph = graph_from_edges(team, 8, two_cycles_and_ends, {.directed = true});
  scc_labels found = scc(team, graph);
  std::vector<vertex_id> label = {0, 1, 0, 1, 0, 5, 6, 7};
  EXPECT_EQ(all_labels(team, found), label);
  spoil(label, found.facts);
  for (local_vertex v = 0; v < graph.num_local(); ++v) { found.label[v] = label[graph.global(v)]; }
  scc_properties lacks;
  for (const scc_violation& each : verify_scc(team, graph, found)) {
    lacks.push_back(each.property);
    EXPECT_FALSE(each.text().empty());
    EXPECT_GT(each.count, 0U);
  }
  return lacks;
}

}  // namespace

TEST(scc, labels_each_vertex_with_the_least_of_its_component) {
  const listed_graph listed{8, two_cycles_and_ends};
  ASSERT_EQ(recursive_tarjan(listed).labels(), (std::vector<vertex_id>{0, 1, 0, 1, 0, 5, 6, 7}));
  expect_strong(few_teams(), listed);
}

TEST(scc, are_right_on_random_graphs_of_every_density) {
  for (const std::uint64_t edges : {40U, 330U, 450U, 3000U}) {
    SCOPED_TRACE(edges);
    expect_strong(few_teams(), random_graph(edges, 300, edges));
  }
}

TEST(scc, are_right_on_graphs_that_workers_share) {
  expect_strong({team_of(1, 4), team_of(2, 2), team_of(3, 2, sim_model_of(1))},
                random_graph(7, 20000, 30000));
}

TEST(scc, do_not_mind_loops_and_parallel_edges) {
  listed_graph listed = random_graph(5, 80, 120);
  for (vertex_id v = 0; v < 80; v += 3) { listed.edges.push_back({v, v}); }
  listed.edges.insert(listed.edges.end(), listed.edges.begin(), listed.edges.begin() + 60);
  expect_strong(few_teams(), listed,
                {.directed = true, .parallel = parallel_edges::kept, .keep_self_loops = true});
}

TEST(scc, are_right_for_every_family_of_generated_graphs) {
  on_teams({team_of(1, 4), team_of(3, 2), team_of(8, 1, sim_model_of(3))}, [&](rank_team& team) {
    for (const std::string name : generated_graphs) {
      SCOPED_TRACE(name);
      load_options how;
      how.build.directed = true;
      const csr_graph graph = load_graph(team, name, how);
      expect_strong(team, graph, recursive_tarjan(listed_of(team, graph)).labels());
    }
  });
}

TEST(scc, are_right_on_cycles_and_chains_of_cycles_in_every_order) {
  const vertex_id count = 12;
  const vertex_id size = 5;
  const vertex_id all = count * size;
  expect_strong(few_teams(), cycles(count, size, true, [](vertex_id v) { return v; }));
  expect_strong(few_teams(), cycles(count, size, true, [=](vertex_id v) { return all - 1 - v; }));
  expect_strong(few_teams(), cycles(count, size, true, [=](vertex_id v) { return v * 7 % all; }));
  expect_strong(few_teams(), cycles(count, size, false, [=](vertex_id v) { return v * 7 % all; }));
  expect_strong(few_teams(), cycles(1, all, false, [=](vertex_id v) { return v * 7 % all; }));
}

TEST(scc, of_paths_are_single_vertices_however_often_they_change_ranks) {
  const listed_graph path = hopping_path(8, 6);
  expect_strong(few_teams(), path);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, path.vertices, path.edges, {.directed = true});
    EXPECT_EQ(scc(team, graph).facts.trimmed, path.vertices);
  });
}

// What a cycle has beside it is trimmed before it is found, and after that.
TEST(scc, trim_what_leads_to_cycles_between_them_and_from_them) {
  listed_graph listed = cycles(2, 20, false, [](vertex_id v) { return v; });
  listed.vertices = 46;
  listed.edges.insert(listed.edges.end(),
                      {{40, 41}, {41, 0}, {7, 42}, {42, 43}, {43, 25}, {30, 44}, {44, 45}});
  expect_strong(few_teams(), listed);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = true});
    EXPECT_EQ(scc(team, graph, {.serial_size = 0}).facts.trimmed, 6U);
    EXPECT_EQ(scc(team, graph).facts.from_pivot, 20U);
  });
}

TEST(scc, are_found_by_colours_or_by_one_rank) {
  const listed_graph listed = cycles(3, 60, true, [](vertex_id v) { return v; });
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = true});
    const scc_labels by_colours = scc(team, graph, {.serial_size = 0});
    EXPECT_EQ(by_colours.facts.from_pivot, 60U);
    EXPECT_GT(by_colours.facts.colour_rounds, 0U);
    EXPECT_EQ(by_colours.facts.searched_alone, 0U);
    const scc_labels alone = scc(team, graph);
    EXPECT_EQ(alone.facts.colour_rounds, 0U);
    EXPECT_EQ(alone.facts.searched_alone, 120U);
  });
}

TEST(scc, of_undirected_graphs_are_connected_components) {
  const listed_graph listed = random_graph(3, 200, 130);
  const std::vector<vertex_id> expected = serial_labels(listed);
  on_teams(few_teams(), [&](rank_team& team) {
    expect_strong(team, graph_from_edges(team, listed.vertices, listed.edges, {.directed = false}),
                  expected);
  });
}

TEST(scc, of_graphs_without_edges_are_single_vertices) {
  expect_strong(few_teams(), {.vertices = 17});
  expect_strong(few_teams(), {.vertices = 1});
  expect_strong(few_teams(), {.vertices = 3, .edges = {{1, 1}}});
}

TEST(scc, of_a_graph_without_vertices_are_none) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 0, std::vector<input_edge>{}, {.directed = true});
    for (const scc_options& way : scc_ways) {
      const scc_labels found = scc(team, graph, way);
      EXPECT_EQ(found.facts.components, 0U);
      EXPECT_EQ(found.facts.largest, 0U);
      EXPECT_TRUE(verify_scc(team, graph, found).empty());
    }
  });
}

TEST(scc, refuses_directed_graphs_without_in_edges_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}},
                                             {.directed = true, .in_edges = false});
    EXPECT_THROW(static_cast<void>(scc(team, graph)), agreed_error);
    scc_labels found;
    found.label = huge_array<vertex_id>(graph.num_local());
    EXPECT_THROW(static_cast<void>(verify_scc(team, graph, found)), usage_error);
  });
}

TEST(scc_verify, finds_what_is_wrong) {
  on_teams(few_teams(), [](rank_team& team) {
    const auto lacking = [&](auto spoil) { return lacking_after(team, spoil); };
    EXPECT_EQ(lacking([](auto&, auto&) {}), scc_properties{});
    // Merged with one that is led to, with one that leads there, and with one that is apart.
    EXPECT_EQ(lacking([](auto& label, auto& facts) {
                label[3] = label[1] = 0;
                --facts.components;
                --facts.nontrivial;
                facts.largest = 5;
              }),
              scc_properties{label_is_led_to});
    EXPECT_EQ(lacking([](auto& label, auto&) { label[5] = 0; }),
              (scc_properties{label_leads_here, facts_add_up}));
    EXPECT_EQ(lacking([](auto& label, auto&) { label[6] = 0; }),
              (scc_properties{label_leads_here, label_is_led_to, facts_add_up}));
    // Split: both halves name themselves.
    EXPECT_EQ(lacking([](auto& label, auto& facts) {
                label[3] = 3;
                ++facts.components;
                --facts.nontrivial;
              }),
              scc_properties{no_cycle_of_labels});
    // The right vertices under another name.
    EXPECT_EQ(lacking([](auto& label, auto&) { label[1] = label[3] = 3; }),
              scc_properties{label_is_not_greater});
    EXPECT_EQ(
        lacking([](auto& label, auto&) { label[6] = no_vertex; }),
        (scc_properties{label_is_not_greater, label_leads_here, label_is_led_to, facts_add_up}));
    EXPECT_EQ(lacking([](auto&, auto& facts) { ++facts.components; }),
              scc_properties{facts_add_up});
    EXPECT_EQ(lacking([](auto&, auto& facts) { ++facts.largest; }), scc_properties{facts_add_up});
    EXPECT_EQ(lacking([](auto&, auto& facts) { ++facts.nontrivial; }),
              scc_properties{facts_add_up});
  });
}

TEST(scc_verify, refuses_labels_of_another_graph_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, 3, std::vector<input_edge>{{0, 1}}, {.directed = true});
    EXPECT_THROW(static_cast<void>(verify_scc(team, graph, {})), usage_error);
  });
}

}  // namespace orujo::test::scc_tests
