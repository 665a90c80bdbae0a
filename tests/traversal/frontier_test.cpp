// What workers find becomes the next list, and all ranks know how long it is.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/frontier.hpp"

#include <algorithm>
#include <vector>

#include "orujo/traversal/parallel_reduce.hpp"
#include "orujo/traversal/vertex_array.hpp"
#include "orujo/traversal/vertex_map.hpp"
#include "traversal/given_graph.hpp"

namespace orujo::test {

TEST(frontier, has_what_all_lanes_had) {
  const given_graph list = random_list(1, 300, 900);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    frontier active(team, graph);
    EXPECT_FALSE(active.gather());
    std::vector<local_vertex> expected;
    for (local_vertex v = 0; v < graph.num_local(); v += 3) {
      active.lane(team.worker_at(static_cast<int>(v) % team.num_workers())).add(v);
      expected.push_back(v);
    }
    EXPECT_EQ(active.gather(), all_sum(team, expected.size()) > 0);
    std::vector<local_vertex> found(active.vertices().begin(), active.vertices().end());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
    EXPECT_EQ(active.size(), all_sum(team, std::uint64_t{expected.size()}));
    EXPECT_FALSE(active.gather());
    EXPECT_TRUE(active.vertices().empty());
  });
}

TEST(frontier, is_empty_only_if_all_ranks_have_nothing) {
  on_teams(few_teams(), [](rank_team& team) {
    const csr_graph graph = path_list(40).graph(team);
    frontier active(team, graph);
    if (graph.owns(39)) { active.lane(team.worker_at(0)).add(graph.local(39)); }
    EXPECT_TRUE(active.gather());
    EXPECT_EQ(active.vertices().size(), graph.owns(39) ? 1U : 0U);
    EXPECT_EQ(active.size(), 1U);
    EXPECT_TRUE(active.is_short());
  });
}

TEST(frontier, is_short_by_its_edges) {
  on_teams({team_of(1, 2), team_of(2, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = dense_list(100).graph(team);
    frontier active(team, graph);
    const auto is_short_from = [&](vertex_id count) {
      for (vertex_id v = 0; v < count; ++v) {
        if (graph.owns(v)) { active.lane(team.worker_at(0)).add(graph.local(v)); }
      }
      active.gather();
      return active.is_short();
    };
    EXPECT_TRUE(is_short_from(10));
    EXPECT_EQ(is_short_from(100), team.num_workers() == 1);
  });
}

TEST(vertex_map, runs_once_for_each_vertex) {
  for (const vertex_id vertices : {0U, 7U, 20000U}) {
    on_teams(few_teams(), [&](rank_team& team) {
      const csr_graph graph = path_list(vertices).graph(team);
      std::vector<int> visits(graph.num_local(), 0);
      vertex_map(team, graph, [&](local_vertex v) { ++visits[v]; });
      frontier active(team, graph);
      for (local_vertex v = 0; v < graph.num_local(); v += 2) {
        active.lane(team.worker_at(0)).add(v);
      }
      active.gather();
      vertex_map(team, active, [&](local_vertex v) { visits[v] += 2; });
      for (local_vertex v = 0; v < visits.size(); ++v) { ASSERT_EQ(visits[v], v % 2 == 0 ? 3 : 1); }
    });
  }
}

TEST(parallel_reduce, combines_all_indices_of_all_ranks) {
  on_teams(all_teams(1), [](rank_team& team) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{9000}}) {
      const auto sum = [](index_range share) {
        std::uint64_t result = 0;
        for (std::size_t i = share.first; i < share.last; ++i) { result += i; }
        return result;
      };
      const std::uint64_t one = size == 0 ? 0 : size * (size - 1) / 2;
      EXPECT_EQ(parallel_reduce(team, size, sum, std::plus<>()),
                one * static_cast<std::uint64_t>(team.size()));
      const auto most = [](index_range share) {
        return share.empty() ? std::size_t{0} : share.last;
      };
      EXPECT_EQ(parallel_reduce(team, size, most,
                                [](std::size_t a, std::size_t b) { return std::max(a, b); }),
                size);
    }
  });
}

TEST(vertex_reduce, combines_all_vertices_of_all_ranks) {
  for (const vertex_id vertices : {0U, 7U, 9000U}) {
    on_teams(all_teams(1), [&](rank_team& team) {
      const csr_graph graph = path_list(vertices).graph(team);
      std::vector<int> visits(graph.num_local(), 0);
      const auto one = [&](local_vertex v) {
        ++visits[v];
        return graph.global(v) + 1;
      };
      EXPECT_EQ(vertex_reduce(team, graph, one, std::plus<>()), vertices * (vertices + 1) / 2);
      EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), graph.num_local());
    });
  }
}

TEST(vertex_array, carries_values_to_ghosts_and_back) {
  const given_graph list = random_list(2, 500, 2000);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = list.graph(team);
    vertex_array<vertex_id> values(team, graph);
    EXPECT_EQ(values.owned().size(), graph.num_local());
    EXPECT_EQ(values.ghosts().size(), graph.num_ghosts());
    for (local_vertex v = 0; v < graph.num_local(); ++v) { values[v] = graph.global(v) + 1; }
    values.push();
    for (std::size_t g = 0; g < graph.num_ghosts(); ++g) {
      const auto v = static_cast<local_vertex>(graph.num_local() + g);
      ASSERT_EQ(values.ghosts()[g], graph.global(v) + 1);
      values[v] = 1;
    }
    vertex_array<std::uint64_t> holders(team, graph);
    std::fill(holders.ghosts().begin(), holders.ghosts().end(), 1);
    holders.reduce([](std::uint64_t& into, std::uint64_t value) {
      std::atomic_ref<std::uint64_t>(into).fetch_add(value, std::memory_order_relaxed);
    });
    for (local_vertex v = 0; v < graph.num_local(); ++v) {
      std::uint64_t expected = 0;
      for (int r = 0; r < team.size(); ++r) {
        const auto mirrors = graph.mirrors(rank_id{r});
        expected += static_cast<std::uint64_t>(std::count(mirrors.begin(), mirrors.end(), v));
      }
      ASSERT_EQ(holders[v], expected);
    }
    for (const std::uint64_t left : holders.ghosts()) { ASSERT_EQ(left, 0U); }
  });
}

}  // namespace orujo::test
