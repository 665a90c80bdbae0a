// Finds the best of each rank, then the best of those.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/top_vertices.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"

namespace orujo::cli {

namespace {

struct scored_vertex {
  std::uint64_t input_id;
  double score;
};

bool stands_before(const scored_vertex& a, const scored_vertex& b) {
  return a.score != b.score ? a.score > b.score : a.input_id < b.input_id;
}

/// The first `count` of `all` in the order of stands_before().
void keep_best(std::vector<scored_vertex>& all, std::uint64_t count) {
  const std::size_t kept = std::min<std::size_t>(count, all.size());
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(kept);
  std::partial_sort(all.begin(), end, all.end(), stands_before);
  all.resize(kept);
}

}  // namespace

json top_vertices(rank_team& team, const csr_graph& graph, std::span<const double> score,
                  std::uint64_t count) {
  std::vector<scored_vertex> mine;
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    mine.push_back({graph.ids().input_id(graph.global(v)), score[v]});
  }
  keep_best(mine, count);
  std::vector<scored_vertex> all;
  for (const auto& of_rank : all_gather(team, std::span<const scored_vertex>(mine))) {
    all.insert(all.end(), of_rank.begin(), of_rank.end());
  }
  keep_best(all, count);
  json top = json::array();
  for (const scored_vertex& each : all) {
    json entry;
    entry["vertex"] = each.input_id;
    entry["score"] = each.score;
    top.push_back(std::move(entry));
  }
  return top;
}

}  // namespace orujo::cli
