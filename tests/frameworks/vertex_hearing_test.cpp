// Vertex programs find the same where vertices hear at once, and where nobody looks further.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "../../examples/vertex_programs/connected_components.hpp"
#include "../../examples/vertex_programs/page_rank.hpp"
#include "../../examples/vertex_programs/shortest_paths.hpp"
#include "frameworks/serial_programs.hpp"
#include "orujo/frameworks/vertex_centric/ordered_vertex_engine.hpp"
#include "orujo/frameworks/vertex_centric/vertex_engine.hpp"

namespace orujo::test {

namespace {

constexpr vertex_run_options at_once{.hearing = vertex_hearing::at_once};

/// Enough vertices for several chunks, some of them without edges.
const given_graph& thicket() {
  static const given_graph list = [] {
    given_graph made = random_list(11, 900, 2600);
    made.vertices = 930;
    return made;
  }();
  return list;
}

/// Which of the first eight vertices lead to one: a reduction whose values are joined, not chosen.
struct led_to_by {
  using state = std::uint8_t;
  struct reduction {
    using value_type = state;
    static constexpr bool repeats = true;
    static state none() noexcept { return 0; }
    static state combine(state a, state b) noexcept { return static_cast<state>(a | b); }
  };

  static state initial(const program_vertex&) { return 0; }
  static std::optional<state> first(const program_vertex& v) {
    return v.id < 8 ? std::optional(static_cast<state>(1U << v.id)) : std::nullopt;
  }
  static state gather(state told) { return told; }
  static bool apply(const program_vertex&, state& mine, state total) {
    const bool is_more = total != mine;
    mine = total;
    return is_more;
  }
  static state scatter(const program_vertex&, const state& mine) { return mine; }
};

std::vector<std::uint8_t> serial_sources(const given_graph& list) {
  std::vector<std::uint8_t> found(list.vertices);
  for (unsigned v = 0; v < 8; ++v) { found[v] = static_cast<std::uint8_t>(1U << v); }
  for (bool changed = true; changed;) {
    changed = false;
    for (const input_edge& each : list.edges) {
      const auto both = static_cast<std::uint8_t>(found[each.source] | found[each.target]);
      changed = changed || found[each.target] != both;
      found[each.target] = both;
    }
  }
  return found;
}

TEST(vertex_hearing, joins_values_of_which_none_is_chosen) {
  for (const given_graph& list : {thicket(), dense_list(60)}) {
    const std::vector<std::uint8_t> expected = serial_sources(list);
    on_teams(few_teams(), [&](rank_team& team) {
      const csr_graph graph = list.graph(team);
      vertex_engine engine(team, graph, led_to_by{});
      EXPECT_TRUE(engine.run().converged);
      EXPECT_EQ(all_values<std::uint8_t>(team, engine.states()), expected);
      EXPECT_TRUE(engine.run(at_once).converged);
      EXPECT_EQ(all_values<std::uint8_t>(team, engine.states()), expected);
    });
  }
}

TEST(vertex_hearing, at_once_finds_the_components_of_every_team) {
  const std::vector<std::uint32_t> expected = serial_components(thicket());
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = thicket().graph(team);
    vertex_engine engine(team, graph, connected_components{});
    EXPECT_TRUE(engine.run(at_once).converged);
    EXPECT_EQ(all_values<std::uint32_t>(team, engine.states()), expected);
  });
}

TEST(vertex_hearing, at_once_finds_shortest_paths) {
  const std::vector<std::uint32_t> expected = serial_distances(thicket(), 4);
  on_teams(few_teams(), [&](rank_team& team) {
    edge_chunk chunk;
    for (std::size_t i = 0; i < thicket().edges.size(); ++i) {
      chunk.edges.push_back(thicket().edges[i]);
      chunk.weights.push_back(length_of(i));
    }
    const csr_graph graph =
        graph_from_edges(team, thicket().vertices, chunk,
                         {.directed = true, .weights = {.from = weight_origin::input}});
    vertex_engine engine(team, graph, shortest_paths{4});
    for (int times = 0; times < 2; ++times) {
      EXPECT_TRUE(engine.run(at_once).converged);
      EXPECT_EQ(all_values<std::uint32_t>(team, engine.states()), expected);
    }
  });
}

TEST(vertex_hearing, at_once_ranks_pages_as_closely_as_the_threshold_says) {
  const std::vector<double> expected = serial_ranks(thicket(), 0.85);
  on_teams(few_teams(), [&](rank_team& team) {
    const csr_graph graph = thicket().graph(team);
    vertex_engine engine(team, graph, page_rank{.threshold = 1e-7});
    EXPECT_TRUE(engine.run(at_once).converged);
    const auto found = all_values<page_rank::state>(team, engine.states());
    for (std::size_t v = 0; v < expected.size(); ++v) {
      EXPECT_NEAR(found[v].rank, expected[v], 1e-7 * 2600 / 0.15) << v;
    }
  });
}

TEST(vertex_hearing, at_once_goes_along_a_path_in_one_iteration) {
  on_teams({team_of(1, 1)}, [](rank_team& team) {
    const csr_graph graph = path_list(300).graph(team);
    vertex_engine engine(team, graph, connected_components{});
    const vertex_run& run = engine.run(at_once);
    EXPECT_LE(run.iterations.size(), 2U);
    EXPECT_EQ(run.iterations.front().active, 300U);
    EXPECT_EQ(run.iterations.front().scattering, 300U);
    EXPECT_EQ(run.iterations.front().edges, 2U * 299U);
    EXPECT_EQ(run.iterations.front().messages, 0U);
  });
}

/// Says in its state that it has applied; vertex 5 hears nothing at first, which is something.
struct hearing_nothing : shortest_paths {
  static state initial(const program_vertex&) { return 7; }
  [[nodiscard]] std::optional<state> first(const program_vertex& v) const {
    return v.id == 5 ? std::optional(reduction::none()) : shortest_paths::first(v);
  }
};

TEST(vertex_hearing, nothing_heard_first_is_applied_by_both_engines) {
  on_teams({team_of(1, 1), team_of(2, 2)}, [](rank_team& team) {
    given_graph list = path_list(3);
    list.vertices = 7;
    const csr_graph apart = list.graph(team);
    const std::vector<std::uint32_t> expected = {0, 1, 2, 7, 7, unheard, 7};
    vertex_engine rounds(team, apart, hearing_nothing{{0}});
    rounds.run();
    EXPECT_EQ(all_values<std::uint32_t>(team, rounds.states()), expected);
    ordered_vertex_engine ordered(team, apart, hearing_nothing{{0}});
    ordered.run();
    EXPECT_EQ(all_values<std::uint32_t>(team, ordered.states()), expected);
  });
}

/// Throws where vertex 17 applies.
struct failing_component : connected_components {
  static bool apply(const program_vertex& v, state& mine, state total) {
    if (v.id == 17) { throw std::runtime_error("apply has failed"); }
    return connected_components::apply(v, mine, total);
  }
};

TEST(vertex_hearing, at_once_ends_the_run_of_all_ranks_where_apply_throws_alone) {
  for (const launch_options& options : {team_of(1, 4), team_of(3, 2)}) {
    try {
      run_team(options, [](rank_team& team) {
        const csr_graph graph = thicket().graph(team);
        vertex_engine engine(team, graph, failing_component{});
        engine.run(at_once);
      });
      FAIL() << name_of(options);
    } catch (const std::runtime_error& problem) {
      EXPECT_STREQ(problem.what(), "apply has failed");
    }
  }
}

}  // namespace

}  // namespace orujo::test
