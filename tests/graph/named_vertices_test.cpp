// Graphs whose vertices have names: the same for every team, and back in every file.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "graph/graph_model.hpp"
#include "graph/io/sample_file.hpp"
#include "graph/shared_path.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/orj.hpp"
#include "orujo/graph/rebuild.hpp"
#include "orujo/graph/vertex_lookup.hpp"
#include "orujo/graph/writer.hpp"
#include "support/teams.hpp"

namespace orujo::test {
namespace {

using named_edge = std::tuple<std::string, std::string, double>;

/// Names that sort, share beginnings and hold separators in every awkward way.
std::string label_of(std::uint64_t i) {
  switch (i % 6) {
    case 0: return "GO:" + std::to_string(1000000 + i);
    case 1: return "http://example.org/resource/with/a/long/path/" + std::to_string(i);
    case 2: return "Smith, " + std::to_string(i);
    case 3: return "say \"" + std::to_string(i) + "\"";
    case 4: return "#tag " + std::to_string(i);
    default: return "\xc3\xa9" + std::to_string(i);
  }
}

std::vector<named_edge> some_edges(std::uint64_t vertices, std::uint64_t count) {
  random_stream random(11, vertices);
  std::map<std::pair<std::string, std::string>, double> edges;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t u = random.below(vertices);
    const std::uint64_t v = random.below(vertices);
    if (u != v) { edges[{label_of(u), label_of(v)}] = static_cast<double>(random.below(1000)); }
  }
  std::vector<named_edge> list;
  for (const auto& [ends, weight] : edges) { list.emplace_back(ends.first, ends.second, weight); }
  return list;
}

std::string quoted_cell(const std::string& name) {
  std::string cell = "\"";
  for (const char c : name) { cell += c == '"' ? std::string(2, c) : std::string(1, c); }
  return cell + "\"";
}

std::string csv_of(const std::vector<named_edge>& edges) {
  std::string text = "source,target,weight\n";
  for (const auto& [u, v, w] : edges) {
    text +=
        quoted_cell(u) + "," + quoted_cell(v) + "," + std::to_string(static_cast<int>(w)) + "\n";
  }
  return text;
}

/// All arcs by the names of their ends, sorted. Call: collective.
std::vector<named_edge> all_edges(rank_team& team, const csr_graph& graph) {
  const std::vector<std::string> names = all_names(team, graph);
  std::vector<named_edge> edges;
  for (const model_arc& arc : all_arcs(team, graph, graph.out_edges(), false)) {
    edges.emplace_back(names[arc.source], names[arc.target], arc.weight);
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<std::string> names_in(const std::vector<named_edge>& edges) {
  std::set<std::string> names;
  for (const auto& [u, v, w] : edges) { names.insert({u, v}); }
  return {names.begin(), names.end()};
}

load_options directed_options() {
  load_options options;
  options.build.directed = true;
  return options;
}

void expect_graph(rank_team& team, const csr_graph& graph, const std::vector<named_edge>& edges) {
  EXPECT_TRUE(graph.ids().is_named());
  EXPECT_EQ(all_names(team, graph), names_in(edges));
  EXPECT_EQ(all_edges(team, graph), edges);
}

TEST(named_vertices, are_numbered_in_the_order_of_their_bytes_on_every_team) {
  const std::vector<named_edge> edges = some_edges(400, 1500);
  const sample_file file("names.csv", csv_of(edges));
  const std::vector<std::string> names = names_in(edges);
  on_teams(all_teams(2), [&](rank_team& team) {
    const csr_graph graph = load_graph(team, file.path(), directed_options());
    expect_graph(team, graph, edges);
    for (const std::size_t v : {std::size_t{0}, names.size() / 2, names.size() - 1}) {
      EXPECT_EQ(find_vertex(team, graph, names[v]), v);
    }
    EXPECT_EQ(find_vertex(team, graph, "nobody"), no_vertex);
    EXPECT_EQ(find_vertex(team, graph, ""), no_vertex);
  });
}

TEST(named_vertices, as_many_as_are_sorted_in_buckets) {
  std::vector<named_edge> edges;
  for (std::uint64_t i = 0; i < 30000; ++i) { edges.emplace_back(label_of(i), label_of(i + 1), 1); }
  std::sort(edges.begin(), edges.end());
  const sample_file file("names.csv", csv_of(edges));
  for (const launch_options& options : {team_of(1, 1), team_of(1, 4), team_of(3, 2)}) {
    on_teams({options}, [&](rank_team& team) {
      expect_graph(team, load_graph(team, file.path(), directed_options()), edges);
    });
  }
}

TEST(named_vertices, ranks_without_any_name_do_no_harm) {
  const sample_file file("names.csv", "source,target\na,b\n");
  on_teams({team_of(8, 1), team_of(3, 1, sim_model_of(5))}, [&](rank_team& team) {
    expect_graph(team, load_graph(team, file.path(), directed_options()), {{"a", "b", 0}});
  });
}

TEST(named_vertices, come_back_from_every_text_that_keeps_ids_and_from_orj) {
  const std::vector<named_edge> edges = some_edges(300, 900);
  const sample_file file("names.csv", csv_of(edges));
  for (const launch_options& options :
       {team_of(1, 2), team_of(3, 1), team_of(8, 1, sim_model_of(1))}) {
    if (under_mpirun()) { break; }
    for (const char* suffix : {"csv", "tsv", "wel", "orj"}) {
      const shared_path path(options, std::string("again.") + suffix);
      on_teams({options}, [&](rank_team& team) {
        write_graph(team, load_graph(team, file.path(), directed_options()), path.text());
        load_options again = directed_options();
        if (std::string_view(suffix) == "wel") { again.open.ids = id_use::names; }
        expect_graph(team, load_graph(team, path.text(), again), edges);
      });
    }
  }
}

TEST(named_vertices, come_back_whatever_the_first_line_looks_like) {
  if (under_mpirun()) { return; }
  const std::vector<named_edge> beginnings = {
      {"p", "q", 4},       {"a", "1", 4},        {"e", "5", 4},         {"a{b", "c", 4},
      {"u", "v", 4},       {"source", "to", 4},  {"weight", "7", 4},    {"<a>", "b", 4},
      {"PARE", "x", 4},    {"ORJ1", "x", 4},     {"*Vertices", "3", 4}, {"graph [", "x", 4},
      {"digraph", "{", 4}, {"{", "}", 4},        {"1", "2", 4},         {"4", "1", 4},
      {"#x", "%y", 4},     {"/usr", "/bin", 4},  {"c", "d", 4},         {"19\"", "a b", 4},
      {"a;b", "c,d", 4},   {"a\tb", "\"c\"", 4}, {"p sp 2 1", "x", 4},  {"<http", "x", 4}};
  for (const named_edge& first : beginnings) {
    std::vector<named_edge> edges = {first, {std::get<0>(first), "~z", 5}};
    const sample_file file("names.csv", csv_of(edges));
    std::sort(edges.begin(), edges.end());
    for (const std::string suffix : {"el", "wel", "csv", "tsv", "txt"}) {
      SCOPED_TRACE(std::get<0>(first) + " " + suffix);
      const shared_path path(team_of(1, 1), "again." + suffix);
      std::vector<named_edge> expected = edges;
      for (named_edge& edge : expected) { std::get<2>(edge) *= suffix == "el" ? 0 : 1; }
      on_teams({team_of(1, 1)}, [&](rank_team& team) {
        load_options as_names = directed_options();
        as_names.open.ids = id_use::names;
        write_graph(team, load_graph(team, file.path(), as_names), path.text());
        expect_graph(team, load_graph(team, path.text(), directed_options()), expected);
      });
    }
  }
}

TEST(named_vertices, an_orj_has_the_same_bytes_on_every_team) {
  if (under_mpirun()) { return; }
  const std::vector<named_edge> edges = some_edges(300, 900);
  const sample_file file("names.csv", csv_of(edges));
  std::set<std::string> contents;
  for (const launch_options& options : {team_of(1, 1), team_of(2, 2), team_of(8, 1)}) {
    const shared_path path(options, "names.orj");
    run_team(options, [&](rank_team& team) {
      write_orj(team, load_graph(team, file.path(), directed_options()), path.text());
    });
    std::ifstream written(path.text(), std::ios::binary);
    contents.emplace(std::istreambuf_iterator<char>(written), std::istreambuf_iterator<char>());
  }
  EXPECT_EQ(contents.size(), 1U);
}

TEST(named_vertices, stay_when_a_graph_is_built_anew) {
  const std::vector<named_edge> edges = some_edges(100, 400);
  const sample_file file("names.csv", csv_of(edges));
  on_teams({team_of(1, 1), team_of(3, 2)}, [&](rank_team& team) {
    const csr_graph graph = load_graph(team, file.path(), directed_options());
    const csr_graph undirected = rebuild_graph(team, graph, {.directed = false});
    EXPECT_EQ(all_names(team, undirected), names_in(edges));
  });
}

TEST(named_vertices, damaged_names_of_an_orj_are_refused) {
  if (under_mpirun()) { return; }
  const sample_file file("names.csv", "source,target\na,b\nb,c\n");
  const launch_options options =
      with(team_of(2, 1), "verify_checksums", "off");  // so that the checks behind them are tried
  const shared_path path(options, "names.orj");
  run_team(options, [&](rank_team& team) {
    write_orj(team, load_graph(team, file.path(), directed_options()), path.text());
  });
  std::ifstream written(path.text(), std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(written)),
                         std::istreambuf_iterator<char>());
  const std::size_t at = good.rfind("abc");
  ASSERT_NE(at, std::string::npos);
  for (const std::string& names : {std::string("acb"), std::string("aab"), std::string("\nbc")}) {
    std::string bad = good;
    bad.replace(at, 3, names);
    std::ofstream(path.text(), std::ios::binary) << bad;
    EXPECT_THROW(
        run_team(options, [&](rank_team& team) { static_cast<void>(open_orj(team, path.text())); }),
        error)
        << names;
  }
}

}  // namespace
}  // namespace orujo::test
