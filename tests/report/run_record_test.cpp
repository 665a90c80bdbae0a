// The two faces of a run: the table and the JSON document.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/run_record.hpp"

#include <gtest/gtest.h>

namespace orujo {
namespace {

run_record example() {
  run_record record;
  record.algorithm = "bfs";
  record.method = "top_down";
  record.graph.emplace();
  record.graph->name = "kron:4";
  record.graph->vertices = 16;
  record.graph->edges = 200;
  record.team = {.ranks = 2, .workers = 1, .transport = "local", .hosts = 1};
  record.trials = {
      {.source = 3, .seconds = 0.5, .edges_traversed = 1000000, .verified = true, .problem = {}},
      {.source = 3, .seconds = 0.25, .edges_traversed = 1000000, .verified = {}, .problem = {}}};
  record.result["reached"] = 12;
  record.result["top"] = json::array({{{"vertex", 7}, {"score", 0.5}}});
  record.card.add(report_section::messaging,
                  {"coalescing", "parcels", {{"parcel", 32768, "bytes"}, {"patience", 2, ""}}});
  return record;
}

TEST(run_record, as_json_says_what_was_run_and_found) {
  const json document = document_of(example());
  EXPECT_EQ(document["schema"], "orujo.bfs/1");
  EXPECT_EQ(document["trials"].size(), 2U);
  EXPECT_EQ(document["trials"][0]["teps"], 2e6);
  EXPECT_EQ(document["trials"][0]["verified"], true);
  EXPECT_TRUE(document["trials"][1]["verified"].is_null());
  EXPECT_EQ(document["result"]["reached"], 12);
  EXPECT_EQ(document["report_card"]["messaging"]["coalescing"]["numbers"]["parcel"]["value"],
            32768.0);
  EXPECT_TRUE(document["metrics"].contains("messages_sent"));
}

TEST(run_record, as_table_is_short) {
  EXPECT_EQ(table_of(example()),
            "graph     kron:4: 16 vertices, 200 edges, undirected\n"
            "loading   0 µs reading, 0 µs building\n"
            "team      2 ranks of 1 worker, local\n"
            "bfs       top_down\n"
            "source    3\n"
            "time      500 ms (median of 2, 250 ms to 500 ms)\n"
            "speed     4 million edges/s\n"
            "reached   12\n"
            "top       vertex 7  score 0.5\n"
            "verified  yes\n");
}

TEST(run_record, a_graph_that_is_not_its_input_is_told) {
  run_record record = example();
  EXPECT_FALSE(document_of(record)["graph"].contains("verified"));
  record.graph->differences.emplace();
  EXPECT_TRUE(all_verified(record));
  EXPECT_EQ(document_of(record)["graph"]["verified"], true);
  record.graph->differences = {"the input has 3 edges, the graph 2", "more"};
  EXPECT_FALSE(all_verified(record));
  EXPECT_EQ(document_of(record)["graph"]["verified"], false);
  EXPECT_EQ(document_of(record)["graph"]["differences"].size(), 2U);
  const std::string table = table_of(record);
  EXPECT_NE(table.find("verified  NO: the input has 3 edges, the graph 2; more\n"),
            std::string::npos);
}

TEST(run_record, a_wrong_answer_is_told) {
  run_record record = example();
  record.trials[1].verified = false;
  record.trials[1].problem = "vertex 3 has no parent";
  EXPECT_FALSE(all_verified(record));
  EXPECT_NE(table_of(record).find("verified  NO: vertex 3 has no parent"), std::string::npos);
}

}  // namespace
}  // namespace orujo
