// Real weights of .orj files: what no reader gives is refused, with valid checksums, too.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/scripted_input.hpp"
#include "graph/shared_path.hpp"
#include "orujo/graph/orj.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

enum class bad_side { out, in };

/// Writes a graph of random edges of which one, on `side`, has the real weight `bad`.
void write_with(rank_team& team, const std::string& path, float bad, bad_side side) {
  input_script script = {.edges = random_edges(1, 500, 4000), .weighted = true};
  script.facts.weights = weight_kind::real;
  csr_parts parts = build_graph(team, opener_of(script)).take_parts();
  adjacency& edges = side == bad_side::out ? parts.out : parts.in.value();
  const std::span<const float> fine = edges.weights.as<float>();
  std::vector<float> weights(fine.begin(), fine.end());
  weights[weights.size() / 2] = bad;
  edges.weights = weight_view(std::span<const float>(weights));
  write_orj(team, csr_graph(team.rank(), std::move(parts)), path);
}

std::vector<launch_options> opening_teams() {
  return {team_of(1, 1), team_of(1, 4), team_of(2, 2), team_of(3, 1), team_of(8, 1)};
}

void expect_refused(const std::string& path, orj_access access, const std::string& section) {
  for (const launch_options& options : opening_teams()) {
    run_team(options, [&](rank_team& team) {
      try {
        static_cast<void>(open_orj(team, path, {.access = access}));
        ADD_FAILURE() << "no error at " << name_of(options);
      } catch (const error& problem) {
        const std::string text = problem.what();
        EXPECT_EQ(problem.code(), exit_code::input);
        EXPECT_NE(text.find("section " + section + ", byte"), std::string::npos) << text;
        EXPECT_NE(text.find("a weight is out of range or no finite number"), std::string::npos)
            << text;
        EXPECT_NE(text.find("--weights none"), std::string::npos) << text;
      }
      EXPECT_EQ(open_orj(team, path, {.weights = false}).facts().weights, weight_kind::none);
    });
  }
}

TEST(OrjWeights, InfiniteOnesAndNoNumbersAreRefused) {
  if (under_mpirun()) { GTEST_SKIP() << "the ranks would damage each other's file"; }
  using limits = std::numeric_limits<float>;
  const shared_path path(team_of(1, 1), "weights.orj");
  for (const float bad : {limits::quiet_NaN(), -limits::quiet_NaN(), -0.0F, limits::infinity(),
                          -limits::infinity()}) {
    SCOPED_TRACE(bad);
    run_team(team_of(1, 1),
             [&](rank_team& team) { write_with(team, path.text(), bad, bad_side::out); });
    expect_refused(path.text(), orj_access::mapped, "weights");
    expect_refused(path.text(), orj_access::copied, "weights");
  }
}

TEST(OrjWeights, ThoseOfInEdgesAreCheckedToo) {
  if (under_mpirun()) { GTEST_SKIP() << "the ranks would damage each other's file"; }
  const shared_path path(team_of(1, 1), "in_weights.orj");
  run_team(team_of(1, 1),
           [&](rank_team& team) { write_with(team, path.text(), HUGE_VALF, bad_side::in); });
  expect_refused(path.text(), orj_access::copied, "in-weights");
}

TEST(OrjWeights, TheLeastAndTheGreatestAreTaken) {
  if (under_mpirun()) { GTEST_SKIP() << "the ranks would damage each other's file"; }
  using limits = std::numeric_limits<float>;
  const shared_path path(team_of(1, 1), "fine.orj");
  for (const float fine : {0.0F, limits::denorm_min(), limits::max(), -1.0F, limits::lowest()}) {
    run_team(team_of(1, 1),
             [&](rank_team& team) { write_with(team, path.text(), fine, bad_side::out); });
    for (const launch_options& options : opening_teams()) {
      run_team(options, [&](rank_team& team) {
        EXPECT_EQ(open_orj(team, path.text()).facts().weights, weight_kind::real);
      });
    }
  }
}

}  // namespace
}  // namespace orujo::test
