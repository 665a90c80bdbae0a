// What a page shows of iterations and phases.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/frameworks/vertex_centric/vertex_engine.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/report/html_report.hpp"
#include "orujo/report/vertex_run_record.hpp"
#include "orujo/runtime/launch.hpp"

namespace orujo {
namespace {

std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

step_figures some_steps() {
  return {.title = "a<b",
          .step = "iteration",
          .figures = {{"active vertices", "vertices", {4, 0, 2}}, {"bytes", "bytes", {0, 0, 0}}}};
}

/// Each vertex tells the next one, once.
struct walker {
  using state = bool;
  using reduction = maximum<std::uint32_t>;

  static state initial(const program_vertex&) { return false; }
  static std::optional<std::uint32_t> first(const program_vertex& v) {
    return v.id == 0 ? std::optional<std::uint32_t>(1) : std::nullopt;
  }
  static std::uint32_t gather(std::uint32_t told) { return told; }
  static bool apply(const program_vertex&, state& mine, std::uint32_t /*total*/) {
    return !std::exchange(mine, true);
  }
  static std::uint32_t scatter(const program_vertex&, const state&) { return 1; }
};

}  // namespace

TEST(step_chart, draws_a_bar_for_each_step_that_is_not_zero) {
  const std::string picture = svg_of(some_steps());
  EXPECT_EQ(times_in(picture, "<title>iteration"), 2U);
  EXPECT_NE(picture.find("iteration 1: 4 vertices"), std::string::npos);
  EXPECT_NE(picture.find("a&lt;b"), std::string::npos);
  EXPECT_EQ(picture.find("bytes"), std::string::npos);  // nothing but zeros
  EXPECT_EQ(svg_of(step_figures{}), "");
}

TEST(step_chart, draws_the_greatest_of_several_where_there_are_many) {
  step_figures steps{.title = "t", .step = "round", .figures = {{"n", "n", {}}}};
  for (int i = 1; i <= 10'000; ++i) { steps.figures.front().values.push_back(i); }
  const std::string picture = svg_of(steps);
  EXPECT_LE(times_in(picture, "<title>round"), 410U);
  EXPECT_NE(picture.find("round 10000: 10 000 n"), std::string::npos);
}

TEST(step_chart, says_what_it_shows) {
  EXPECT_EQ(sentence_of(some_steps()),
            "3 iterations; active vertices: 6 vertices in all, at most 4 in iteration 1.");
  step_figures named = some_steps();
  named.names = {"bfs", "pr", "wcc"};
  EXPECT_NE(sentence_of(named).find("at most 4 in iteration bfs."), std::string::npos);
}

TEST(stacked_bars, share_out_what_phases_took) {
  const stacked_bars bars{.title = "phases",
                          .parts = {"map 3 s", "shuffle 1 s", "reduce 0 s"},
                          .rows = {{.name = "", .parts = {3, 1, 0}}}};
  EXPECT_EQ(sentence_of(bars), "map 3 s (75 %), shuffle 1 s (25 %)");
  EXPECT_NE(svg_of(bars).find("map 3 s 75 %"), std::string::npos);
  EXPECT_EQ(svg_of(stacked_bars{}), "");
}

TEST(vertex_run_record, becomes_a_page_with_the_figures_of_each_iteration) {
  launch_options options;
  options.ranks = 2;
  options.workers = 1;
  run_team(options, [](rank_team& team) {
    const std::vector<input_edge> path = {{0, 1}, {1, 2}, {2, 3}};
    const csr_graph graph = graph_from_edges(team, 4, path, {.directed = true});
    const rank_counts before = count_rank(team);
    vertex_engine engine(team, graph, walker{});
    const run_record record =
        record_of(team, graph, {.run = engine.run(), .program = "walker", .before = before});
    EXPECT_EQ(record.result["iterations"], 4);
    EXPECT_EQ(record.result["converged"], true);
    ASSERT_EQ(record.steps.size(), 1U);
    EXPECT_EQ(record.steps.front().figures.front().values, std::vector<double>(4, 1.0));
    const std::string page = html_report(record);
    for (const char* part : {"active vertices", "messages between ranks", "bytes between ranks"}) {
      EXPECT_NE(page.find(part), std::string::npos) << part;
    }
  });
}

}  // namespace orujo
