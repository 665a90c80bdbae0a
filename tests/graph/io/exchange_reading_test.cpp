// Exchange formats cut into pieces, packed, shared out, and so long that their ends differ from
// their beginnings.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/io/exchange_sample.hpp"
#include "graph/io/packed_bytes.hpp"

namespace orujo::test {
namespace {

struct sample {
  std::string name;
  std::string text;
};

/// The same 40 edges between 20 vertices with names in each format.
std::vector<sample> samples() {
  std::string graphml =
      "<graphml><key id='w' for='edge' attr.name='weight' attr.type='int'/><key id='l' for='node' "
      "attr.name='label'/><graph edgedefault='directed'>\n";
  std::string gexf = "<gexf><graph defaultedgetype='directed'><nodes>\n";
  std::string gml = "graph [ directed 1\n";
  std::string pajek = "*Vertices 20\n";
  for (int i = 1; i <= 20; ++i) {
    const std::string id = std::to_string(i);
    const std::string label = "vertex " + id;
    graphml += "<node id='" + id + "'><data key='l'>" + label + "</data></node>\n";
    gexf += "<node id='" + id + "' label='" + label + "'/>\n";
    gml += "node [ id " + id + " label \"" + label + "\" ]\n";
    pajek += id + " \"" + label + "\"\n";
  }
  gexf += "</nodes><edges>\n";
  pajek += "*Arcs\n";
  for (int i = 0; i < 40; ++i) {
    const std::string u = std::to_string(1 + i % 19);
    const std::string v = std::to_string(1 + i * 7 % 20);
    const std::string w = std::to_string(i);
    const std::string ends = "source='" + u + "' target='" + v + "'";
    graphml += "<edge " + ends + "><data key='w'>" + w + "</data></edge>\n";
    gexf += "<edge " + ends + " weight='" + w + "'/>\n";
    gml += "edge [ source " + u + " target " + v + " weight " + w + " ]\n";
    pajek += u + " " + v + " " + w + "\n";
  }
  return {{"a.graphml", graphml + "</graph></graphml>"},
          {"a.gexf", gexf + "</edges></graph></gexf>"},
          {"a.gml", gml + "]"},
          {"a.net", pajek}};
}

TEST(exchange_reading, all_formats_say_the_same_however_they_are_cut) {
  const exchanged_graph expected = read_exchange("a.net", samples().back().text);
  ASSERT_EQ(expected.edges.size(), 40U);
  ASSERT_EQ(expected.vertices.size(), 20U);
  for (const sample& each : samples()) {
    for (const std::size_t bytes : {1U, 7U, 100U, 1U << 20U}) {
      open_options options;
      options.block_bytes = bytes;
      const exchanged_graph graph = read_exchange(each.name, each.text, options);
      EXPECT_EQ(graph.edges, expected.edges) << each.name << " in pieces of " << bytes;
      EXPECT_EQ(graph.vertices, expected.vertices) << each.name;
    }
  }
}

TEST(exchange_reading, packed_files_are_the_same_and_damage_is_told) {
  const exchanged_graph expected = read_exchange("a.net", samples().back().text);
  for (const sample& each : samples()) {
    for (const std::string& packed :
         {gzip_of(each.text), xz_of(each.text), zstd_of(each.text), bzip2_of(each.text)}) {
      EXPECT_EQ(read_exchange(each.name, packed).edges, expected.edges) << each.name;
    }
    const std::string cut = gzip_of(each.text);
    expect_message(error_of(each.name, cut.substr(0, cut.size() / 2)), each.name + ":", "");
  }
}

TEST(exchange_reading, the_first_part_reads_all_and_workers_take_turns) {
  for (const sample& each : samples()) {
    const sample_file file(each.name, each.text);
    for (const int parts : {1, 2, 3}) {
      for (const int workers : {1, 2}) {
        const read_graph graph = read_whole(file.path(), {.parts = parts, .workers = workers});
        EXPECT_EQ(graph.edges.size(), 40U) << each.name;
      }
    }
    const auto second = open_graph_file(file.path(), {.index = 1, .count = 2});
    EXPECT_NE(second->names(), nullptr);
    EXPECT_EQ(second->progress(), 1.0);
  }
}

/// A file whose edges between 1 and 2 are so many that the survey ends before `last`.
std::string long_gml(const std::string& edge, const std::string& last) {
  std::string text = "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"y\" ]\n";
  while (text.size() < (std::size_t{9} << 18U)) { text += edge + "\n"; }
  return text + last + "\n]\n";
}

TEST(exchange_reading, what_the_end_of_a_long_file_changes_is_refused_with_the_remedy) {
  const std::string plain = "edge [ source 1 target 2 ]";
  const std::string weighted = "edge [ source 1 target 2 weight 3 ]";
  const auto refused = [](const std::string& edge, const std::string& last, std::string_view said) {
    const std::string message = error_of("a.gml", long_gml(edge, last));
    expect_message(message, "a.gml:", said);
    EXPECT_GT(message.size(), 10U);
  };
  refused(plain, weighted, "this edge has a weight, and those before it have none");
  refused(weighted, plain, "this edge has no weight, and others have one");
  refused(weighted, "edge [ source 1 target 2 weight 0.5 ]", "--weights real");
  refused(plain, "node [ id 3 label \"x\" ]", "a second vertex has the label 'x'");
  refused(plain, "node [ id 3 ]", "has no label");
  refused(plain, "edge [ source 1 target 4 ]", "no vertex has the id '4'");
  EXPECT_EQ(error_of("a.gml", long_gml(plain, "node [ id 3 label \"z\" ]")), "");
  EXPECT_EQ(error_of("a.gml", long_gml(weighted, plain), without_weights), "");
  expect_message(
      error_of("a.gml", long_gml(plain, "edge [ source 1 target -4 ]"), with_ids(id_use::numbers)),
      "a.gml:", "vertex id '-4' is negative");
}

TEST(exchange_reading, a_late_one_way_edge_among_undirected_ones_is_refused) {
  std::string text = "*Vertices 2\n*Edges\n";
  while (text.size() < (std::size_t{9} << 18U)) { text += "1 2\n"; }
  const std::uint64_t both_ways = (text.size() - 19) / 4;
  text += "*Arcs\n2 1\n";
  expect_message(error_of("a.net", text), "a.net:", "list it before them, or say --undirected");
  expect_message(error_of("a.net", text, taken_as(true)), "a.net:", "or say --undirected");
  EXPECT_EQ(read_text("a.net", text, taken_as(false)).edges.size(), both_ways + 1);
}

TEST(exchange_reading, an_edge_whose_vertex_is_listed_nowhere_is_refused) {
  const auto gml_of = [](const std::string& ids) {
    return "graph [\n edge [ source 1 target 3 ]\n edge [ source " + ids +
           " ]\n node [ id 1 ]\n"
           " node [ id 3 ]\n]";
  };
  EXPECT_EQ(read_exchange("a.gml", gml_of("3 target 1")).edges.size(), 2U);
  expect_message(error_of("a.gml", gml_of("1 target 2")),
                 "a.gml:3:2:", "no vertex has the id '2', though others are listed");
  const std::string named =
      "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/>\n"
      "<edge source='a' target='b'/><edge source='c' target='a'/></graph></graphml>";
  expect_message(error_of("a.graphml", named), "a.graphml:2:", "no vertex has the id 'c'");
}

TEST(exchange_reading, a_file_that_lists_no_vertices_has_those_of_its_edges) {
  const auto graph = read_exchange(
      "a.graphml",
      "<graphml><graph edgedefault='directed'><edge source='a' target='b'/></graph></graphml>");
  EXPECT_EQ(graph.edges, (called_edges{{"a", "b", 0}}));
}

TEST(exchange_reading, more_edges_than_a_chunk_holds_come_in_several) {
  std::string text = "*Vertices 2\n*Arcs\n";
  for (int i = 0; i < 100000; ++i) { text += "1 2\n"; }
  const sample_file file("a.net", text);
  const auto input = open_graph_file(file.path(), {});
  edge_chunk chunk;
  ASSERT_TRUE(input->next(chunk));
  EXPECT_GE(chunk.edges.size(), std::size_t{1} << 16U);
  EXPECT_EQ(read_whole(file.path()).edges.size(), 100000U);
  EXPECT_EQ(read_whole(file.path(), {.workers = 2}).edges.size(), 100000U);
}

TEST(exchange_reading, absurdly_long_texts_are_refused_before_they_fill_memory) {
  const std::string much(std::size_t{17} << 20U, 'x');
  const std::string graph = "<graph edgedefault='directed'>";
  const std::string label = "<key id='l' for='node' attr.name='label'/>";
  for (const auto& [name, text, said] : std::vector<std::array<std::string, 3>>{
           {"a.graphml", "<graphml>" + graph + "<node id='" + much, "this tag is longer"},
           {"b.graphml", "<graphml>" + label + graph + "<node id='1'><data key='l'>" + much,
            "this text is longer"},
           {"c.gml", "graph [ node [ id \"" + much, "this text is longer"},
           {"d.gml", "graph [ # " + much, "this comment is longer"},
           {"e.net", "*Vertices 2\n1 " + much, "this line is longer"},
       }) {
    expect_message(error_of(name, gzip_of(text)), name + ":", said);
  }
}

}  // namespace
}  // namespace orujo::test
