// The catalogue: every algorithm that it declares is complete, and right under every method.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/catalogue.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "activities/usable_mechanisms.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "support/teams.hpp"

namespace orujo::test::catalogue_tests {

namespace {

using figures_by_name = std::map<std::string, decltype(figure::value)>;

/// Graphs of one name, as entries need them.
class graphs_of {
public:
  graphs_of(rank_team& team, std::string name) : team_(team), name_(std::move(name)) {}

  const csr_graph& for_entry(const algorithm_entry& entry, const algorithm_choices& choices) {
    const graph_needs needs = entry.needs(choices);
    const key wanted{entry.edges == taken_edges::both_ways, needs.weights, needs.in_edges,
                     needs.loops, needs.parallel};
    const auto at = loaded_.find(wanted);
    return at != loaded_.end() ? at->second
                               : loaded_.emplace(wanted, load(entry, needs)).first->second;
  }

private:
  using key = std::tuple<bool, bool, bool, bool, parallel_edges>;

  [[nodiscard]] csr_graph load(const algorithm_entry& entry, const graph_needs& needs) const {
    load_options how;
    how.build.directed = entry.edges != taken_edges::both_ways;
    how.build.in_edges = needs.in_edges;
    how.build.keep_self_loops = needs.loops;
    how.build.parallel = needs.parallel;
    if (needs.weights) {
      how.build.weights = {.from = weight_origin::random, .low = 0, .high = 255};
    }
    return load_graph(team_, name_, how);
  }

