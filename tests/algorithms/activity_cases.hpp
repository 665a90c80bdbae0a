// The methods that run operators as activities, under each mechanism and size in turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "activities/usable_mechanisms.hpp"
#include "algorithms/algorithm_cases.hpp"
#include "orujo/algorithms/st_connectivity/verify.hpp"

namespace orujo::test {

/// Of mechanisms, by name, that teams of so many workers can use.
inline std::vector<std::string> usable_names(operator_reach reach, int workers) {
  std::vector<std::string> names = mechanism_names(reach);
  std::erase_if(names, [&](const std::string& name) { return !can_be_used(name, workers); });
  return names;
}

/// The isolation of a run: another one at each turn, of those that ranks of so many workers can
/// use, and another coarsening when all of them have had theirs.
inline isolation_choice isolation_at(int workers, operator_reach reach, std::size_t turn) {
  constexpr std::array<std::size_t, 3> coarsenings{1, 0, 16};
  const std::vector<std::string> names = usable_names(reach, workers);
  return {.mechanism = mechanism_named(names[turn % names.size()]),
          .coarsen = coarsenings[turn / names.size() % coarsenings.size()]};
}

/// How many mechanisms operators can be kept apart by here, on one team or another.
inline std::size_t count_of_isolations(operator_reach reach) {
  return usable_names(reach, 1).size();  // one worker can use all that several can
}

inline isolation_choice isolation_of(const case_input& input, operator_reach reach) {
  return isolation_at(input.team.num_workers(), reach, input.turn);
}

/// What the engines count of work has no meaning here.
inline void check_relaxing(const case_input& input) {
  const vertex_id source = input.expected.source;
  sssp_search search(input.team, input.graph,
                     {.activities = isolation_of(input, operator_reach::one_element)});
  const sssp_distances& found = search.run(source);
  expect_none(verify_sssp(input.team, input.graph, source, found));
  expect_values<std::uint64_t>(input, found.whole.span(), input.expected.distances);
}

inline case_list activity_cases() {
  constexpr operator_reach one = operator_reach::one_element;
  constexpr operator_reach several = operator_reach::several_elements;
  const auto marks = [](const case_input& input) {
    const bfs_options how{.method = bfs_method::marks, .isolation = isolation_of(input, one)};
    bfs_case("marks", how).check(input);
  };
  const auto pushing = [](const case_input& input) {
    const pagerank_options how{
        .method = pagerank_method::push, .tolerance = 1e-5, .isolation = isolation_of(input, one)};
    pagerank_case("push, activities", how).check(input);
  };
  const auto merging = [](const case_input& input) {
    forest_case("activities",
                {.method = forest_method::activities, .isolation = isolation_of(input, several)})
        .check(input);
  };
  const auto recolouring = [](const case_input& input) {
    const colour_options how{.activities = isolation_of(input, several)};
    const colouring found = colour(input.team, input.graph, how);
    expect_none(verify_colours(input.team, input.graph, found, std::nullopt));
  };
  const auto meeting = [](const case_input& input) {
    const path_ends ends{.source = input.expected.source, .target = input.graph.num_vertices() - 1};
    const st_answer found =
        st_connectivity(input.team, input.graph, ends, isolation_of(input, one));
    expect_none(verify_st_connectivity(input.team, input.graph, ends, found));
    EXPECT_EQ(found.connected, input.expected.depths[ends.target] != unreached);
  };
  using enum takes_graphs;
  return {{"bfs marks", all, marks, one},
          {"sssp activities", all, check_relaxing, one},
          {"pagerank push, activities", all, pushing, one},
          {"mst activities", two_way, merging, several},
          {"colour boman", two_way, recolouring, several},
          {"stconn", two_way, meeting, one}};
}

}  // namespace orujo::test
