// Vertex programs find what plain loops do, on every team.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../examples/vertex_programs/breadth_first.hpp"
#include "../../examples/vertex_programs/connected_components.hpp"
#include "../../examples/vertex_programs/label_propagation.hpp"
#include "../../examples/vertex_programs/local_clustering.hpp"
#include "../../examples/vertex_programs/page_rank.hpp"
#include "../../examples/vertex_programs/shortest_paths.hpp"
#include "frameworks/serial_programs.hpp"
#include "orujo/frameworks/vertex_centric/gathering_engine.hpp"
#include "orujo/frameworks/vertex_centric/vertex_engine.hpp"

namespace orujo::test {

namespace {

/// Loops and parallel edges, vertices without edges, and one that half of the edges end at.
const given_graph& tangle() {
  static const given_graph list = [] {
    given_graph made = random_list(5, 260, 1500);
    made.vertices = 270;
    return made;
  }();
  return list;
}

csr_graph with_lengths(rank_team& team, const given_graph& list) {
  edge_chunk chunk;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    chunk.edges.push_back(list.edges[i]);
    chunk.weights.push_back(length_of(i));
  }
  return graph_from_edges(team, list.vertices, chunk,
                          {.directed = true, .weights = {.from = weight_origin::input}});
}

template <typename Engine>
auto states_of(rank_team& team, const Engine& engine) {
  using state = typename Engine::state_type;
  return all_values<state>(team, engine.states());
}

TEST(vertex_program, finds_shortest_paths) {
  for (const given_graph& list : {tangle(), path_list(25)}) {
    const std::vector<std::uint32_t> expected = serial_distances(list, 1);
    on_teams(all_teams(1), [&](rank_team& team) {
      const csr_graph graph = with_lengths(team, list);
      vertex_engine engine(team, graph, shortest_paths{1});
      EXPECT_TRUE(engine.run().converged);
      EXPECT_EQ(states_of(team, engine), expected);
    });
  }
}

TEST(vertex_program, takes_paths_too_long_for_a_number_as_none) {
  const given_graph list = path_list(4);
  on_teams(few_teams(), [&](rank_team& team) {
    edge_chunk chunk;
    chunk.edges = list.edges;
    chunk.weights.assign(list.edges.size(), std::uint32_t{1} << 31U);
    const csr_graph graph = graph_from_edges(
        team, list.vertices, chunk, {.directed = true, .weights = {.from = weight_origin::input}});
    vertex_engine engine(team, graph, shortest_paths{0});
    EXPECT_TRUE(engine.run().converged);
    EXPECT_EQ(states_of(team, engine),
              (std::vector<std::uint32_t>{0, std::uint32_t{1} << 31U, unheard, unheard}));
  });
}

TEST(vertex_program, finds_components_along_edges_both_ways) {
  const std::vector<std::uint32_t> expected = serial_components(tangle());
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = tangle().graph(team);
    vertex_engine engine(team, graph, connected_components{});
    engine.run();
    EXPECT_EQ(states_of(team, engine), expected);
  });
}

TEST(vertex_program, finds_the_parents_of_a_search) {
  const std::vector<vertex_id> expected = serial_parents(tangle(), 3);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = tangle().graph(team);
    vertex_engine engine(team, graph, breadth_first{3});
    engine.run();
    EXPECT_EQ(states_of(team, engine), expected);
  });
}

TEST(vertex_program, ranks_pages_as_closely_as_the_threshold_says) {
  const std::vector<double> expected = serial_ranks(tangle(), 0.85);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = tangle().graph(team);
    vertex_engine engine(team, graph, page_rank{.threshold = 1e-7});
    EXPECT_TRUE(engine.run().converged);
    const std::vector<page_rank::state> found = states_of(team, engine);
    for (std::size_t v = 0; v < expected.size(); ++v) {
      // What a vertex has not told is at most the threshold for each of its edges, and that is
      // passed on at most 1 / (1 - damping) times.
      EXPECT_NEAR(found[v].rank, expected[v], 1e-7 * 1500 / 0.15) << v;
    }
  });
}

