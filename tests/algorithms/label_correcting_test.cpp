// The engine runs any function of labels to its fixed point, whatever the order.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/label_correcting/label_correcting.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/sssp_graphs.hpp"
#include "orujo/base/error.hpp"
#include "orujo/traversal/label_correcting/range_width.hpp"
#include "support/teams.hpp"

namespace orujo::test::label_correcting_tests {

namespace {

std::vector<work_order> all_orders() {
  return {{order_kind::unordered, 0},
          {order_kind::levels, 2},
          {order_kind::buckets, 4},
          {order_kind::strict, 0},
          {order_kind::priority_per_worker, 0},
          {order_kind::priority_per_rank, 0}};
}

/// The least edge of a path is its width; the widest path counts.
struct widest_path {
  using label_type = std::uint16_t;
  using weight_type = std::uint32_t;

  [[nodiscard]] label_type initial(vertex_id v) const noexcept { return v == source ? 999 : 0; }
  [[nodiscard]] static label_type along(label_type width, weight_type weight) noexcept {
    return static_cast<label_type>(std::min<weight_type>(width, weight));
  }
  [[nodiscard]] static bool better(label_type a, label_type b) noexcept { return a > b; }
  [[nodiscard]] static double rank(label_type width) noexcept { return 999 - width; }

  vertex_id source;
};

/// The least vertex from which one is reached.
struct least_origin {
  using label_type = std::uint64_t;
  using weight_type = std::uint32_t;

  [[nodiscard]] static label_type initial(vertex_id v) noexcept { return v; }
  [[nodiscard]] static label_type along(label_type origin, weight_type /*weight*/) noexcept {
    return origin;
  }
  [[nodiscard]] static bool better(label_type a, label_type b) noexcept { return a < b; }
  [[nodiscard]] static double rank(label_type origin) noexcept {
    return static_cast<double>(origin);
  }
};

/// Hops from vertex 0; vertices so many hops away tell nobody.
struct near_hops {
  using label_type = std::uint32_t;
  using weight_type = std::uint32_t;
  static constexpr label_type unreached = 999;

  [[nodiscard]] static label_type initial(vertex_id v) noexcept { return v == 0 ? 0 : unreached; }
  [[nodiscard]] static label_type along(label_type hops, weight_type /*weight*/) noexcept {
    return hops + 1;
  }
  [[nodiscard]] static bool better(label_type a, label_type b) noexcept { return a < b; }
  [[nodiscard]] static double rank(label_type hops) noexcept { return hops; }
  [[nodiscard]] bool stops_at(label_type hops) const noexcept { return hops >= radius; }

  label_type radius;
};

/// The widest path along edges in either direction.
struct widest_way : widest_path {
  static constexpr edge_side side = edge_side::both;
};

/// The least vertex of those that hang together, whatever the weights.
struct least_connected : least_origin {
  using weight_type = no_weight;
  static constexpr edge_side side = edge_side::both;

