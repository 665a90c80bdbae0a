// GML as NetworkX, igraph and others write it, and what of it is refused.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "graph/io/exchange_sample.hpp"

namespace orujo::test {
namespace {

const std::string of_people =
    "Creator \"someone\"\nVersion 1\ngraph\n[\n"
    "  comment \"[ not a list ]\"\n  directed 1 # a comment ]\n"
    "  node\n  [\n    id 1\n    label \"Zo&#235; &amp; Ren&eacute;\"\n    graphics [ x 1.0 fill "
    "\"#ff0000\" ]\n  ]\n"
    "  node [ id 2 label \"Bob\" ]\n  node [ id 30 label \"alone\" ]\n"
    "  edge [ source 1 target 2 weight 3 label \"knows\" ]\n  edge [ source 2 target 2 weight -4 "
    "]\n]\n";

TEST(gml, vertices_are_called_by_their_labels) {
  const auto graph = read_exchange("a.gml", of_people);
  EXPECT_EQ(graph.vertices, (called_vertices{"Bob", "Zo\xc3\xab & Ren\xc3\xa9", "alone"}));
  EXPECT_EQ(graph.edges,
            (called_edges{{"Bob", "Bob", -4}, {"Zo\xc3\xab & Ren\xc3\xa9", "Bob", 3}}));
  EXPECT_EQ(graph.facts.weights, weight_kind::integer);
  EXPECT_EQ(graph.facts.directed, true);
  EXPECT_EQ(graph.facts.recognised, "GML, integer weights, vertices with names");
  EXPECT_TRUE(guesses(graph, "called by their labels (--ids numbers takes their ids)"));
  EXPECT_EQ(read_exchange("a", of_people, with_ids(id_use::names)).edges, graph.edges);
}

TEST(gml, labels_stand_for_ids_below_zero_too) {
  const auto graph =
      read_exchange("a.gml",
                    "graph [ directed 1 node [ id -1 label \"a\" ] node [ id 1 label "
                    "\"b\" ] edge [ source -1 target 1 ] ]");
  EXPECT_EQ(graph.edges, (called_edges{{"a", "b", 0}}));
  EXPECT_TRUE(guesses(graph, "called by their labels"));
  EXPECT_FALSE(guesses(graph, "takes their ids"));  // nothing does
}

TEST(gml, ids_are_numbers_where_they_are_asked_for_or_labels_are_missing_or_alike) {
  const auto asked = read_exchange("a", of_people, with_ids(id_use::numbers));
  EXPECT_EQ(asked.vertices, (called_vertices{"1", "2", "30"}));
  EXPECT_EQ(asked.edges, (called_edges{{"1", "2", 3}, {"2", "2", -4}}));
  const auto missing = read_exchange(
      "a", "graph [ node [ id 1 label \"x\" ] node [ id 2 ] edge [ source 1 target 2 ] ]");
  EXPECT_EQ(missing.edges, (called_edges{{"1", "2", 0}}));
  EXPECT_EQ(missing.facts.directed, false);
  const std::string alike =
      "graph [ node [ id 1 label \"x\" ]\n node [ id 2 label \"x\" ] edge [ source 1 target 2 ] ]";
  EXPECT_EQ(read_exchange("a", alike).vertices, (called_vertices{"1", "2"}));
  EXPECT_TRUE(guesses(read_exchange("a", alike), "some labels are alike"));
  expect_message(error_of("a", alike, with_ids(id_use::labels)),
                 "a:2:2:", "a second vertex has the label 'x'");
  expect_message(error_of("a", "graph [ node [ id 1 label \"x\" ]\n node [ id 2 ] ]",
                          with_ids(id_use::labels)),
                 "a:2:2:", "the vertex '2' has no label");
}

TEST(gml, names_of_igraph_are_labels_and_one_line_holds_everything) {
  const auto graph = read_exchange(
      "a.gml",
      "graph [ node [ id 0 name \"A\nB\" ] node [ id 1 name \"C\" ] edge [ source 0 target 1 ] ]");
  EXPECT_EQ(graph.edges, (called_edges{{"A B", "C", 0}}));
}

TEST(gml, entities_that_are_none_stay_as_they_are) {
  const auto graph =
      read_exchange("a", "graph [ node [ id 0 label \"AT&T &foo; &#0; &#xe9;&lt;&#128512;\" ] ]");
  EXPECT_EQ(graph.vertices, (called_vertices{"AT&T &foo; &#0; \xc3\xa9<\xf0\x9f\x98\x80"}));
}

TEST(gml, value_is_a_weight_and_others_can_be_chosen) {
  const std::string text =
      "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 value 2 flow 0.5 ] ]";
  EXPECT_EQ(read_exchange("a", text).edges, (called_edges{{"0", "1", 2}}));
  EXPECT_EQ(read_exchange("a", text, with_weight("Flow")).edges, (called_edges{{"0", "1", 0.5}}));
  EXPECT_EQ(read_exchange("a", "graph [ edge [ source 0 target 1 value \"far\" length \"long\" ] ]")
                .edges,
            (called_edges{{"0", "1", 0}}));
  expect_message(error_of("a", text, with_weight("speed")),
                 "a: ", "no edge at the beginning has an attribute 'speed'");
  expect_message(error_of("a", "graph [ edge [ source 0 target 1 weight 1\n cost 2 ] ]"),
                 "a:2:7:", "--columns weight=NAME");
}

TEST(gml, the_direction_may_stand_anywhere_in_front_of_the_edges) {
  const std::string ends = "node [ id 1 ] node [ id 2 ] ";
  EXPECT_EQ(read_exchange("a.gml", "graph [ " + ends + "directed 1 edge [ source 1 target 2 ] ]")
                .facts.directed,
            true);
  const std::string late = " edge [ source 1 target 2 ] directed ";
  EXPECT_EQ(read_exchange("a.gml", "graph [ " + ends + late + "0 ]").facts.directed, false);
  expect_message(error_of("a.gml", "graph [ " + ends + late + "1 ]"),
                 "a.gml:1:", "stands behind edges");
}

TEST(gml, what_is_not_read_is_refused_with_its_place) {
  const auto refused = [](std::string_view text, std::string_view begin, std::string_view said) {
    open_options forced;
    forced.forced = file_format::gml;
    expect_message(error_of("a", text, forced), begin, said);
  };
  refused("graph [\n node [ label \"x\" ] ]", "a:2:2:", "a vertex without an id");
  refused("graph [\n edge [ source 1 ] ]", "a:2:2:", "without a source or a target");
  refused("graph [ ]\ngraph [ ]", "a:2:7:", "a second graph");
  refused("graph [\n node [ id 1 ]\n", "a:2:", "cut off");
  refused("graph [\n node [ id ] ]", "a:2:12:", "'id' has no value");
  refused("graph [\n node [ id \"1 ] ]", "a:2:12:", "this quote has no end");
  refused("graph [\n 3 [ ] [ ] ]", "a:2:8:", "expected a name");
  refused("graph [\n directed 2 ]", "a:2:11:", "'directed' is 0 or 1");
  refused("Version 1\n", "a: ", "holds no 'graph");
  refused("graph [ edge [ source 0 target 1 weight 1 ]\n edge [ source 0 target 1 ] ]",
          "a:2:2:", "has no weight, and others");
  refused("graph [ edge [ source 0 target 1 weight NAN ] ]", "a:1:9:", "is not finite");
  refused("graph [ node [ id 1 label \"a\" ] node [ id 1 label \"b\" ] ]",
          "a:1:33:", "a second vertex has the id '1'");
  refused("graph [ node [ id 1 label \"a\" ]\nedge [ source 1 target 2 ] ]",
          "a:2:1:", "no vertex has the id '2'");
  refused("graph [ node [ id \"1\n2\" label \"a\" ] ]", "a:1:9:", "holds a line end");
  expect_message(error_of("a", std::string("graph [ node [ id 1 label \"a\0b\" ] ]", 35)),
                 "a:1:9:", "a byte 0");
  std::string deep = "graph [ ";
  for (int i = 0; i < 300; ++i) { deep += "x [ "; }
  refused(deep, "a:1:", "more than 256 lists");
}

}  // namespace
}  // namespace orujo::test
