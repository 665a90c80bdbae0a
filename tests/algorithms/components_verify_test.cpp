// Wrong labels are found, whatever is wrong about them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <vector>

#include "algorithms/components_graphs.hpp"
#include "orujo/algorithms/components/verify.hpp"
#include "orujo/base/error.hpp"

namespace orujo::test::components_verify_tests {

namespace {

//  0 - 1 - 2    3 - 4    5 - 6 - 7 - 8 - 9    10
const listed_graph four_components{11, {{0, 1}, {1, 2}, {3, 4}, {5, 6}, {6, 7}, {7, 8}, {8, 9}}};

/// The properties that the labels lack after `spoil(labels of all vertices)`.
std::vector<components_property> lacking(
    rank_team& team, const std::function<void(std::vector<vertex_id>&)>& spoil) {
  const csr_graph graph =
      graph_from_edges(team, four_components.vertices, four_components.edges, {.directed = false});
  component_labels result = components(team, graph);
  std::vector<vertex_id> labels = serial_labels(four_components);
  spoil(labels);
  result.facts.components = 0;
  for (vertex_id v = 0; v < labels.size(); ++v) { result.facts.components += labels[v] == v; }
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    result.label[v] = labels[graph.global(v)];
  }
  std::vector<components_property> properties;
  for (const components_violation& each : verify_components(team, graph, result)) {
    properties.push_back(each.property);
    EXPECT_FALSE(each.text().empty());
    EXPECT_GT(each.count, 0U);
  }
  return properties;
}

using enum components_property;
using properties = std::vector<components_property>;

}  // namespace

TEST(components_verify, accepts_what_is_right) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team, [](std::vector<vertex_id>&) {}), properties{});
  });
}

TEST(components_verify, finds_components_that_were_merged) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team,
                      [](std::vector<vertex_id>& labels) {
                        std::replace(labels.begin(), labels.end(), vertex_id{3}, vertex_id{0});
                      }),
              properties{label_is_reached});
  });
}

TEST(components_verify, finds_components_that_were_split) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team,
                      [](std::vector<vertex_id>& labels) {
                        labels[8] = 8;
                        labels[9] = 8;
                      }),
              properties{edge_joins_equals});
  });
}

TEST(components_verify, finds_a_vertex_in_the_wrong_component) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team, [](std::vector<vertex_id>& labels) { labels[9] = 3; }),
              (properties{edge_joins_equals, label_is_reached}));
  });
}

TEST(components_verify, finds_labels_that_are_not_the_least) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team,
                      [](std::vector<vertex_id>& labels) {
                        std::replace(labels.begin(), labels.end(), vertex_id{5}, vertex_id{6});
                      }),
              properties{label_is_not_greater});
  });
}

TEST(components_verify, finds_labels_that_are_no_vertex_or_of_no_component) {
  on_teams(all_teams(1), [](rank_team& team) {
    EXPECT_EQ(lacking(team, [](std::vector<vertex_id>& labels) { labels[10] = no_vertex; }),
              (properties{label_is_not_greater, label_is_reached}));
    EXPECT_EQ(lacking(team, [](std::vector<vertex_id>& labels) { labels[10] = 9; }),
              properties{label_is_reached});
  });
}

TEST(components_verify, finds_a_wrong_number_of_components) {
  on_teams(all_teams(1), [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, four_components.vertices, four_components.edges,
                                             {.directed = false});
    component_labels result = components(team, graph);
    ++result.facts.components;
    const auto found = verify_components(team, graph, result);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().property, facts_add_up);
  });
}

TEST(components_verify, refuses_labels_of_another_graph_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, four_components.vertices, four_components.edges,
                                             {.directed = false});
    EXPECT_THROW(static_cast<void>(verify_components(team, graph, {})), usage_error);
  });
}

}  // namespace orujo::test::components_verify_tests