  [[nodiscard]] static label_type along(label_type least, no_weight /*weight*/) noexcept {
    return least;
  }
};

/// With each edge in the other direction, too.
weighted_graph both_ways(weighted_graph graph) {
  const std::size_t count = graph.edges.edges.size();
  for (std::size_t i = 0; i < count; ++i) {
    graph.edges.edges.push_back({graph.edges.edges[i].target, graph.edges.edges[i].source});
    graph.edges.weights.push_back(graph.edges.weights[i]);
  }
  return graph;
}

/// Labels after looking along all edges until nothing changes.
template <typename F>
std::vector<typename F::label_type> serial_labels(const weighted_graph& graph, const F& function) {
  std::vector<typename F::label_type> labels(graph.vertices);
  for (vertex_id v = 0; v < graph.vertices; ++v) { labels[v] = function.initial(v); }
  for (bool has_changed = true; std::exchange(has_changed, false);) {
    for (std::size_t i = 0; i < graph.edges.edges.size(); ++i) {
      const auto& [a, b] = graph.edges.edges[i];
      const auto label =
          function.along(labels[a], static_cast<std::uint32_t>(graph.edges.weights[i]));
      if (!function.better(label, labels[b])) { continue; }
      labels[b] = label;
      has_changed = true;
    }
  }
  return labels;
}

/// What the workers did, one by one and over time, adds up to the sums.
void expect_same_sums(const work_history& history, const work_statistics& work, rank_team& team) {
  ASSERT_EQ(history.workers.size(), workers_heard_of(team));
  if (index_of(team.rank()) != 0) { return; }
  std::uint64_t items = 0;
  std::uint64_t messages = 0;
  double wait_seconds = 0;
  work_sample sum;
  for (const worker_history& each : history.workers) {
    items += each.items;
    messages += each.messages;
    wait_seconds += each.wait_seconds;
    EXPECT_LE(each.samples.size(), 20U);
    for (const work_sample& sample : each.samples) { sum.add(sample); }
  }
  EXPECT_EQ(items, work.processed());
  EXPECT_EQ(messages, work.messages);
  EXPECT_NEAR(wait_seconds, work.wait_seconds, 1e-9);
  EXPECT_NEAR(sum.items, static_cast<double>(items), 1e-6 * static_cast<double>(items));
  EXPECT_NEAR(sum.messages, static_cast<double>(messages), 1e-6 * static_cast<double>(items));
  EXPECT_NEAR(sum.wait_seconds, wait_seconds, 1e-9);
}

weighted_graph some_graph() {
  return random_weighted(11, 300, 900, [](random_stream& random) { return 1 + random.below(99); });
}

}  // namespace

TEST(label_correcting, finds_the_widest_paths_under_every_order) {
  const weighted_graph listed = some_graph();
  const widest_path function{5};
  const auto expected = serial_labels(listed, function);
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, listed.vertices, listed.edges,
        {.directed = true, .parallel = parallel_edges::kept, .keep_self_loops = true});
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<widest_path> search(team, graph, {.order = order});
      const vertex_id root = 5;
      search.run(function, std::span(&root, 1));
      EXPECT_EQ(all_values<std::uint16_t>(team, search.labels()), expected);
    }
  });
}

TEST(label_correcting, goes_no_further_than_where_the_function_stops) {
  const weighted_graph listed = some_graph();
  auto expected = serial_labels(listed, near_hops{99});
  ASSERT_GT(std::count(expected.begin(), expected.end(), 4U), 0);
  for (std::uint32_t& hops : expected) { hops = hops > 3 ? near_hops::unreached : hops; }
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = true});
    const vertex_id root = 0;
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<near_hops> search(team, graph, {.order = order});
      search.run(near_hops{3}, std::span(&root, 1));
      EXPECT_EQ(all_values<std::uint32_t>(team, search.labels()), expected);
    }
  });
}

TEST(label_correcting, starts_everywhere_and_again_with_another_function) {
  const weighted_graph listed = some_graph();
  const auto expected = serial_labels(listed, least_origin{});
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = true});
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<least_origin> search(team, graph, {.order = order});
      for (int i = 0; i < 2; ++i) {
        search.run_everywhere(least_origin{});
        EXPECT_EQ(all_values<std::uint64_t>(team, search.labels()), expected);
        EXPECT_EQ(search.work().useful, listed.vertices);
      }
    }
  });
}

