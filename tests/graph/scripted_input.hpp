// An input of given edges whose facts a test chooses, and which can fail on the way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph_model.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/edge_input.hpp"

namespace orujo::test {

struct input_script {
  test_edges edges = {};
  std::vector<std::uint64_t> vertices = {};  ///< Listed apart from the edges.
  std::vector<std::string> names = {};       ///< If any: of the vertices 0, 1, ….
  input_facts facts = {};
  bool weighted = false;
  int failing_part = -1;    ///< This part throws after a few blocks.
  bool endless = false;     ///< Other parts never end: they have to be stopped.
  bool incomplete = false;  ///< check_complete() throws.
};

class scripted_input final : public edge_input {
public:
  scripted_input(const input_script& script, input_part part)
      : script_(script),
        part_(part),
        names_(script.names.empty() ? nullptr : std::make_shared<name_table>()) {}

  [[nodiscard]] const input_facts& facts() const override { return script_.facts; }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override { return names_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const std::size_t block = taken_.fetch_add(1);
    if (part_.index == script_.failing_part && block >= 2) {
      throw input_error("edges.txt", {.line = 17, .column = 3}, "expected a vertex id");
    }
    const auto parts = static_cast<std::size_t>(part_.count);
    std::size_t number = block * parts + static_cast<std::size_t>(part_.index);
    const std::size_t most = std::max(script_.edges.edges.size(), script_.vertices.size());
    const std::size_t blocks = (most + block_edges - 1) / block_edges;
    if (script_.endless) { number %= blocks; }
    if (number >= blocks) { return false; }
    fill(number, chunk);
    if (names_) { number_names(chunk); }
    return true;
  }

  void check_complete(std::uint64_t edges) const override {
    if (script_.incomplete) { throw input_error("edges.txt: ends after " + std::to_string(edges)); }
  }

  [[nodiscard]] double progress() const override { return 0; }

  static constexpr std::size_t block_edges = 97;

private:
  void fill(std::size_t number, edge_chunk& chunk) const {
    for (std::size_t i = number * block_edges; i < (number + 1) * block_edges; ++i) {
      if (i < script_.vertices.size()) { chunk.vertices.push_back(script_.vertices[i]); }
      if (i >= script_.edges.edges.size()) { continue; }
      chunk.edges.push_back(script_.edges.edges[i]);
      if (script_.weighted) { chunk.weights.push_back(script_.edges.weights[i]); }
    }
  }

  void number_names(edge_chunk& chunk) const {
    const auto number = [&](std::uint64_t& id) {
      const std::string_view name = script_.names[id];
      names_->number({&name, 1}, {&id, 1});
    };
    for (input_edge& edge : chunk.edges) {
      number(edge.source);
      number(edge.target);
    }
    for (std::uint64_t& id : chunk.vertices) { number(id); }
  }

  const input_script& script_;
  input_part part_;
  std::shared_ptr<name_table> names_;
  std::atomic<std::size_t> taken_{0};
};

/// Opens parts of `script`, which has to live as long as the inputs.
inline input_opener opener_of(const input_script& script) {
  return [&script](input_part part) { return std::make_unique<scripted_input>(script, part); };
}

}  // namespace orujo::test