TEST(vertex_program, propagates_labels_in_fixed_rounds) {
  for (const int rounds : {1, 4}) {
    const std::vector<vertex_id> expected = serial_labels(tangle(), rounds);
    on_teams(few_teams(), [&](rank_team& team) {
      const csr_graph graph = tangle().graph(team);
      gathering_engine engine(team, graph, label_propagation{});
      const vertex_run& run = engine.run({.max_iterations = static_cast<std::uint64_t>(rounds)});
      EXPECT_EQ(run.iterations.size(), static_cast<std::size_t>(rounds));
      EXPECT_FALSE(run.converged);
      EXPECT_EQ(states_of(team, engine), expected);
    });
  }
}

TEST(vertex_program, computes_local_clustering) {
  const std::vector<double> expected = serial_clustering(tangle());
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, tangle().vertices, tangle().edges,
                                             {.directed = true, .parallel = parallel_edges::one});
    gathering_engine engine(team, graph, local_clustering{});
    EXPECT_TRUE(engine.run().converged);
    EXPECT_EQ(states_of(team, engine), expected);
  });
}

TEST(vertex_program, runs_again_from_the_start) {
  const std::vector<std::uint32_t> expected = serial_distances(tangle(), 1);
  on_teams({team_of(1, 1), team_of(2, 2)}, [&](rank_team& team) {
    const csr_graph graph = with_lengths(team, tangle());
    vertex_engine engine(team, graph, shortest_paths{1});
    EXPECT_FALSE(engine.run({.max_iterations = 1}).converged);
    EXPECT_EQ(engine.run().iterations.front().active, 1U);
    EXPECT_EQ(states_of(team, engine), expected);
  });
}

TEST(vertex_program, takes_a_graph_without_vertices) {
  on_teams({team_of(1, 1), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 0, std::span<const input_edge>(), {});
    vertex_engine components(team, graph, connected_components{});
    EXPECT_TRUE(components.run().converged);
    gathering_engine labels(team, graph, label_propagation{});
    EXPECT_TRUE(labels.run().converged);
  });
}

/// Every vertex says in each iteration how often it has applied; the program stops once all
/// vertices together have done so often enough, or the greatest number of a vertex is reached.
struct counting {
  using state = std::uint64_t;
  using reduction = addition<std::uint64_t>;
  using aggregate = addition<std::uint64_t>;
  std::uint64_t enough;

  static state initial(const program_vertex&) { return 0; }
  static std::optional<state> first(const program_vertex& v) {
    return v.id == 0 ? std::optional<state>(0) : std::nullopt;
  }
  static state gather(state told) { return told; }
  static state contribute(const program_vertex&, const state& mine) { return mine; }
  [[nodiscard]] bool stops(state all) const { return all >= enough; }
  static bool apply(const program_vertex&, state& mine, state /*total*/, state all) {
    mine = all + 1;
    return true;
  }
  static state scatter(const program_vertex&, const state&) { return 1; }
};

TEST(vertex_program, sees_what_all_have_contributed_before) {
  // On a path each vertex applies once, after the one before it: 1, then 1 + 1, 1 + 2 + 1, …
  on_teams(all_teams(0), [](rank_team& team) {
    const csr_graph graph = path_list(12).graph(team);
    vertex_engine engine(team, graph, counting{.enough = ~std::uint64_t{0}});
    EXPECT_EQ(engine.run().iterations.size(), 12U);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t v = 0; v < 12; ++v) { expected.push_back(std::uint64_t{1} << v); }
    EXPECT_EQ(states_of(team, engine), expected);
    EXPECT_EQ(engine.global(), (std::uint64_t{1} << 12U) - 1);
  });
}

TEST(vertex_program, stops_when_it_says_so) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = path_list(12).graph(team);
    vertex_engine engine(team, graph, counting{.enough = 15});
    for (int times = 0; times < 2; ++times) {  // nothing is left of the run before
      const vertex_run& run = engine.run();
      EXPECT_TRUE(run.converged);
      EXPECT_EQ(run.iterations.size(), 4U);
    }
  });
}

