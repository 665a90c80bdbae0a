// Values travel from owners to ghosts, and what ghosts gather travels back.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/ghost_values.hpp"

#include <atomic>
#include <cstdint>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/graph/builder.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

std::vector<input_edge> random_pairs(std::uint64_t seed, vertex_id vertices, std::uint64_t count) {
  random_stream random(seed, 0);
  std::vector<input_edge> edges;
  for (std::uint64_t i = 0; i < count; ++i) {
    edges.push_back({random.below(vertices), random.below(vertices)});
  }
  return edges;
}

template <typename T>
void expect_update(rank_team& team, const csr_graph& graph) {
  ghost_values<T> ghosts(team, graph);
  const std::size_t all = std::size_t{graph.num_local()} + graph.num_ghosts();
  for (std::uint64_t round = 0; round < 3; ++round) {
    const auto value_of = [&](local_vertex v) {
      return static_cast<T>(mix64(graph.global(v) + round) >> 8U);
    };
    std::vector<T> values(all);
    for (local_vertex v = 0; v < graph.num_local(); ++v) { values[v] = value_of(v); }
    ghosts.update(values);
    for (local_vertex v = 0; v < all; ++v) { ASSERT_EQ(values[v], value_of(v)); }
  }
}

struct odd_sized {
  std::uint64_t a;
  std::uint32_t b;
  [[nodiscard]] bool operator==(const odd_sized&) const = default;
};

}  // namespace

TEST(ghost_values, updates_every_ghost_again_and_again) {
  const auto edges = random_pairs(1, 3000, 9000);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 3000, edges, {.directed = false});
    expect_update<std::uint8_t>(team, graph);
    expect_update<std::uint32_t>(team, graph);
    expect_update<std::uint64_t>(team, graph);
  });
}

TEST(ghost_values, works_for_directed_graphs_and_structs) {
  const auto edges = random_pairs(2, 200, 500);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 200, edges, {.directed = true});
    ghost_values<odd_sized> ghosts(team, graph);
    std::vector<odd_sized> values(std::size_t{graph.num_local()} + graph.num_ghosts());
    for (local_vertex v = 0; v < graph.num_local(); ++v) { values[v] = {graph.global(v), v}; }
    ghosts.update(values);
    for (local_vertex v = graph.num_local(); v < values.size(); ++v) {
      EXPECT_EQ(values[v], (odd_sized{graph.global(v), graph.remote(v).local}));
    }
  });
}

// In a ring of as many vertices as there are ranks, each rank sends one value to each neighbour.
TEST(ghost_values, single_values_take_few_bytes) {
  on_teams({team_of(8, 1), team_of(8, 1, sim_model_of(2))}, [](rank_team& team) {
    std::vector<input_edge> ring;
    for (vertex_id v = 0; v < 8; ++v) { ring.push_back({v, (v + 1) % 8}); }
    const csr_graph graph = graph_from_edges(team, 8, ring, {.directed = false});
    ghost_values<std::uint32_t> ghosts(team, graph);
    std::vector<std::uint32_t> values(std::size_t{graph.num_local()} + graph.num_ghosts(), 7);
    const std::uint64_t before = team.metrics()[metric::parcel_bytes_sent];
    ghosts.update(values);
    const std::uint64_t bytes = team.metrics()[metric::parcel_bytes_sent] - before;
    EXPECT_GT(bytes, 0U);
    EXPECT_LE(bytes, 2 * (sizeof(parcel_label) + 24) + 200);  // and what the epoch's end takes
  });
}

TEST(ghost_values, is_right_with_a_budget_of_a_few_small_parcels) {
  const auto edges = random_pairs(3, 2000, 6000);
  on_teams({with(team_of(4, 2, sim_model_of(3)), "in_flight_bytes", "4096"),
            with(team_of(3, 1), "in_flight_bytes", "4096")},
           [&](rank_team& team) {
             const csr_graph graph = graph_from_edges(team, 2000, edges, {.directed = false});
             expect_update<std::uint32_t>(team, graph);
           });
}

TEST(ghost_contributions, reach_the_owner_once_and_leave_zeros_behind) {
  const auto edges = random_pairs(4, 1000, 4000);
  const auto add = [](std::uint64_t& into, std::uint64_t value) {
    std::atomic_ref<std::uint64_t>(into).fetch_add(value);
  };
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 1000, edges, {.directed = false});
    ghost_contributions<std::uint64_t, decltype(add)> back(team, graph, add);
    std::vector<std::uint64_t> values(std::size_t{graph.num_local()} + graph.num_ghosts());
    for (int round = 0; round < 2; ++round) {
      for (local_vertex v = 0; v < values.size(); ++v) { values[v] = graph.global(v) + 1; }
      back.collect(values);
      std::vector<std::uint64_t> holders(graph.num_local(),
                                         1);  // the owner, and ranks with a ghost
      for (int r = 0; r < team.size(); ++r) {
        for (const local_vertex mirror : graph.mirrors(rank_id{r})) { ++holders[mirror]; }
      }
      for (local_vertex v = 0; v < graph.num_local(); ++v) {
        ASSERT_EQ(values[v], holders[v] * (graph.global(v) + 1));
      }
      for (local_vertex v = graph.num_local(); v < values.size(); ++v) { ASSERT_EQ(values[v], 0U); }
    }
  });
}

}  // namespace orujo::test
