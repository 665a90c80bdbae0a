// Finds the best of each rank, then the best of those.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/vertex_scores.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "orujo/cli/vertex_output.hpp"
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

/// The first vertices in the order of stands_before(), of those offered.
class best_vertices {
public:
  explicit best_vertices(std::uint64_t count) : count_(count) {}

  void offer(const scored_vertex& vertex) {
    if (heap_.size() == count_) {
      if (count_ == 0 || !stands_before(vertex, heap_.front())) { return; }
      std::pop_heap(heap_.begin(), heap_.end(), stands_before);
      heap_.pop_back();
    }
    heap_.push_back(vertex);
    std::push_heap(heap_.begin(), heap_.end(), stands_before);
  }

  [[nodiscard]] std::vector<scored_vertex> in_order() && {
    std::sort_heap(heap_.begin(), heap_.end(), stands_before);
    return std::move(heap_);
  }

private:
  std::uint64_t count_;
  std::vector<scored_vertex> heap_;  ///< The one that stands last is in front.
};

}  // namespace

json top_vertices(rank_team& team, const csr_graph& graph, std::span<const double> score,
                  std::uint64_t count) {
  best_vertices of_rank(count);
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    of_rank.offer({graph.ids().input_id(graph.global(v)), score[v]});
  }
  const std::vector<scored_vertex> mine = std::move(of_rank).in_order();
  best_vertices of_team(count);
  for (const auto& of_other : all_gather(team, std::span<const scored_vertex>(mine))) {
    for (const scored_vertex& each : of_other) { of_team.offer(each); }
  }
  json top = json::array();
  for (const scored_vertex& each : std::move(of_team).in_order()) {
    json entry;
    entry["vertex"] = each.input_id;
    entry["score"] = each.score;
    top.push_back(std::move(entry));
  }
  return top;
}

void write_scores(rank_team& team, const csr_graph& graph, const std::string& path,
                  std::span<const double> score) {
  write_vertices(
      team, graph, path,
      {{{"score", column_kind::real}, [&](local_vertex v) { return real_cell(score[v]); }}});
}

}  // namespace orujo::cli
