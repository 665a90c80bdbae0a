// One method or another, and what is said of what it found.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/communities.hpp"

#include <utility>

#include "orujo/algorithms/communities/cdlp.hpp"
#include "orujo/algorithms/communities/leiden.hpp"
#include "orujo/algorithms/communities/level.hpp"
#include "orujo/algorithms/communities/naming.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace community_search {

namespace {

class finder {
public:
  finder(rank_team& team, const csr_graph& graph, const communities_options& options)
      : team_(team),
        graph_(graph),
        options_(options),
        finest_(team, graph),
        space_(team, finest_.graph().size) {}

  community_labels run() && {
    switch (options_.method) {
      case communities_method::leiden: by_leiden(); break;
      case communities_method::label_propagation: by_label_propagation(); break;
      case communities_method::cdlp: by_cdlp(); break;
    }
    const auto own = std::as_const(found_.label).span().first(graph_.num_local());
    const community_counts counts = counts_of(space_, finest_.graph(), own);
    facts_.communities = counts.communities;
    facts_.largest = counts.largest;
    community_labels result{.label = huge_array<vertex_id>(graph_.num_local()), .facts = facts_};
    vertex_map(team_, graph_, [&](local_vertex v) { result.label[v] = found_.label[v]; });
    return result;
  }

private:
  void by_leiden() {
    leiden_result found = leiden(space_, finest_.graph(),
                                 {.resolution = options_.resolution,
                                  .seed = options_.seed,
                                  .iterations = options_.iterations.value_or(2),
                                  .tolerance = options_.tolerance});
    found_ = std::move(found.communities);
    facts_.modularity = found.modularity;
    facts_.iterations = found.iterations;
    facts_.levels = found.levels;
    facts_.moves = found.moves;
  }

  /// Moves to where most neighbours are, one class of vertices after the other.
  void by_label_propagation() {
    found_ = singletons(space_, finest_.graph());
    const moving_facts moved = move_vertices(
        space_, finest_.graph(), found_,
        {.resolution = 0, .seed = options_.seed, .max_rounds = options_.iterations.value_or(100)});
    facts_.iterations = moved.rounds;
    facts_.moves = moved.moves;
    const auto own = found_.label.span().first(graph_.num_local());
    const auto names = least_members(space_, finest_.graph(), own, found_.total.size());
    vertex_map(team_, graph_, [&](local_vertex v) { own[v] = names[own[v]]; });
    weigh();
  }

  void by_cdlp() {
    facts_.iterations = options_.iterations.value_or(10);
    cdlp_result found = cdlp(space_, finest_.graph(), facts_.iterations);
    found_.label = std::move(found.label);
    facts_.moves = found.changes;
    weigh();
  }

  void weigh() {
    const level_graph& level = finest_.graph();
    push_labels(space_, level, found_.label.span());
    const auto own = std::as_const(found_.label).span().first(graph_.num_local());
    found_.total = totals_of(space_, level, own);
    facts_.modularity = modularity_of(space_, level, found_, options_.resolution);
  }

  rank_team& team_;
  const csr_graph& graph_;
  communities_options options_;
  finest_level finest_;
  search_space space_;
  partition found_;
  communities_facts facts_;
};

}  // namespace

}  // namespace community_search

void community_labels::describe(report_card& card) const {
  card.add(report_section::algorithm, {"sub-rounds",
                                       "those of one decide by what was before",
                                       {{"iterations", static_cast<double>(facts.iterations), ""},
                                        {"moves", static_cast<double>(facts.moves), ""}}});
}

community_labels communities(rank_team& team, const csr_graph& graph,
                             const communities_options& options) {
  require_everywhere(options.resolution >= 0, "communities: the resolution is negative");
  require_everywhere(options.tolerance >= 0,
                     "communities: the tolerance is negative, or no number");
  const auto workers = static_cast<std::uint64_t>(team.num_workers());
  // Each worker has sums for all labels.
  require_room(
      team, graph, "communities",
      {.per_vertex = 60, .per_edge = 12, .more = graph.num_vertices() * (32 + 8 * workers)});
  return community_search::finder(team, graph, options).run();
}

}  // namespace orujo
