// The algorithm of V. A. Traag, L. Waltman and N. J. van Eck, From Louvain to Leiden, 2019.
//
// An iteration moves vertices between communities, splits communities into connected pieces, and
// goes on with a graph whose vertices are the pieces, in the communities that they are of; until
// each community is one piece. The next iteration begins with the communities of the last one.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/leiden.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "orujo/algorithms/communities/joining.hpp"
#include "orujo/algorithms/communities/naming.hpp"
#include "orujo/algorithms/communities/refining.hpp"

namespace orujo::community_search {

namespace {

/// Rounds on a level end when no more than this share of the vertices has moved.
constexpr double few_moves = 0.01;

/// Makes each connected part of a community a community. All on one worker: the level is the last
/// one, and mostly small.
class parting {
public:
  explicit parting(joined_level& level) : level_(level), part_(level.graph.size, no_label) {}

  void run() {
    partition& communities = level_.communities;
    std::fill(communities.total.begin(), communities.total.end(), 0);
    for (level_vertex start = 0; start < level_.graph.size; ++start) {
      if (part_[start] == no_label) { flood(start); }
    }
    std::copy(part_.begin(), part_.end(), communities.label.begin());
  }

private:
  void flood(level_vertex start) {
    const partition& communities = level_.communities;
    take(start, start);
    while (!waiting_.empty()) {
      const level_vertex v = waiting_.back();
      waiting_.pop_back();
      for (const level_vertex next : level_.graph.rows.row(v)) {
        const bool is_inside = communities.label[next] == communities.label[v];
        if (is_inside && part_[next] == no_label) { take(next, start); }
      }
    }
  }

  void take(level_vertex v, level_vertex part) {
    part_[v] = part;
    level_.communities.total[part] += level_.graph.degree[v];
    waiting_.push_back(v);
  }

  joined_level& level_;
  std::vector<level_vertex> part_;
  std::vector<level_vertex> waiting_;
};

class leiden_search {
public:
  leiden_search(search_space& space, const level_graph& finest, const leiden_options& options)
      : space_(space), finest_(finest), options_(options) {}

  leiden_result run() && {
    partition now = singletons(space_, finest_);
    while (result_.iterations < options_.iterations) {
      const bool has_moved = move(finest_, now);
      if (result_.iterations > 0 && !(has_moved && is_worth_more(now))) { break; }
      climb(now);
      take_communities();
      ++result_.iterations;
      now = copy_of(result_.communities);
    }
    return std::move(result_);
  }

private:
  /// Returns whether any vertex has moved.
  bool move(const level_graph& level, partition& communities) {
    const std::uint64_t seed = mix64(options_.seed ^ mix64(result_.moves + level.size));
    const std::uint64_t moves =
        move_vertices(space_, level, communities,
                      {.resolution = options_.resolution, .seed = seed, .tolerance = few_moves})
            .moves;
    result_.moves += moves;
    return moves > 0;
  }

  [[nodiscard]] bool is_worth_more(const partition& now) const {
    const double gain =
        modularity_of(space_, finest_, now, options_.resolution) - result_.modularity;
    return gain > 0 && gain >= options_.tolerance;
  }

  /// Makes levels until each vertex of one is a community, and stays so. If pieces are no larger
  /// than those of the level below, none will be.
  void climb(const partition& moved) {
    levels_.clear();
    const level_graph* level = &finest_;
    const partition* communities = &moved;
    for (level_vertex size_below = finest_.size;; size_below = levels_.back()->graph.size) {
      const refinement pieces =
          refine(space_, *level, *communities,
                 {.resolution = options_.resolution, .seed = options_.seed + levels_.size()});
      levels_.push_back(
          std::make_unique<joined_level>(join_pieces(space_, *level, *communities, pieces)));
      if (levels_.size() > 1) { levels_[levels_.size() - 2]->give_back_rows(); }
      joined_level& top = *levels_.back();
      const bool has_moved = move(top.graph, top.communities);
      if (!has_moved && top.num_communities == top.graph.size) { break; }
      if (top.graph.size == size_below) {
        parting(top).run();
        break;
      }
      level = &top.graph;
      communities = &top.communities;
    }
    result_.levels = levels_.size();
  }

  /// Brings the communities of the last level down.
  void take_communities() {
    const partition& top = levels_.back()->communities;
    std::span<const level_vertex> upper = top.label.span();
    std::vector<pooled_array<level_vertex>> lower;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      lower.push_back(labels_below(**level, upper));
      upper = lower.back().span();
    }
    const auto names = least_members(space_, finest_, upper, top.total.size());
    partition found{space_.array<level_vertex>(finest_.known),
                    space_.array<weight_sum>(finest_.size, 0)};
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != no_label) { found.total[names[i]] = top.total[i]; }
    }
    space_.for_each(finest_.own(), [&](level_vertex v) { found.label[v] = names[upper[v]]; });
    push_labels(space_, finest_, found.label.span());
    result_.communities = std::move(found);
    result_.modularity = modularity_of(space_, finest_, result_.communities, options_.resolution);
  }

  [[nodiscard]] pooled_array<level_vertex> labels_below(const joined_level& level,
                                                        std::span<const level_vertex> upper) {
    auto lower = space_.array<level_vertex>(level.above.size());
    space_.for_each(lower.size(), [&](level_vertex v) { lower[v] = upper[level.above[v]]; });
    return lower;
  }

  [[nodiscard]] partition copy_of(const partition& from) {
    partition copy{space_.array<level_vertex>(from.label.size()),
                   space_.array<weight_sum>(from.total.size())};
    space_.for_each(from.label.size(), [&](level_vertex v) { copy.label[v] = from.label[v]; });
    space_.for_each(from.total.size(), [&](level_vertex v) { copy.total[v] = from.total[v]; });
    return copy;
  }

  search_space& space_;
  const level_graph& finest_;
  leiden_options options_;
  std::vector<std::unique_ptr<joined_level>> levels_;
  leiden_result result_;
};

}  // namespace

leiden_result leiden(search_space& space, const level_graph& finest,
                     const leiden_options& options) {
  return leiden_search(space, finest, options).run();
}

}  // namespace orujo::community_search
