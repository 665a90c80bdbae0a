// What a reader gives of a file in an exchange format, by the names or numbers of vertices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "graph/io/sample_file.hpp"

namespace orujo::test {

using called_edge = std::tuple<std::string, std::string, double>;
using called_edges = std::vector<called_edge>;
using called_vertices = std::vector<std::string>;

struct exchanged_graph {
  input_facts facts;
  called_vertices vertices;  ///< Those that are listed; sorted.
  called_edges edges;        ///< Sorted.
};

inline exchanged_graph read_exchange(const std::string& path, const open_options& options = {}) {
  const auto input = open_graph_file(path, {}, options);
  exchanged_graph graph{input->facts(), {}, {}};
  std::vector<read_edge> numbers;
  std::vector<std::uint64_t> listed;
  edge_chunk chunk;
  while (input->next(chunk)) {
    listed.insert(listed.end(), chunk.vertices.begin(), chunk.vertices.end());
    for (std::size_t i = 0; i < chunk.edges.size(); ++i) {
      double weight = chunk.weights.empty() ? 0 : chunk.weights.at(i);
      if (!chunk.whole_weights.empty()) { weight = static_cast<double>(chunk.whole_weights.at(i)); }
      numbers.emplace_back(chunk.edges[i].source, chunk.edges[i].target, weight);
    }
  }
  std::map<std::uint64_t, std::string> names;
  const auto table = input->names();
  for (std::size_t shard = 0; table && shard < name_table::num_shards; ++shard) {
    table->visit(shard, [&](std::string_view name, std::uint64_t number) { names[number] = name; });
  }
  const auto text = [&](std::uint64_t number) {
    return table ? names.at(number) : std::to_string(number);
  };
  for (const auto& [u, v, w] : numbers) { graph.edges.emplace_back(text(u), text(v), w); }
  for (const std::uint64_t number : listed) { graph.vertices.push_back(text(number)); }
  std::sort(graph.vertices.begin(), graph.vertices.end());
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph;
}

inline exchanged_graph read_exchange(std::string_view name, std::string_view content,
                                     const open_options& options = {}) {
  const sample_file file(name, content);
  return read_exchange(file.path(), options);
}

inline bool guesses(const exchanged_graph& graph, std::string_view part) {
  const std::vector<std::string>& all = graph.facts.guesses;
  return std::any_of(all.begin(), all.end(), [&](const std::string& guess) {
    return guess.find(part) != std::string::npos;
  });
}

inline open_options with_ids(id_use ids) {
  open_options options;
  options.ids = ids;
  return options;
}

inline open_options with_weight(const std::string& name) {
  open_options options;
  options.columns = column_choice{.source = {}, .target = {}, .weight = name};
  return options;
}

inline open_options taken_as(bool directed) {
  open_options options;
  options.directed = directed;
  return options;
}

}  // namespace orujo::test