  rank_team& team_;
  std::string name_;
  std::map<key, csr_graph> loaded_;
};

/// The choices to run a method with on `team`: as it is, and where its operators run as activities,
/// under some mechanisms and coarsenings: teams of 1, 2 and 3 ranks together try all.
std::vector<algorithm_choices> ways_of(const rank_team& team, const algorithm_entry& entry,
                                       std::size_t method) {
  std::vector<algorithm_choices> ways{{.method = method, .verifies = true, .shows_vertices = true}};
  for (const option_entry& each : entry.options) {
    if (each.is_required) { ways.front().options.set(each.name, std::string("5")); }
  }
  const auto reach = entry.methods[method].operators;
  if (!reach) { return ways; }
  const std::array<std::string, 3> coarsenings{"1", "16", "auto"};
  const std::vector<std::string> names = mechanism_names(*reach);
  const auto turn = static_cast<std::size_t>(std::min(team.size(), 4) - 1);
  for (std::size_t i = 0; i < (names.size() + 1) / 2; ++i) {
    algorithm_choices each = ways.front();
    const std::string name = names[(3 * turn + i) % names.size()];
    each.options.set("isolation", name);
    each.options.set("coarsen", coarsenings[(turn + i) % coarsenings.size()]);
    if (can_be_used(name, team.num_workers())) { ways.push_back(each); }
  }
  return ways;
}

/// Each method of each entry in each of those ways: calls `check(entry, choices)`.
template <typename Check>
void for_each_way(const rank_team& team, Check check) {
  for (const algorithm_entry& entry : all_algorithms()) {
    for (std::size_t m = 0; m < entry.methods.size(); ++m) {
      for (const algorithm_choices& choices : ways_of(team, entry, m)) {
        SCOPED_TRACE(entry.name + " " + entry.methods[m].name + " " +
                     choices.options.text("isolation").value_or(""));
        check(entry, choices);
      }
    }
  }
}

/// Runs from a vertex or two, or over the whole graph, twice; expects that its verifier agrees.
algorithm_answer answer_of(rank_team& team, const algorithm_entry& entry, algorithm_run& run) {
  const std::array<vertex_id, 2> sources{1, 5};
  run_start from;
  if (entry.start == start_kind::each_source) { from.sources = std::span(sources).first(1); }
  if (entry.start == start_kind::all_sources) { from.sources = sources; }
  run.run(from);
  run.run(from);
  EXPECT_EQ(run.problem(), "");
  EXPECT_EQ(all_max(team, run.edges_traversed()), run.edges_traversed());
  return run.answer();
}

/// Expects the columns that the entry promises, each with a value for every row.
void expect_columns(const csr_graph& graph, const algorithm_entry& entry,
                    const result_table& table) {
  std::vector<std::string> names;
  const std::size_t rows = table.keys ? table.keys->size() : graph.num_local();
  for (const result_column& column : table.columns) {
    names.push_back(column.name);
    EXPECT_EQ(std::visit([](const auto& all) { return all.size(); }, column.values), rows);
  }
  EXPECT_EQ(names, entry.columns);
  EXPECT_EQ(table.key, entry.key);
}

/// Figures that no method changes.
figures_by_name lasting(const algorithm_answer& answer, const method_entry& method) {
  const std::set<std::string> of_method{"iterations", "error",   "modularity", "communities",
                                        "largest",    "weights", "colours"};
  figures_by_name figures;
  for (const figure& each : answer.figures) {
    if (method.name == "boman" && each.name == "colours") { continue; }  // drawn
    if (of_method.contains(each.name)) { continue; }
    figures[each.name] = each.value;
    if (const auto* real = std::get_if<double>(&each.value)) {
      figures[each.name] = std::round(*real * 1e9);  // the last digits may depend on the team
    }
  }
  return figures;
}

}  // namespace

TEST(catalogue, has_entries_that_say_all_that_people_ask) {
  std::set<std::string> names;
  for (const algorithm_entry& entry : all_algorithms()) {
    SCOPED_TRACE(entry.name);
    EXPECT_TRUE(names.insert(entry.name).second);
    EXPECT_FALSE(entry.help.empty());
    EXPECT_TRUE(entry.example.starts_with("orujo " + entry.name + " "));
    EXPECT_FALSE(entry.activity.empty());
    EXPECT_FALSE(entry.columns.empty());
    std::set<std::string> methods;
    for (const method_entry& method : entry.methods) {
      EXPECT_TRUE(methods.insert(method.name).second) << method.name;
      for (const std::string& text : {method.help, method.use_when, method.cost, method.order}) {
        EXPECT_FALSE(text.empty()) << method.name;
      }
    }
    EXPECT_FALSE(methods.empty());
    std::set<std::string> options;
    for (const option_entry& option : entry.options) {
      EXPECT_TRUE(options.insert(option.name).second) << option.name;
      EXPECT_EQ(option.unit.empty(), option.type == option_type::flag) << option.name;
    }
  }
  EXPECT_TRUE(names.contains("bfs"));
  EXPECT_TRUE(names.contains("kcore"));
}

TEST(catalogue, has_algorithms_that_are_right_under_every_method) {
  std::vector<launch_options> teams{team_of(1, 1), team_of(2, 2, sim_model_of(1)), team_of(3, 1),
                                    team_of(8, 1, sim_model_of(2))};
  if (under_mpirun()) { teams = few_teams(); }
  if (is_sanitized) { teams = {team_of(1, 1), team_of(2, 2, sim_model_of(1))}; }
  for (const std::string name : {"kron:6", "grid:7x9"}) {
    std::map<std::string, figures_by_name> of_first;
    on_teams(teams, [&](rank_team& team) {
      graphs_of graphs(team, name);
      for_each_way(team, [&](const algorithm_entry& entry, const algorithm_choices& choices) {
        entry.check(choices);
        const csr_graph& graph = graphs.for_entry(entry, choices);
        const auto run = entry.prepare(team, graph, choices);
        const algorithm_answer answer = answer_of(team, entry, *run);
        expect_columns(graph, entry, answer.table);
        if (index_of(team.rank()) != 0) { return; }
        const figures_by_name found = lasting(answer, entry.methods[choices.method]);
        figures_by_name known = of_first.try_emplace(entry.name, found).first->second;
        if (!found.contains("colours")) { known.erase("colours"); }
        EXPECT_EQ(known, found);
      });
    });
  }
}

TEST(catalogue, refuses_choices_that_do_not_go_together) {
  const auto entry_named = [](const std::string& name) -> const algorithm_entry& {
    for (const algorithm_entry& each : all_algorithms()) {
      if (each.name == name) { return each; }
    }
    throw usage_error("no algorithm is called " + name);
  };
  const auto with = [](std::string name, option_values::value value) {
    algorithm_choices choices;
    choices.options.set(std::move(name), std::move(value));
    return choices;
  };
  EXPECT_THROW(entry_named("bfs").check(with("order", std::string("unordered"))), usage_error);
  EXPECT_THROW(entry_named("bfs").check(with("isolation", std::string("lock"))), usage_error);
  EXPECT_THROW(entry_named("stconn").check({}), usage_error);
  EXPECT_THROW(entry_named("sssp").check(with("delta", -1.0)), usage_error);
  EXPECT_THROW(entry_named("sssp").check(with("levels", std::uint64_t{2})), usage_error);
  EXPECT_THROW(entry_named("sssp").check(with("order", std::string("sideways"))), usage_error);
  EXPECT_THROW(entry_named("components").check(with("no-reduction", true)), usage_error);
  EXPECT_THROW(entry_named("colour").check(with("order", std::string("prettiest"))), usage_error);
  EXPECT_THROW(entry_named("mis").check(with("send-cache", std::uint64_t{8})), usage_error);
  EXPECT_NO_THROW(entry_named("sssp").check(with("delta", 2.0)));
  EXPECT_NO_THROW(entry_named("sssp").check(with("delta", 0.0)));  // chosen
}

}  // namespace orujo::test::catalogue_tests
