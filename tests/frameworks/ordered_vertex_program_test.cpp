// A vertex program has the same states under every order of work as in iterations.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "../../examples/vertex_programs/connected_components.hpp"
#include "../../examples/vertex_programs/shortest_paths.hpp"
#include "frameworks/serial_programs.hpp"
#include "orujo/frameworks/vertex_centric/ordered_vertex_engine.hpp"

namespace orujo::test {

namespace {

const given_graph& crowd() {
  static const given_graph list = random_list(9, 240, 1100);
  return list;
}

/// Throws at one vertex, if it is told to.
struct paths_that_may_fail : shortest_paths {
  bool fails = false;

  bool apply(const program_vertex& v, state& mine, state total) const {
    if (fails && v.id == 2) { throw std::runtime_error("apply has failed"); }
    return shortest_paths::apply(v, mine, total);
  }
};

std::vector<label_options> some_orders() {
  return {{.order = {order_kind::unordered, 0}},
          {.order = {order_kind::buckets, 8}},
          {.order = {order_kind::priority_per_worker, 0}},
          {.order = {order_kind::strict, 0}}};
}

TEST(ordered_vertex_program, finds_shortest_paths_under_every_order) {
  const std::vector<std::uint32_t> expected = serial_distances(crowd(), 2);
  on_teams(few_teams(), [&](rank_team& team) {
    edge_chunk chunk;
    for (std::size_t i = 0; i < crowd().edges.size(); ++i) {
      chunk.edges.push_back(crowd().edges[i]);
      chunk.weights.push_back(length_of(i));
    }
    const csr_graph graph =
        graph_from_edges(team, crowd().vertices, chunk,
                         {.directed = true, .weights = {.from = weight_origin::input}});
    for (const label_options& options : some_orders()) {
      ordered_vertex_engine engine(team, graph, paths_that_may_fail{{2}}, options);
      engine.run();
      EXPECT_EQ(all_values<std::uint32_t>(team, engine.states()), expected);
      EXPECT_GE(engine.work().useful, 1U);
    }
  });
}

TEST(ordered_vertex_program, finds_components_whether_few_or_many_vertices_begin) {
  for (const vertex_id vertices : {vertex_id{200}, vertex_id{3000}}) {
    const given_graph list = random_list(3, vertices, vertices);
    const std::vector<std::uint32_t> expected = serial_components(list);
    on_teams({team_of(1, 2), team_of(3, 1), team_of(2, 2, sim_model_of(2))}, [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      ordered_vertex_engine engine(team, graph, connected_components{});
      engine.run();
      EXPECT_EQ(all_values<std::uint32_t>(team, engine.states()), expected);
    });
  }
}

/// The same with the greatest number: the best labels are those of the last vertices.
struct greatest_of_component : connected_components {
  [[nodiscard]] static state first(const program_vertex& v) {
    return static_cast<state>(v.vertices - 1 - v.id);
  }
};

TEST(ordered_vertex_program, takes_roots_in_any_order) {
  const given_graph list = random_list(3, 1500, 1500);
  std::vector<std::uint32_t> expected = serial_components(list);
  std::vector<std::uint32_t> greatest(list.vertices);
  for (std::uint32_t v = 0; v < list.vertices; ++v) { greatest[expected[v]] = v; }
  const std::vector<std::uint32_t> least = expected;
  for (std::uint32_t& each : expected) {
    each = static_cast<std::uint32_t>(list.vertices) - 1 - greatest[each];
  }
  on_teams({team_of(1, 1), team_of(1, 3), team_of(2, 2, sim_model_of(2))}, [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    for (const label_options& options :
         {label_options{.order = {order_kind::unordered, 0}},
          label_options{.order = {order_kind::priority_per_worker, 0}}}) {
      ordered_vertex_engine forwards(team, graph, connected_components{}, options);
      ordered_vertex_engine backwards(team, graph, greatest_of_component{}, options);
      for (int times = 0; times < 2; ++times) {
        forwards.run();
        EXPECT_EQ(all_values<std::uint32_t>(team, forwards.states()), least);
        EXPECT_EQ(forwards.work().useful, list.vertices);
        backwards.run();
        EXPECT_EQ(all_values<std::uint32_t>(team, backwards.states()), expected);
      }
    }
  });
}

TEST(ordered_vertex_program, ends_the_run_of_all_ranks_where_apply_throws_alone) {
  const auto run = [](rank_team& team) {
    const csr_graph graph = crowd().graph(team);
    ordered_vertex_engine engine(team, graph, paths_that_may_fail{{2}, true});
    engine.run();
  };
  for (const launch_options& options : {team_of(1, 1), team_of(3, 2)}) {
    try {
      run_team(options, run);
      FAIL() << name_of(options);
    } catch (const std::runtime_error& problem) {
      EXPECT_STREQ(problem.what(), "apply has failed");
    }
  }
}

}  // namespace

}  // namespace orujo::test