TEST(label_correcting, goes_along_in_edges_of_a_directed_graph_if_asked_to) {
  const weighted_graph listed =
      random_weighted(12, 300, 350, [](random_stream& random) { return 1 + random.below(99); });
  const widest_way widths{5};
  const auto expected_widths = serial_labels(both_ways(listed), widths);
  const auto expected_least = serial_labels(both_ways(listed), least_origin{});
  ASSERT_NE(expected_least, serial_labels(listed, least_origin{}));
  on_teams(all_teams(1), [&](rank_team& team) {
    const csr_graph graph = graph_from_edges(
        team, listed.vertices, listed.edges,
        {.directed = true, .parallel = parallel_edges::kept, .keep_self_loops = true});
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<widest_way> from_one(team, graph, {.order = order});
      const vertex_id root = 5;
      from_one.run(widths, std::span(&root, 1));
      EXPECT_EQ(all_values<std::uint16_t>(team, from_one.labels()), expected_widths);
      label_correcting<least_connected> from_all(team, graph, {.order = order});
      from_all.run_everywhere({});
      EXPECT_EQ(all_values<std::uint64_t>(team, from_all.labels()), expected_least);
      const work_statistics work = from_all.work();
      EXPECT_GE(work.relaxations, 2 * listed.edges.edges.size());
      EXPECT_EQ(work.useful, listed.vertices);
    }
  });
}

TEST(label_correcting, of_functions_without_weights_take_weights_of_any_kind) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    for (const double weight : {2.0, 2.5}) {
      const csr_graph graph =
          graph_from_edges(team, 3, edge_chunk{{{0, 1}}, {weight}}, {.directed = false});
      label_correcting<least_connected> search(team, graph, {.order = {order_kind::strict, 0}});
      search.run_everywhere({});
      EXPECT_EQ(all_values<std::uint64_t>(team, search.labels()),
                (std::vector<std::uint64_t>{0, 0, 2}));
    }
  });
}

TEST(label_correcting, starts_from_several_roots_or_none) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const weighted_graph listed{4, {{{0, 1}, {2, 3}}, {7, 9}}};
    const csr_graph graph = graph_from_edges(team, 4, listed.edges, {.directed = true});
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<least_origin> search(team, graph, {.order = order});
      search.run(least_origin{}, std::vector<vertex_id>{0, 2});
      EXPECT_EQ(all_values<std::uint64_t>(team, search.labels()),
                (std::vector<std::uint64_t>{0, 0, 2, 2}));
      search.run(least_origin{}, {});
      EXPECT_EQ(all_values<std::uint64_t>(team, search.labels()),
                (std::vector<std::uint64_t>{0, 1, 2, 3}));
    }
  });
}

TEST(label_correcting, works_on_a_graph_without_vertices) {
  on_teams({team_of(1, 2), team_of(3, 1)}, [](rank_team& team) {
    const csr_graph graph = graph_from_edges(team, 0, std::vector<input_edge>{});
    for (const work_order& order : all_orders()) {
      label_correcting<least_origin> search(team, graph, {.order = order});
      search.run_everywhere(least_origin{});
      EXPECT_TRUE(search.labels().empty());
    }
  });
}

TEST(label_correcting, chooses_widths_that_are_open) {
  const weighted_graph listed = some_graph();
  const auto expected = serial_labels(listed, least_origin{});
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = true});
    const auto order_in_force = [&](auto& search) {
      report_card card;
      search.describe(card);
      for (const report_entry& each : card.entries()) {
        if (each.row.choice == "order of work") { return each.row.value; }
      }
      return std::string();
    };
    const std::string chosen = text_of({order_kind::buckets, range_width(team, graph)});
    for (const auto& [kind, wanted] : {std::pair(order_kind::levels, std::string("levels:1")),
                                       std::pair(order_kind::buckets, chosen)}) {
      label_correcting<least_origin> search(team, graph, {.order = {kind, 0}});
      EXPECT_EQ(order_in_force(search), wanted);
      search.run_everywhere(least_origin{});
      EXPECT_EQ(all_values<std::uint64_t>(team, search.labels()), expected);
    }
    label_correcting<least_connected> unweighted(team, graph, {.order = {order_kind::buckets, 0}});
    EXPECT_EQ(order_in_force(unweighted), "buckets:1");
  });
}

