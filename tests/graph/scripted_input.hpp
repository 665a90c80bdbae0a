// An input of given edges whose facts a test chooses, and which can fail on the way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "graph/graph_model.hpp"
#include "orujo/base/error.hpp"
#include "orujo/graph/builder.hpp"
#include "orujo/graph/edge_input.hpp"

namespace orujo::test {

struct input_script {
  test_edges edges = {};
  input_facts facts = {};
  bool weighted = false;
  int failing_part = -1;    ///< This part throws after a few blocks.
  bool endless = false;     ///< Other parts never end: they have to be stopped.
  bool incomplete = false;  ///< check_complete() throws.
};

class scripted_input final : public edge_input {
public:
  scripted_input(const input_script& script, input_part part) : script_(script), part_(part) {}

  [[nodiscard]] const input_facts& facts() const override { return script_.facts; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const std::size_t block = taken_.fetch_add(1);
    if (part_.index == script_.failing_part && block >= 2) {
      throw input_error("edges.txt", {.line = 17, .column = 3}, "expected a vertex id");
    }
    const auto parts = static_cast<std::size_t>(part_.count);
    std::size_t number = block * parts + static_cast<std::size_t>(part_.index);
    const std::size_t blocks = (script_.edges.edges.size() + block_edges - 1) / block_edges;
    if (script_.endless) { number %= blocks; }
    if (number >= blocks) { return false; }
    const std::size_t end = std::min(script_.edges.edges.size(), (number + 1) * block_edges);
    for (std::size_t i = number * block_edges; i < end; ++i) {
      chunk.edges.push_back(script_.edges.edges[i]);
      if (script_.weighted) { chunk.weights.push_back(script_.edges.weights[i]); }
    }
    return true;
  }

  void check_complete(std::uint64_t edges) const override {
    if (script_.incomplete) { throw input_error("edges.txt: ends after " + std::to_string(edges)); }
  }

  [[nodiscard]] double progress() const override { return 0; }

  static constexpr std::size_t block_edges = 97;

private:
  const input_script& script_;
  input_part part_;
  std::atomic<std::size_t> taken_{0};
};

/// Opens parts of `script`, which has to live as long as the inputs.
inline input_opener opener_of(const input_script& script) {
  return [&script](input_part part) { return std::make_unique<scripted_input>(script, part); };
}

}  // namespace orujo::test
