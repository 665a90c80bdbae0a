// GEXF as Gephi and NetworkX write it, and what of it is refused.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "graph/io/exchange_sample.hpp"

namespace orujo::test {
namespace {

std::string gexf(std::string_view graph) {
  return "<?xml version='1.0' encoding='UTF-8'?>\n"
         "<gexf xmlns='http://gexf.net/1.3' xmlns:viz='http://gexf.net/1.3/viz' version='1.3'>\n" +
         std::string(graph) + "\n</gexf>\n";
}

/// As Gephi exports a graph: whole ids, labels, colours, and attributes of vertices and edges.
const std::string of_gephi = gexf(
    "<meta lastmodifieddate='2024-01-01'><creator>Gephi 0.10</creator></meta>\n"
    "<graph defaultedgetype='undirected' idtype='string' mode='static'>\n"
    "<attributes class='node' mode='static'><attribute id='m' title='Class' "
    "type='integer'/></attributes>\n"
    "<attributes class='edge' mode='static'><attribute id='c' title='cost' "
    "type='double'><default>9</default></attribute></attributes>\n"
    "<nodes count='3'>\n"
    "<node id='0.0' label='Myriel'><attvalues><attvalue for='m' value='1'/></attvalues><viz:size "
    "value='2.8'/><viz:color r='1' g='2' b='3'/></node>\n"
    "<node id='1.0' label='Valjean'/>\n"
    "<node id='2.0' label='Nobody'/>\n"
    "</nodes>\n<edges count='2'>\n"
    "<edge id='0' source='1.0' target='0.0' weight='5.0'><attvalues><attvalue for='c' "
    "value='0.5'/></attvalues></edge>\n"
    "<edge id='1' source='1.0' target='1.0'/>\n"
    "</edges></graph>");

TEST(gexf, labels_of_gephi_stand_for_its_ids_and_1_for_a_missing_weight) {
  const auto graph = read_exchange("a.gexf", of_gephi);
  EXPECT_EQ(graph.vertices, (called_vertices{"Myriel", "Nobody", "Valjean"}));
  EXPECT_EQ(graph.edges, (called_edges{{"Valjean", "Myriel", 5}, {"Valjean", "Valjean", 1}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::real);
  EXPECT_EQ(graph.facts.directed, false);
  EXPECT_TRUE(guesses(graph, "called by their labels"));
  EXPECT_EQ(read_exchange("a", of_gephi, with_ids(id_use::names)).vertices,
            (called_vertices{"0.0", "1.0", "2.0"}));
  expect_message(error_of("a", of_gephi, with_ids(id_use::numbers)), "a:8:1:",
                 "a whole number) but found '0.0'; if vertices have names, say --ids names");
}

TEST(gexf, the_weight_can_be_an_attribute_with_a_default) {
  EXPECT_EQ(read_exchange("a", of_gephi, with_weight("Cost")).edges,
            (called_edges{{"Valjean", "Myriel", 0.5}, {"Valjean", "Valjean", 9}}));
  expect_message(error_of("a", of_gephi, with_weight("speed")),
                 "a:12:1:", "no attribute of edges is called 'speed'; they have 'cost'");
}

TEST(gexf, an_attribute_that_is_called_as_a_weight_is_not_read_and_that_is_said) {
  const std::string text = gexf(
      "<graph><attributes class='edge'><attribute id='c' title='weight' "
      "type='double'/></attributes><nodes><node id='a'/><node id='b'/></nodes><edges><edge "
      "source='a' target='b'><attvalues><attvalue for='c' value='2.5'/></attvalues></edge>"
      "</edges></graph>");
  const auto graph = read_exchange("a", text);
  EXPECT_EQ(graph.edges, (called_edges{{"a", "b", 0}}));
  EXPECT_TRUE(guesses(graph, "(--columns weight=weight takes it)"));
  EXPECT_EQ(read_exchange("a", text, with_weight("weight")).edges, (called_edges{{"a", "b", 2.5}}));
  EXPECT_TRUE(read_exchange("a", text, without_weights).facts.guesses.empty());
  EXPECT_FALSE(guesses(read_exchange("a", of_gephi), "takes it"));
}

TEST(gexf, edges_without_any_weight_have_none) {
  const auto graph = read_exchange(
      "a", gexf("<graph><nodes><node id='4' label='4'/><node id='5' "
                "label='5'/></nodes><edges><edge source='4' target='5'/></edges></graph>"));
  EXPECT_EQ(graph.edges, (called_edges{{"4", "5", 0}}));
  EXPECT_EQ(graph.vertices, (called_vertices{"4", "5"}));
  EXPECT_EQ(graph.facts.weights, weight_kind::none);
  EXPECT_EQ(graph.facts.directed, false);
  EXPECT_TRUE(graph.facts.guesses.empty());
}

TEST(gexf, labels_that_are_whole_numbers_are_numbers) {
  const auto graph = read_exchange(
      "a", gexf("<graph><nodes><node id='0' label='40'/><node id='1' "
                "label='50'/></nodes><edges><edge source='0' target='1'/></edges></graph>"));
  EXPECT_EQ(graph.edges, (called_edges{{"40", "50", 0}}));
  EXPECT_EQ(graph.vertices, (called_vertices{"40", "50"}));
}

TEST(gexf, types_of_single_edges_count) {
  const std::string text = gexf(
      "<graph defaultedgetype='directed'><edges><edge source='a' target='b'/>"
      "<edge source='b' target='c' type='undirected'/><edge source='c' target='d' "
      "type='mutual'/></edges></graph>");
  const auto graph = read_exchange("a", text);
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_TRUE(guesses(graph, "undirected ones go both ways"));
  EXPECT_EQ(
      graph.edges,
      (called_edges{{"a", "b", 0}, {"b", "c", 0}, {"c", "b", 0}, {"c", "d", 0}, {"d", "c", 0}}));
  EXPECT_EQ(read_exchange("a", text, taken_as(false)).edges,
            (called_edges{{"a", "b", 0}, {"b", "c", 0}, {"c", "d", 0}}));
  EXPECT_EQ(read_exchange("a", text, taken_as(true)).edges, graph.edges);
  expect_message(
      error_of(
          "a",
          gexf("<graph><edges>\n<edge source='a' target='b' type='sideways'/></edges></graph>")),
      "a:4:1:", "directed, undirected or mutual");
}

TEST(gexf, hierarchies_and_times_are_flattened_and_it_is_said) {
  const auto graph = read_exchange(
      "a",
      gexf(
          "<graph mode='dynamic' timeformat='date'><nodes><node id='a' start='2001'><spells><spell "
          "start='1'/></spells>"
          "<nodes><node id='b'/></nodes><edges><edge source='a' target='b'/></edges></node></nodes>"
          "<edges><edge source='b' target='a' start='2002'/></edges></graph>"));
  EXPECT_EQ(graph.edges, (called_edges{{"a", "b", 0}, {"b", "a", 0}}));
  EXPECT_TRUE(guesses(graph, "times are left out"));
  EXPECT_TRUE(guesses(graph, "graphs within vertices"));
}

TEST(gexf, what_is_not_read_is_refused_with_its_place) {
  const auto refused = [](std::string_view graph, std::string_view begin, std::string_view said) {
    expect_message(error_of("a", gexf(graph)), begin, said);
  };
  refused("<graph/>\n<graph/>", "a:4:1:", "a second <graph>");
  refused("<graph><nodes>\n<node label='x'/></nodes></graph>", "a:4:1:", "a vertex has no 'id'");
  refused("<graph><edges>\n<edge target='x'/></edges></graph>",
          "a:4:1:", "an edge has no 'source'");
  refused("<graph><edges>\n<edge source='a' target='x' weight='NaN'/></edges></graph>",
          "a:4:1:", "is not finite");
  refused(
      "<graph><edges><edge source='a' target='b' weight='2'/>\n<edge source='a' target='x' "
      "weight=''/></edges></graph>",
      "a:4:1:", "the weight is missing");
  refused("", "a: ", "holds no <graph>");
  refused("<graph><nodes><node id='a'/>\n<node id='b'", "a:5:", "");
  expect_message(error_of("a",
                          gexf("<graph><attributes class='edge'><attribute id='0' title='w' "
                               "type='float'/></attributes><edges>\n"
                               "<edge source='a' target='b'><attvalues><attvalue for='0' value='1' "
                               "start='1'/><attvalue for='0' value='2' "
                               "start='2'/></attvalues></edge></edges></graph>"),
                          with_weight("w")),
                 "a:4:", "several weights");
}

}  // namespace
}  // namespace orujo::test
