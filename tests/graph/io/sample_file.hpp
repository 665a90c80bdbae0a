// Files that a test writes, and everything that a reader says about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/io/format.hpp"

namespace orujo::test {

/// A file with given content in a folder of its own; both go when the test ends.
class sample_file {
public:
  sample_file(std::string_view name, std::string_view content) {
    std::string folder = (fastest_folder() / "orujo_io_XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) { std::abort(); }
    folder_ = folder;
    std::ofstream(path(name), std::ios::binary) << content;
    name_ = name;
  }
  sample_file(const sample_file&) = delete;
  sample_file& operator=(const sample_file&) = delete;
  ~sample_file() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path() const { return path(name_); }
  /// The same message without the folder's random name: it begins with the file's name.
  [[nodiscard]] std::string without_folder(std::string message) const {
    const std::string prefix = folder_.string() + "/";
    const std::size_t at = message.find(prefix);
    return at == std::string::npos ? message : message.erase(at, prefix.size());
  }

private:
  /// In memory if possible: thousands of small files on a disk take long.
  static std::filesystem::path fastest_folder() {
    const std::filesystem::path memory = "/dev/shm";
    return ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
  }

  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
  std::string name_;
};

/// An edge and its weight; 0 in a graph without weights.
using read_edge = std::tuple<std::uint64_t, std::uint64_t, double>;
using read_edges = std::vector<read_edge>;

struct read_graph {
  input_facts facts;
  std::vector<read_edge> edges;  ///< Sorted: the order of blocks is not defined.
};

struct read_plan {
  open_options options = {};
  int parts = 1;
  int workers = 1;
};

/// Takes all that is left of `input`, and counts the edges that it does not list in `implied`.
inline std::vector<read_edge> drain(edge_input& input,
                                    std::atomic<std::uint64_t>* implied = nullptr) {
  std::vector<read_edge> edges;
  edge_chunk chunk;
  while (input.next(chunk)) {
    if (implied != nullptr) { *implied += chunk.implied; }
    for (std::size_t i = 0; i < chunk.edges.size(); ++i) {
      double weight = chunk.weights.empty() ? 0 : chunk.weights.at(i);
      if (!chunk.whole_weights.empty()) { weight = static_cast<double>(chunk.whole_weights.at(i)); }
      edges.emplace_back(chunk.edges[i].source, chunk.edges[i].target, weight);
    }
  }
  return edges;
}

/// Takes all of `input` with several threads.
inline std::vector<read_edge> drain_with(edge_input& input, int workers,
                                         std::atomic<std::uint64_t>* implied = nullptr) {
  std::vector<std::vector<read_edge>> shares(static_cast<std::size_t>(workers));
  {
    std::vector<std::jthread> threads;
    for (auto& share : shares) {
      threads.emplace_back([&] { share = drain(input, implied); });
    }
  }
  std::vector<read_edge> edges;
  for (const auto& share : shares) { edges.insert(edges.end(), share.begin(), share.end()); }
  return edges;
}

/// Reads the file as so many parts and workers, and checks that nothing is missing.
inline read_graph read_whole(const std::string& path, const read_plan& plan = {}) {
  read_graph graph;
  std::atomic<std::uint64_t> implied{0};
  std::vector<std::unique_ptr<edge_input>> inputs;
  for (int part = 0; part < plan.parts; ++part) {
    inputs.push_back(open_graph_file(path, {part, plan.parts}, plan.options));
    const std::vector<read_edge> edges = plan.workers == 1
                                             ? drain(*inputs.back(), &implied)
                                             : drain_with(*inputs.back(), plan.workers, &implied);
    graph.edges.insert(graph.edges.end(), edges.begin(), edges.end());
  }
  for (const auto& input : inputs) { input->check_complete(graph.edges.size() - implied); }
  graph.facts = inputs.front()->facts();
  std::sort(graph.edges.begin(), graph.edges.end());
  return graph;
}

/// Writes `content` to a file called `name` and reads that.
inline read_graph read_text(std::string_view name, std::string_view content,
                            const open_options& options = {}) {
  const sample_file file(name, content);
  return read_whole(file.path(), {.options = options});
}

/// What the input_error says that reading such a file ends with; empty if it ends with none.
inline std::string error_of(std::string_view name, std::string_view content,
                            const open_options& options = {}) {
  const sample_file file(name, content);
  try {
    static_cast<void>(read_whole(file.path(), {.options = options}));
  } catch (const input_error& problem) { return file.without_folder(problem.what()); }
  return "";
}

/// Fails unless `message` begins with `begin` and contains `part`; shows all of it.
inline void expect_message(const std::string& message, std::string_view begin,
                           std::string_view part) {
  const bool right = message.starts_with(begin) && message.find(part) != std::string::npos;
  EXPECT_TRUE(right) << "message:  " << message << "\nexpected: " << begin << " … " << part;
}

inline constexpr open_options without_weights = {.weights = weight_use::ignored};
inline constexpr open_options with_real_weights = {.weights = weight_use::as_real};

}  // namespace orujo::test
