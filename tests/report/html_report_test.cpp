// The page of a run: what is drawn of its history, and what is said.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/html_report.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "orujo/report/heat_map.hpp"
#include "orujo/report/share_chart.hpp"
#include "orujo/report/work_figures.hpp"

namespace orujo {
namespace {

std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// Two ranks of one worker: the first processes 6 items in two samples, the second waits.
work_history some_history() {
  const work_sample busy{.seconds = 0.5, .items = 3, .messages = 1, .queued_seconds = 2};
  const work_sample idle{.seconds = 0.5, .wait_seconds = 0.5};
  return {.seconds_per_sample = 0.5,
          .workers = {{.items = 6, .messages = 2, .wait_seconds = 0, .samples = {busy, busy}},
                      {.rank = 1, .wait_seconds = 1, .samples = {idle, idle}}}};
}

run_record some_record() {
  run_record record;
  record.algorithm = "sssp";
  record.method = "dc";
  record.graph.emplace();
  record.graph->name = "a<b>&c.el";
  record.team = {.ranks = 2, .workers = 1, .transport = "local", .hosts = 1};
  record.trials = {
      {.source = 3, .seconds = 1, .edges_traversed = 10, .verified = {}, .problem = {}}};
  add_work(record,
           {.useful = 5,
            .useless = 1,
            .relaxations = 8,
            .improvements = 4,
            .messages = 2,
            .phases = 1,
            .released_empty = 3,
            .wait_seconds = 1},
           some_history());
  return record;
}

}  // namespace

namespace {

worker_time some_time(int rank, double computing, double waiting) {
  worker_time time{.rank = rank, .worker = 0};
  time.seconds[static_cast<std::size_t>(time_use::computing)] = computing;
  time.seconds[static_cast<std::size_t>(time_use::waiting)] = waiting;
  return time;
}

}  // namespace

TEST(share_chart, says_who_waited_and_draws_what_there_was) {
  const std::vector<worker_time> times{some_time(0, 3, 1), some_time(1, 1, 3)};
  EXPECT_EQ(sentence_of(times),
            "Workers spent their time computing (50 %), waiting (50 %); worker 0 of rank 1 "
            "waited the longest (75 %), worker 0 of rank 0 the least (25 %).");
  const std::string svg = share_chart(times);
  EXPECT_EQ(count_of("<rect", svg), 2U + 4U);  // legend, bars
  EXPECT_EQ(svg.find("tasks"), std::string::npos);
  EXPECT_EQ(sentence_of({some_time(0, 1, 0)}), "Workers spent their time computing (100 %).");
}

TEST(share_chart, says_shares_that_are_all_of_the_time) {
  worker_time thirds{.rank = 0, .worker = 0};
  thirds.seconds = {1, 1, 0, 0, 1};
  EXPECT_EQ(sentence_of({thirds}),
            "Workers spent their time computing (34 %), in tasks (33 %), waiting (33 %).");
  worker_time halves{.rank = 0, .worker = 0};
  halves.seconds = {86.6, 0.6, 5.5, 0.3, 7};
  EXPECT_EQ(sentence_of({halves}),
            "Workers spent their time computing (87 %), in tasks (1 %), handling messages (5 %), "
            "waiting (7 %).");
}

TEST(share_chart, adds_up_workers_where_there_are_many) {
  const std::vector<worker_time> times(200, some_time(0, 1, 1));
  EXPECT_EQ(count_of("<rect", share_chart(times)), 2U + 2U * 50U);
}

TEST(heat_map, draws_a_stretch_of_equal_values_once) {
  heat_map map{.title = "T<1>",
               .unit = "items",
               .seconds_per_column = 1,
               .row_names = {"0 · 0", "1 · 0"},
               .rows = {}};
  map.rows.assign(2, std::vector<double>(4, 5.0));
  map.rows[0][3] = 0;
  const std::string svg = svg_of(map);
  const std::string of_legend = svg_of({.title = "", .unit = "", .row_names = {}, .rows = {}});
  EXPECT_EQ(count_of("<rect", svg), count_of("<rect", of_legend) + 3);
  EXPECT_NE(svg.find("T&lt;1&gt;"), std::string::npos);
  EXPECT_EQ(svg.find("T<1>"), std::string::npos);
  EXPECT_NE(svg.find("5 items"), std::string::npos);
  EXPECT_NE(svg.find("4 s"), std::string::npos);
}

TEST(heat_map, averages_rows_where_there_are_many) {
  heat_map map{.title = "t", .unit = "u", .seconds_per_column = 1, .row_names = {}, .rows = {}};
  for (int i = 0; i < 1000; ++i) {
    map.row_names.push_back(std::to_string(i));
    map.rows.push_back({i % 2 == 0 ? 8.0 : 0.0});
  }
  const std::string svg = svg_of(map);
  EXPECT_NE(svg.find("4 u"), std::string::npos);
  EXPECT_LT(count_of("<rect", svg), 100U);
}

TEST(work_figures, list_every_worker_with_its_samples) {
  const run_record record = some_record();
  ASSERT_EQ(record.work["workers"].size(), 2U);
  EXPECT_EQ(record.work["seconds_per_sample"], 0.5);
  EXPECT_EQ(record.work["workers"][0]["items"], 6);
  EXPECT_EQ(record.work["workers"][1]["rank"], 1);
  EXPECT_EQ(record.work["workers"][0]["samples"]["queued"][0], 4.0);
  EXPECT_EQ(record.work["workers"][1]["samples"]["wait_seconds"][1], 0.5);
  EXPECT_EQ(record.work["released_empty"], 3);
}

TEST(work_figures, say_in_a_few_lines_what_the_work_was_good_for) {
  const std::string table = table_of(some_record());
  EXPECT_NE(table.find("6 items, 17 % in vain, 0 dropped\n"), std::string::npos) << table;
  EXPECT_NE(table.find("3 by empty queues"), std::string::npos);
  EXPECT_NE(table.find("0 µs to 1 s a worker, at most 100 % of the time"), std::string::npos);
}

TEST(html_report, has_a_map_for_each_figure_that_is_not_zero_and_no_raw_text_of_the_input) {
  const std::string page = html_report(some_record());
  EXPECT_EQ(count_of("<svg", page), 4U);  // no rounds of progress
  EXPECT_NE(page.find("a&lt;b&gt;&amp;c.el"), std::string::npos);
  EXPECT_EQ(page.find("a<b>"), std::string::npos);
}

TEST(html_report, says_what_each_map_shows) {
  const std::string page = html_report(some_record());
  EXPECT_NE(
      page.find(
          "At barriers and for the ends of epochs worker 0 of rank 1 waited the longest: 1 s of "
          "1 s. All together waited 50 % of their time there."),
      std::string::npos)
      << page;
  EXPECT_NE(page.find("6 items in all; most by worker 0 of rank 0 (6)"), std::string::npos);
}

TEST(html_report, names_the_command_the_host_and_the_version) {
  const std::string page = html_report(some_record());
  for (const char* name : {"command", "version", "host", "processor", "date"}) {
    EXPECT_NE(page.find("<td>" + std::string(name) + "</td><td>"), std::string::npos) << name;
  }
}

TEST(html_report, has_no_maps_without_samples) {
  run_record record = some_record();
  record.history = {};
  EXPECT_EQ(count_of("<svg", html_report(record)), 0U);
}

}  // namespace orujo