TEST(label_correcting, refuses_what_cannot_work_on_every_rank) {
  on_teams({team_of(1, 1), team_of(3, 2)}, [](rank_team& team) {
    const csr_graph whole = graph_from_edges(team, 3, edge_chunk{{{0, 1}}, {2}});
    const csr_graph real = graph_from_edges(team, 3, edge_chunk{{{0, 1}}, {2.5}});
    using engine = label_correcting<least_origin>;
    for (const double width : {-1.0, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
      EXPECT_THROW(engine(team, whole, {.order = {order_kind::buckets, width}}), agreed_error);
      EXPECT_THROW(engine(team, whole, {.order = {order_kind::levels, width}}), agreed_error);
    }
    EXPECT_THROW(engine(team, real, {.order = {order_kind::strict, 0}}), agreed_error);
    const csr_graph one_way =
        graph_from_edges(team, 3, edge_chunk{{{0, 1}}, {2}}, {.directed = true, .in_edges = false});
    EXPECT_THROW(
        label_correcting<least_connected>(team, one_way, {.order = {order_kind::strict, 0}}),
        agreed_error);
    engine search(team, whole, {.order = {order_kind::strict, 0}});
    EXPECT_THROW(search.run(least_origin{}, std::vector<vertex_id>{3}), agreed_error);
  });
}

TEST(label_correcting, no_pace_and_sending_all_labels_change_no_result) {
  const weighted_graph listed = some_graph();
  const auto expected = serial_labels(listed, least_origin{});
  std::vector<launch_options> teams;
  for (const char* pace : {"fixed", "adaptive"}) {
    for (const launch_options& one :
         {team_of(1, 4), team_of(3, 2), team_of(8, 1, sim_model_of(2))}) {
      teams.push_back(with(with(one, "progress_pace", pace), "pace_items", "3"));
    }
  }
  on_teams(teams, [&](rank_team& team) {
    const csr_graph graph =
        graph_from_edges(team, listed.vertices, listed.edges, {.directed = true});
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<least_origin> search(team, graph, {.order = order, .reduces = false});
      search.run_everywhere(least_origin{});
      EXPECT_EQ(all_values<std::uint64_t>(team, search.labels()), expected);
    }
  });
}

TEST(label_correcting, counts_why_workers_let_messages_in_without_phases_only) {
  const auto slow = with(team_of(3, 2), "progress_pace", "fixed");
  on_teams({with(slow, "pace_items", "2")}, [&](rank_team& team) {
    const weighted_graph listed = some_graph();
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges);
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<least_origin> search(team, graph, {.order = order});
      search.run_everywhere(least_origin{});
      const work_statistics work = search.work();
      EXPECT_EQ(work.released_empty > 0, !order.has_phases());
      EXPECT_EQ(work.released_pace > 0, !order.has_phases());
      EXPECT_EQ(work.released_flow_control, 0U);
    }
  });
}

TEST(label_correcting, samples_over_time_add_up_to_what_was_counted) {
  std::vector<launch_options> teams;
  for (launch_options& one : all_teams(1)) { teams.push_back(with(one, "work_samples", "20")); }
  on_teams(teams, [&](rank_team& team) {
    const weighted_graph listed = some_graph();
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges);
    for (const work_order& order : all_orders()) {
      SCOPED_TRACE(text_of(order));
      label_correcting<least_origin> search(team, graph, {.order = order});
      for (int i = 0; i < 2; ++i) {
        search.run_everywhere(least_origin{});
        const work_statistics work = search.work();
        expect_same_sums(search.history(), work, team);
      }
    }
  });
}

TEST(label_correcting, has_no_samples_unless_they_are_asked_for) {
  on_teams({team_of(3, 2)}, [&](rank_team& team) {
    const weighted_graph listed = some_graph();
    const csr_graph graph = graph_from_edges(team, listed.vertices, listed.edges);
    label_correcting<least_origin> search(team, graph, {.order = {order_kind::buckets, 4}});
    search.run_everywhere(least_origin{});
    const work_history history = search.history();
    EXPECT_EQ(history.seconds_per_sample, 0);
    EXPECT_EQ(history.workers.size(), workers_heard_of(team));
    for (const worker_history& each : history.workers) { EXPECT_TRUE(each.samples.empty()); }
  });
}

}  // namespace orujo::test::label_correcting_tests
