// What is made of a graph is refused on all ranks if it does not fit on one.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/memory_need.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/builder.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

TEST(memory_need, adds_up_what_each_vertex_ghost_and_edge_takes) {
  on_teams({with(team_of(2, 1), "memory_limit_bytes", "64000")}, [](rank_team& team) {
    std::vector<input_edge> path;
    for (vertex_id v = 1; v < 2000; ++v) { path.push_back({v - 1, v}); }
    const csr_graph graph = graph_from_edges(team, 2000, path, {.directed = true});
    const auto fits = [&](const memory_need& need) {
      EXPECT_NO_THROW(require_room(team, graph, "a test", need));
    };
    const auto is_too_much = [&](const memory_need& need) {
      EXPECT_THROW(require_room(team, graph, "a test", need), agreed_error);
    };
    fits({.per_vertex = 40, .per_edge = 10, .more = 1000});
    is_too_much({.per_vertex = 65});
    is_too_much({.per_ghost = 64001});
    is_too_much({.per_edge = 65});
    is_too_much({.more = 64001});
    is_too_much({.per_vertex = 40, .per_edge = 30});  // each alone would fit
    is_too_much({.per_vertex = index_of(team.rank()) == 0 ? 65U : 1U});
  });
}

}  // namespace
}  // namespace orujo::test
