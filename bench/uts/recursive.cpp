// Walks through a tree of the UTS benchmark in memory by plain recursion: no runtime, one thread.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: recursive [TREE [TRIALS]]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/benchmarks/uts/rules.hpp"

namespace {

/// Where the children lie, and how many there are, in 8 bytes, as in Orujo. A leaf is 0.
using vertex = std::uint64_t;
constexpr unsigned count_bits = 12;
constexpr vertex count_mask = (vertex{1} << count_bits) - 1;

struct bud {
  orujo::uts_state state;
  std::uint32_t depth;
  std::uint64_t index;
};

const orujo::uts_sample& sample_of(std::string_view name) {
  const auto samples = orujo::uts_samples();
  const auto at = std::find_if(samples.begin(), samples.end(),
                               [name](const auto& each) { return each.name == name; });
  orujo::require(at != samples.end(), "TREE is one of T1, T1L, T2, T3, T5");
  return *at;
}

/// The vertices in the order in which the recursion comes to their parents.
orujo::huge_array<vertex> grow(const orujo::uts_sample& sample) {
  const orujo::uts_rules rules(sample.parameters);
  orujo::huge_array<vertex> tree(sample.published.tree_size);
  std::uint64_t used = 1;
  std::vector<bud> stack{{orujo::root_state(sample.parameters.seed), 0, 0}};
  while (!stack.empty()) {
    const bud next = stack.back();
    stack.pop_back();
    const std::uint32_t children = rules.children(next.state, next.depth);
    if (children == 0) { continue; }
    orujo::require(used + children <= tree.size(), "the tree is larger than published");
    tree[next.index] = used << count_bits | children;
    for (std::uint32_t i = children; i-- > 0;) {
      stack.push_back({orujo::child_state(next.state, i), next.depth + 1, used + i});
    }
    used += children;
  }
  return tree;
}

void walk(const vertex* tree, vertex which, std::uint32_t depth, orujo::uts_counts& counts) {
  ++counts.tree_size;
  counts.max_depth = std::max(counts.max_depth, depth);
  if (which == 0) {
    ++counts.leaves;
    return;
  }
  const vertex* const children = tree + (which >> count_bits);
  for (vertex i = 0; i < (which & count_mask); ++i) { walk(tree, children[i], depth + 1, counts); }
}

void measure(const orujo::uts_sample& sample, int trials) {
  const orujo::huge_array<vertex> tree = grow(sample);
  std::vector<double> seconds;
  for (int trial = 0; trial < trials; ++trial) {
    orujo::uts_counts counts;
    const auto start = std::chrono::steady_clock::now();
    walk(tree.data(), tree[0], 0, counts);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    orujo::require(counts == sample.published, "the walk counts other vertices than published");
    seconds.push_back(elapsed.count());
  }
  std::sort(seconds.begin(), seconds.end());
  std::printf("{\"name\": \"recursive\", \"tree\": \"%s\", \"median_seconds\": %.6f, \"trials\": [",
              std::string(sample.name).c_str(), seconds[seconds.size() / 2]);
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    std::printf("%s%.6f", i > 0 ? ", " : "", seconds[i]);
  }
  std::printf("]}\n");
}

}  // namespace

int main(int count, char** words) try {
  const int trials = count > 2 ? std::stoi(words[2]) : 5;
  orujo::require(trials > 0, "TRIALS is at least 1");
  measure(sample_of(count > 1 ? words[1] : "T1"), trials);
} catch (const std::exception& problem) {
  std::fprintf(stderr, "recursive: %s\n", problem.what());
  return 2;
}
