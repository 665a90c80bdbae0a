// GraphML as NetworkX, igraph, yEd and Gephi write it, and what of it is refused.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/io/exchange_sample.hpp"

namespace orujo::test {
namespace {

std::string graphml(std::string_view keys, std::string_view graph) {
  return "<?xml version='1.0' encoding='UTF-8'?>\n<graphml "
         "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
         std::string(keys) + "\n" + std::string(graph) + "\n</graphml>\n";
}

constexpr std::string_view weight_key =
    "<key id='d0' for='edge' attr.name='weight' attr.type='long'/>";

/// Two vertices and an edge with `data`, which stands on line 6.
std::string one_edge(std::string_view keys, std::string_view data) {
  return graphml(keys,
                 "<graph edgedefault='directed'><node id='a'/><node id='b'/>\n"
                 "<edge source='a' target='b'>\n" +
                     std::string(data) + "</edge></graph>");
}

TEST(graphml, ids_are_names_and_isolated_vertices_are_there) {
  const auto graph = read_exchange(
      "a.graphml",
      graphml(weight_key,
              "<graph edgedefault='directed'>\n"
              "<node id='Zo\xc3\xab'/><node id='a &amp; b'/><node id='alone'/>\n"
              "<edge source='Zo\xc3\xab' target='a &amp; b'><data key='d0'>3</data></edge>\n"
              "<edge source='a &amp; b' target='a &amp; b'><data key='d0'> 4 </data></edge>\n"
              "</graph>"));
  EXPECT_EQ(graph.vertices, (called_vertices{"Zo\xc3\xab", "a & b", "alone"}));
  EXPECT_EQ(graph.edges, (called_edges{{"Zo\xc3\xab", "a & b", 3}, {"a & b", "a & b", 4}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::integer);
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_EQ(graph.facts.recognised, "GraphML, integer weights, vertices with names");
  EXPECT_TRUE(graph.facts.guesses.empty());
}

TEST(graphml, ids_that_are_whole_numbers_are_numbers_unless_names_are_asked_for) {
  const std::string text = graphml("",
                                   "<graph edgedefault='undirected'><node id='7'/><node "
                                   "id='0'/><edge source='0' target='7'/></graph>");
  const auto graph = read_exchange("a", text);
  EXPECT_EQ(graph.vertices, (called_vertices{"0", "7"}));
  EXPECT_EQ(graph.edges, (called_edges{{"0", "7", 0}}));
  EXPECT_EQ(graph.facts.recognised, "GraphML, no weights");
  EXPECT_EQ(graph.facts.directed, false);
  const sample_file file("a", text);
  EXPECT_EQ(open_graph_file(file.path(), {})->names(), nullptr);
  EXPECT_NE(open_graph_file(file.path(), {}, with_ids(id_use::names))->names(), nullptr);
}

TEST(graphml, zeros_in_front_make_an_id_a_name) {
  const auto graph = read_exchange(
      "a", graphml("", "<graph edgedefault='directed'><node id='7'/><node id='07'/></graph>"));
  EXPECT_EQ(graph.vertices, (called_vertices{"07", "7"}));
}

TEST(graphml, names_of_igraph_stand_for_its_bare_ids) {
  const std::string text = graphml(
      "<key id='v_name' for='node' attr.name='name' attr.type='string'/>"
      "<key id='e_weight' for='edge' attr.name='weight' attr.type='double'/>",
      "<graph id='G' edgedefault='undirected'>\n"
      "<node id='n0'><data key='v_name'>Alice</data></node>\n"
      "<node id='n1'><data key='v_name'>Bob\nJr</data></node>\n"
      "<edge source='n0' target='n1'><data key='e_weight'>2</data></edge></graph>");
  const auto graph = read_exchange("a.graphml", text);
  EXPECT_EQ(graph.edges, (called_edges{{"Alice", "Bob Jr", 2}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::real);
  EXPECT_TRUE(guesses(graph, "called by their labels (--ids names takes their ids)"));
  EXPECT_EQ(read_exchange("a", text, with_ids(id_use::names)).vertices,
            (called_vertices{"n0", "n1"}));
}

TEST(graphml, labels_that_yed_draws_stand_for_its_ids_also_in_groups) {
  const auto graph = read_exchange(
      "a.graphml",
      graphml("<key for='node' id='d6' yfiles.type='nodegraphics'/><key for='edge' id='d10' "
              "yfiles.type='edgegraphics'/>",
              "<graph edgedefault='directed' id='G'>\n"
              "<node id='n0' yfiles.foldertype='group'><data key='d6'><y:ProxyAutoBoundsNode "
              "xmlns:y='u'><y:Realizers>"
              "<y:GroupNode><y:NodeLabel>Team "
              "<y:LabelModel/></y:NodeLabel></y:GroupNode></y:Realizers></y:ProxyAutoBoundsNode></"
              "data>\n"
              "<graph edgedefault='directed' id='n0:'>\n"
              "<node id='n0::n0'><data key='d6'><y:ShapeNode "
              "xmlns:y='u'><y:NodeLabel>Ann</y:NodeLabel><y:Shape "
              "type='r'/></y:ShapeNode></data></node>\n"
              "<node id='n0::n1'><data key='d6'><y:ShapeNode "
              "xmlns:y='u'><y:NodeLabel>Ben</y:NodeLabel><y:NodeLabel>second</y:NodeLabel></"
              "y:ShapeNode></data></node>\n"
              "<edge id='n0::e0' source='n0::n0' target='n0::n1'><data key='d10'><y:PolyLineEdge "
              "xmlns:y='u'><y:EdgeLabel>x</y:EdgeLabel></y:PolyLineEdge></data></edge>\n"
              "</graph></node>\n"
              "<edge id='e0' source='n0' target='n0::n1'/>\n</graph>"));
  EXPECT_EQ(graph.vertices, (called_vertices{"Ann", "Ben", "Team"}));
  EXPECT_EQ(graph.edges, (called_edges{{"Ann", "Ben", 0}, {"Team", "Ben", 0}}));
  EXPECT_TRUE(guesses(graph, "graphs within vertices"));
}

TEST(graphml, labels_are_not_taken_where_ids_are_words_or_labels_alike) {
  const std::string key = "<key id='l' for='node' attr.name='label' attr.type='string'/>";
  const auto words =
      read_exchange("a", graphml(key,
                                 "<graph edgedefault='directed'><node id='ann'><data key='l'>Ann "
                                 "Lee</data></node></graph>"));
  EXPECT_EQ(words.vertices, (called_vertices{"ann"}));
  const std::string alike =
      graphml(key,
              "<graph edgedefault='directed'><node id='1'><data key='l'>Ann</data></node>\n"
              "<node id='2'><data key='l'>Ann</data></node><edge source='1' target='2'/></graph>");
  const auto ids = read_exchange("a", alike);
  EXPECT_EQ(ids.vertices, (called_vertices{"1", "2"}));
  EXPECT_TRUE(guesses(ids, "some labels are alike"));
  expect_message(error_of("a", alike, with_ids(id_use::labels)),
                 "a:5:1:", "a second vertex has the label 'Ann'");
}

// As NetworkX writes whole numbers beside others.
TEST(graphml, weights_of_one_name_and_several_types_are_one) {
  const std::string keys =
      "<key id='d0' for='edge' attr.name='weight' attr.type='long'/>"
      "<key id='d1' for='edge' attr.name='weight' attr.type='double'/>";
  const auto edges = [](std::string_view second) {
    return fmt::format(
        "<graph edgedefault='directed'><node id='a'/><node id='b'/>"
        "<edge source='a' target='b'><data key='d0'>1</data></edge>"
        "<edge source='b' target='a'>{}</edge></graph>",
        second);
  };
  const auto graph = read_exchange("a.graphml", graphml(keys, edges("<data key='d1'>2.5</data>")));
  EXPECT_EQ(graph.edges, (called_edges{{"a", "b", 1}, {"b", "a", 2.5}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::real);
  const std::string twice = edges("<data key='d0'>2</data><data key='d1'>2.5</data>");
  expect_message(error_of("a", graphml(keys, twice)), "a:", "this edge has two weights");
}

TEST(graphml, edges_may_come_before_their_vertices) {
  const std::string key = "<key id='l' for='node' attr.name='label' attr.type='string'/>";
  const auto graph =
      read_exchange("a", graphml(key,
                                 "<graph edgedefault='directed'><edge source='1' target='2'/>"
                                 "<node id='1'><data key='l'>Ann</data></node><node id='2'><data "
                                 "key='l'>Ben</data></node></graph>"));
  EXPECT_EQ(graph.edges, (called_edges{{"Ann", "Ben", 0}}));
  expect_message(
      error_of("a", graphml(key,
                            "<graph edgedefault='directed'>\n<edge source='1' target='9'/>"
                            "<node id='1'><data key='l'>Ann</data></node></graph>")),
      "a:5:1:", "no vertex has the id '9'");
}

TEST(graphml, defaults_of_keys_are_the_weights_of_edges_without_one) {
  const std::string keys =
      "<key id='d0' for='edge' attr.name='Cost' attr.type='int'><default>5</default></key>";
  EXPECT_EQ(read_exchange("a", one_edge(keys, "")).edges, (called_edges{{"a", "b", 5}}));
  EXPECT_EQ(read_exchange("a", one_edge(keys, "<data key='d0'>6</data>")).edges,
            (called_edges{{"a", "b", 6}}));
}

TEST(graphml, the_weight_can_be_chosen_and_left_out) {
  const std::string keys =
      std::string(weight_key) + "<key id='d1' for='edge' attr.name='flow' attr.type='double'/>";
  const std::string text = one_edge(keys, "<data key='d0'>3</data><data key='d1'>0.5</data>");
  EXPECT_EQ(read_exchange("a", text).edges, (called_edges{{"a", "b", 3}}));
  EXPECT_EQ(read_exchange("a", text, with_weight("flow")).edges, (called_edges{{"a", "b", 0.5}}));
  EXPECT_EQ(read_exchange("a", text, with_weight("D1")).edges, (called_edges{{"a", "b", 0.5}}));
  EXPECT_EQ(read_exchange("a", text, without_weights).edges, (called_edges{{"a", "b", 0}}));
  EXPECT_EQ(read_exchange("a", text, with_real_weights).facts.weights, weight_kind::real);
  expect_message(error_of("a", text, with_weight("speed")),
                 "a:4:", "no attribute of edges is called 'speed'; they have 'weight', 'flow'");
  expect_message(
      error_of("a", one_edge("<key id='d0' for='edge' attr.name='weight' attr.type='int'/>\n"
                             "<key id='d1' for='edge' attr.name='cost' attr.type='int'/>",
                             "")),
      "a:4:", "--columns weight=NAME");
  open_options ends = with_weight("weight");
  ends.columns->source = ends.columns->target = "1";
  expect_message(error_of("a", text, ends), "a: ", "chooses only the weight");
  open_options listed;
  listed.vertices = vertex_list{.path = "list.txt"};
  expect_message(error_of("a", text, listed), "a: ", "says by itself what its vertices are");
}

TEST(graphml, a_weight_that_is_declared_a_text_or_nothing_is_not_read_and_that_is_said) {
  for (const std::string type : {" attr.type='string'", ""}) {
    const std::string text = one_edge("<key id='d0' for='edge' attr.name='Weight'" + type + "/>",
                                      "<data key='d0'>3</data>");
    const auto graph = read_exchange("a", text);
    EXPECT_EQ(graph.edges, (called_edges{{"a", "b", 0}}));
    EXPECT_TRUE(guesses(graph,
                        "'Weight' of edges is no weight by its declaration (--columns "
                        "weight=Weight takes it)"));
    const auto chosen = read_exchange("a", text, with_weight("weight"));
    EXPECT_EQ(chosen.edges, (called_edges{{"a", "b", 3}}));
    EXPECT_TRUE(chosen.facts.guesses.empty());
    EXPECT_TRUE(read_exchange("a", text, without_weights).facts.guesses.empty());
  }
}

TEST(graphml, weights_that_are_none_are_refused_with_their_place) {
  for (const auto& [data, said] : std::vector<std::pair<std::string, std::string>>{
           {"<data key='d0'>x</data>", "expected a weight"},
           {"<data key='d0'></data>", "the weight is missing"},
           {"<data key='d0'>2.5</data>", "say so; read weights as real"},
           {"<data key='d0'>1 2</data>", "expected one number"},
           {"<data key='d0'>99999999999999999999</data>", "is beyond"},
       }) {
    expect_message(error_of("a", one_edge(weight_key, data)), "a:5:1:", said);
  }
  const std::string real = "<key id='d0' for='edge' attr.name='weight' attr.type='double'/>";
  for (const char* number : {"NaN", "INF", "-inf"}) {
    expect_message(
        error_of("a", one_edge(real, "<data key='d0'>" + std::string(number) + "</data>")),
        "a:5:1:", "is not finite");
  }
  expect_message(error_of("a", graphml(weight_key,
                                       "<graph edgedefault='directed'><edge source='a' "
                                       "target='b'><data key='d0'>1</data></edge>\n"
                                       "<edge source='a' target='b'/></graph>")),
                 "a:5:1:", "has no weight, and others have one");
}

TEST(graphml, directions_of_single_edges_count) {
  const std::string text = graphml("",
                                   "<graph edgedefault='directed'><edge source='a' target='b'/>"
                                   "<edge source='b' target='c' directed='false'/><edge source='c' "
                                   "target='c' directed='false'/></graph>");
  const auto mixed = read_exchange("a", text);
  EXPECT_EQ(mixed.facts.directed, true);
  EXPECT_TRUE(guesses(mixed, "undirected ones go both ways"));
  EXPECT_EQ(mixed.edges,
            (called_edges{{"a", "b", 0}, {"b", "c", 0}, {"c", "b", 0}, {"c", "c", 0}}));
  EXPECT_EQ(read_exchange("a", text, taken_as(true)).edges.size(), 4U);
  EXPECT_EQ(read_exchange("a", text, taken_as(false)).edges,
            (called_edges{{"a", "b", 0}, {"b", "c", 0}, {"c", "c", 0}}));
  const auto no_default =
      read_exchange("a", graphml("", "<graph><edge source='a' target='b'/></graph>"));
  EXPECT_EQ(no_default.facts.directed, false);
  EXPECT_TRUE(guesses(no_default, "edgedefault is missing"));
}

TEST(graphml, directions_are_what_the_format_calls_them) {
  const auto text = [](std::string_view sense, std::string_view directed) {
    return fmt::format(
        "<graphml><graph edgedefault=\"{}\"><node id=\"1\"/><node id=\"2\"/>"
        "<edge source=\"1\" target=\"2\" {}/></graph></graphml>",
        sense, directed);
  };
  EXPECT_EQ(read_exchange("a", text("undirected", "directed=\"1\"")).facts.directed, true);
  EXPECT_EQ(read_exchange("a", text("directed", "directed=\"0\"")).facts.directed, false);
  expect_message(error_of("a", text("Directed", "")),
                 "a:1:", "edgedefault is directed, undirected");
  expect_message(error_of("a", text("directed", "directed=\"yes\"")), "a:1:", "not 'yes'");
}

TEST(graphml, what_is_not_read_is_refused_with_its_place) {
  const auto refused = [](std::string_view graph, std::string_view begin, std::string_view said) {
    expect_message(error_of("a.graphml", graphml("", graph)), begin, said);
  };
  refused("<graph edgedefault='directed'>\n<hyperedge/></graph>",
          "a.graphml:5:1:", "hyperedges are not read");
  refused("<graph edgedefault='directed'/>\n<graph edgedefault='directed'/>",
          "a.graphml:5:1:", "a second <graph>");
  refused("<graph edgedefault='directed'>\n<node/></graph>",
          "a.graphml:5:1:", "a vertex has no 'id'");
  refused("<graph edgedefault='directed'>\n<edge source='a'/></graph>",
          "a.graphml:5:1:", "an edge has no 'target'");
  refused("<graph edgedefault='directed'>\n<node id='a'></graph>",
          "a.graphml:5:", "mismatched tag");
  refused("<graph edgedefault='directed'>\n<node id='\xff'/></graph>",
          "a.graphml:5:", "invalid token");
  refused("", "a.graphml: ", "holds no <graph>");
  expect_message(error_of("a.graphml", "<graphml><graph edgedefault='directed'>\n<node id='a'/>"),
                 "a.graphml:2:", "cut off");
  open_options forced;
  forced.forced = file_format::graphml;
  expect_message(error_of("a", "<html/>", forced), "a:1:1:", "no GraphML");
  expect_message(error_of("a", "u v\n", forced), "a:1:1:", "XML");
}

TEST(graphml, entities_and_depth_are_bounded) {
  const std::string bomb =
      "<?xml version='1.0'?><!DOCTYPE graphml [\n<!ENTITY a 'aaaaaaaaaa'><!ENTITY b "
      "'&a;&a;&a;&a;&a;&a;'>]>\n"
      "<graphml><graph edgedefault='directed'><node id='&b;'/></graph></graphml>";
  expect_message(error_of("a", bomb), "a:2:", "the entity 'a' is declared here");
  const std::string outside =
      "<!DOCTYPE graphml [\n<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<graphml><graph "
      "edgedefault='directed'><node id='a'>&x;</node></graph></graphml>";
  expect_message(error_of("a", outside), "a:2:", "the entity 'x' is declared here");
  const std::string skipped =
      "<!DOCTYPE graphml SYSTEM 'graphml.dtd'>\n<graphml><graph edgedefault='directed'><node "
      "id='a'>&x;</node></graph></graphml>";
  expect_message(error_of("a", skipped), "a:2:", "declared nowhere");
  const std::string with_type =
      "<!DOCTYPE graphml SYSTEM 'graphml.dtd'>\n<graphml><graph edgedefault='directed'><node "
      "id='a'/></graph></graphml>";
  EXPECT_EQ(read_exchange("a", with_type).vertices, (called_vertices{"a"}));
  std::string deep = "<graphml>";
  for (int i = 0; i < 300; ++i) { deep += "<x>"; }
  expect_message(error_of("a", deep), "a:1:", "more than 256 elements");
}

TEST(graphml, other_encodings_and_prefixes_are_read) {
  const std::string latin =
      "<?xml version='1.0' encoding='ISO-8859-1'?><g:graphml xmlns:g='u'><g:graph "
      "edgedefault='directed'><g:node id='Zo\xeb'/></g:graph></g:graphml>";
  EXPECT_EQ(read_exchange("a", latin).vertices, (called_vertices{"Zo\xc3\xab"}));
  const std::string plain =
      "<?xml version='1.0' encoding='UTF-16'?><graphml><graph edgedefault='directed'><node "
      "id='a'/></graph></graphml>";
  std::string wide = "\xff\xfe";
  for (const char c : plain) { wide += std::string{c, '\0'}; }
  EXPECT_EQ(read_exchange("a", wide).vertices, (called_vertices{"a"}));
  const std::string unknown = "<?xml version='1.0' encoding='KOI8-R'?>\n<graphml/>";
  expect_message(error_of("a", unknown), "a:1:", "convert the file to UTF-8");
}

}  // namespace
}  // namespace orujo::test