TEST(vertex_program, counts_what_iterations_did) {
  on_teams({team_of(1, 2), team_of(3, 2)}, [](rank_team& team) {
    const given_graph path = path_list(30);
    const csr_graph graph = path.graph(team);
    vertex_engine engine(team, graph, breadth_first{0});
    const vertex_run& run = engine.run();
    ASSERT_EQ(run.iterations.size(), 30U);
    iteration_facts all;
    for (const iteration_facts& each : run.iterations) {
      EXPECT_EQ(each.active, 1U);
      EXPECT_EQ(each.scattering, 1U);
      all.edges += each.edges;
      all.messages += each.messages;
      all.bytes += each.bytes;
    }
    EXPECT_EQ(all.edges, 29U);
    EXPECT_EQ(all.messages, static_cast<std::uint64_t>(team.size() - 1));
    EXPECT_EQ(all.bytes, all.messages * 16);
    report_card card;
    run.describe(card);
    EXPECT_EQ(card.entries().size(), 2U);
  });
}

TEST(vertex_program, pulls_where_most_vertices_scatter) {
  on_teams({team_of(1, 1), team_of(2, 2)}, [](rank_team& team) {
    const csr_graph graph = dense_list(120).graph(team);
    vertex_engine engine(team, graph, page_rank{});
    const vertex_run& run = engine.run();
    EXPECT_TRUE(run.iterations.front().pulled);
    const csr_graph one_way =
        graph_from_edges(team, 120, dense_list(120).edges, {.directed = true, .in_edges = false});
    vertex_engine pushing(team, one_way, page_rank{});
    for (const iteration_facts& each : pushing.run().iterations) { EXPECT_FALSE(each.pulled); }
  });
}

TEST(vertex_program, refuses_what_the_graph_does_not_have) {
  on_teams({team_of(1, 1), team_of(2, 1)}, [](rank_team& team) {
    const csr_graph one_way =
        graph_from_edges(team, 20, path_list(20).edges, {.directed = true, .in_edges = false});
    EXPECT_THROW(vertex_engine(team, one_way, connected_components{}), agreed_error);
    EXPECT_THROW(gathering_engine(team, one_way, label_propagation{}), agreed_error);
    edge_chunk real;
    real.edges = {{0, 1}};
    real.weights = {0.5};
    const csr_graph graph = graph_from_edges(
        team, 20, real, {.directed = true, .weights = {.from = weight_origin::input}});
    EXPECT_THROW(vertex_engine(team, graph, shortest_paths{0}), agreed_error);
  });
}

/// Throws where one vertex applies, gathers or scatters.
struct failing {
  using state = std::uint32_t;
  using reduction = addition<std::uint32_t>;
  std::string_view where;

  void fail_in(std::string_view what, bool here) const {
    if (here && what == where) { throw std::runtime_error(std::string(what) + " has failed"); }
  }
  state initial(const program_vertex& v) const {
    fail_in("initial", v.id == 17);
    return 0;
  }
  state first(const program_vertex& v) const {
    fail_in("first", v.id == 17);
    return 1;
  }
  state gather(state told) const {
    fail_in("gather", told == 17);
    return told;
  }
  bool apply(const program_vertex& v, state& mine, state /*total*/) const {
    fail_in("apply", v.id == 17);
    return ++mine == 1;
  }
  state scatter(const program_vertex& v, const state&) const {
    fail_in("scatter", v.id == 17);
    return static_cast<state>(v.id);
  }
};

std::string message_of_run(const launch_options& options, const failing& program,
                           const given_graph& list) {
  try {
    run_team(options, [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      vertex_engine engine(team, graph, program);
      engine.run();
    });
  } catch (const std::runtime_error& problem) { return problem.what(); }
  return "nothing";
}

TEST(vertex_program, ends_the_run_of_all_ranks_where_it_throws_alone) {
  for (const std::string where : {"initial", "first", "gather", "apply", "scatter"}) {
    for (const launch_options& options :
         {team_of(1, 4), team_of(3, 2), team_of(2, 1, sim_model_of(1))}) {
      // A path is gone along by one worker, the tangle by all.
      for (const given_graph& list : {path_list(20), tangle()}) {
        EXPECT_EQ(message_of_run(options, {where}, list), where + " has failed")
            << name_of(options);
      }
    }
  }
}

}  // namespace

}  // namespace orujo::test
