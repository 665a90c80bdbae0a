// What a page and a document say of traffic, skew and rates.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/report/html_report.hpp"
#include "orujo/report/rate_chart.hpp"
#include "orujo/report/team_figures.hpp"
#include "orujo/report/traffic_pictures.hpp"

namespace orujo {
namespace {

/// Rank 0 sends 300 bytes to rank 1 and 100 to itself; rank 1 nothing.
traffic_map some_traffic() {
  return {.ranks = 2, .ranks_per_row = 1, .rows = {{{1, 100}, {3, 300}}, {{0, 0}, {0, 0}}}};
}

std::vector<rank_skew> some_skew() {
  return {{.name = "bytes_sent", .unit = "bytes", .median = 200, .most = 400, .rank = 0}};
}

metric_curve some_curve() {
  return {.name = "a<b", .unit = "a<b", .total = 30, .mean = {10, 0, 5}, .most = {20, 0, 10}};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(traffic_pictures, say_where_most_went_and_what_stayed) {
  EXPECT_EQ(sentence_of(some_traffic()),
            "400 bytes in 4 parcels; the most from rank 0 to 1 (300 bytes in 3). 25 % of the bytes "
            "stayed in their rank.");
  EXPECT_EQ(sentence_of(traffic_map{.ranks = 1, .ranks_per_row = 1, .rows = {{{0, 0}}}}),
            "Nothing was sent.");
  const heat_map map = bytes_of(some_traffic());
  EXPECT_EQ(map.rows[0], (std::vector<double>{100, 300}));
  EXPECT_EQ(map.column_names, (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(parcels_of(some_traffic()).rows[0], (std::vector<double>{1, 3}));
  EXPECT_TRUE(has(svg_of(map), "300 bytes"));
}

TEST(traffic_pictures, name_the_ranks_that_share_a_row) {
  const traffic_map map{
      .ranks = 3, .ranks_per_row = 2, .rows = {{{0, 0}, {2, 9}}, {{0, 0}, {0, 0}}}};
  EXPECT_TRUE(has(sentence_of(map), "from ranks 0 … 1 to 2 (9 bytes in 2)"));
  EXPECT_EQ(bytes_of(map).row_names, (std::vector<std::string>{"0 … 1", "2"}));
}

TEST(traffic_pictures, show_few_names_of_many_columns) {
  traffic_map map{.ranks = 64, .ranks_per_row = 1, .rows = {}};
  map.rows.assign(64, std::vector<rank_traffic>(64, {1, 1}));
  const std::string svg = svg_of(bytes_of(map));
  EXPECT_TRUE(has(svg, R"(text-anchor="middle">60</text>)"));
  EXPECT_FALSE(has(svg, R"(text-anchor="middle">61</text>)"));
}

TEST(traffic_pictures, compare_the_most_with_the_median) {
  const auto lines = skew_lines(some_skew());
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1], (text_table::line{"bytes sent", "200", "400", "0", "2"}));
}

TEST(rate_chart, shows_worker_by_worker_who_counted_what_when) {
  metric_map map{.name = "flushes_full",
                 .unit = "parcels",
                 .seconds_per_column = 0.5,
                 .total = 40,
                 .workers = 4,
                 .workers_per_rank = 2,
                 .workers_per_row = 1,
                 .rows = {{10, 0}, {0, 40}, {30, 0}, {0, 0}}};
  const heat_map picture = heat_map_of(map, "Full parcels");
  EXPECT_EQ(picture.row_names, (std::vector<std::string>{"0 · 0", "0 · 1", "1 · 0", "1 · 1"}));
  EXPECT_TRUE(has(svg_of(picture), "40 parcels/s"));
  EXPECT_EQ(sentence_of(map), "40 parcels in all; the most by worker 1 of rank 0 (50 %).");
  map.workers = 128;
  map.workers_per_row = 2;
  EXPECT_EQ(heat_map_of(map, "").row_names.back(), "63 · 0 …");
  EXPECT_EQ(sentence_of(map),
            "40 parcels in all; the most by those from worker 0 of rank 1 (50 %).");
  EXPECT_EQ(sentence_of(metric_map{.name = "x", .unit = "parcels", .rows = {}}),
            "0 parcels in all.");
}

TEST(rate_chart, draws_the_mean_and_the_busiest) {
  const std::string svg = rate_chart(some_curve(), 0.5);
  EXPECT_TRUE(has(svg, "<polygon"));
  EXPECT_TRUE(has(svg, "<polyline"));
  EXPECT_TRUE(has(svg, "a&lt;b per second"));
  EXPECT_FALSE(has(svg, "a<b"));
  EXPECT_TRUE(has(svg, "1.5 s"));
  EXPECT_TRUE(has(svg, ">20</text>"));
  EXPECT_EQ(sentence_of(some_curve(), 0.5),
            "a<b: 30 in 1.5 s; 5 per second and worker on average, at most 20 by the busiest one.");
  EXPECT_EQ(rate_chart({}, 1), "");
  const metric_curve fast{
      .name = "x", .unit = "y", .total = 1, .mean = {1e6}, .most = {6'254'321.5}};
  EXPECT_TRUE(has(rate_chart(fast, 1), ">6.25 M</text>"));
  EXPECT_TRUE(
      has(sentence_of(fast, 1), "1 000 000 per second and worker on average, at most 6 254 32"));
}

TEST(team_figures, are_in_the_document) {
  run_record record;
  record.algorithm = "bfs";
  EXPECT_TRUE(document_of(record)["traffic"].is_null());
  EXPECT_TRUE(document_of(record)["skew"].empty());
  record.traffic = some_traffic();
  record.skew = some_skew();
  record.declared = {{.name = "edges", .merge = metric_merge::sum, .value = 7}};
  const json document = document_of(record);
  EXPECT_EQ(document["traffic"]["bytes"][0][1], 300);
  EXPECT_EQ(document["traffic"]["parcels"][0][0], 1);
  EXPECT_EQ(document["traffic"]["ranks_per_row"], 1);
  EXPECT_EQ(document["skew"]["bytes_sent"]["most"], 400);
  EXPECT_EQ(document["declared_metrics"]["edges"], 7);
}

TEST(html_report, shows_the_team_where_there_is_more_than_one_rank) {
  run_record record;
  record.algorithm = "bfs";
  record.team = {.ranks = 2, .workers = 1, .transport = "local", .hosts = 1};
  record.traffic = some_traffic();
  record.skew = some_skew();
  record.declared = {{.name = "e<f", .merge = metric_merge::maximum, .value = 7}};
  record.rates = {.seconds_per_column = 0.5, .curves = {some_curve()}};
  const std::string page = html_report(record);
  EXPECT_TRUE(has(page, "Between ranks"));
  EXPECT_TRUE(has(page, "Metrics over time"));
  EXPECT_TRUE(has(page, "<td>e&lt;f</td><td>7</td><td>at most</td>"));
  EXPECT_TRUE(has(page, "<td>bytes sent</td><td>200</td>"));
  record.team.ranks = 1;
  EXPECT_FALSE(has(html_report(record), "Between ranks"));
  record.rates = {};
  EXPECT_FALSE(has(html_report(record), "<svg"));
}

}  // namespace orujo
