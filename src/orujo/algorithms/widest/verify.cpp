// Each rank looks at the edges of its vertices, and floods marks that start at the source.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/widest/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"

namespace orujo {

namespace {

using width_findings = property_findings<widest_property>;

template <typename Width>
class width_checker {
  static constexpr Width endless = std::numeric_limits<Width>::max();

public:
  /// `none`: the width where nothing gets to.
  width_checker(rank_team& team, const csr_graph& graph, std::span<const Width> owned, Width none)
      : team_(team),
        graph_(graph),
        none_(none),
        widths_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        marks_(widths_.size()) {
    std::copy(owned.begin(), owned.end(), widths_.begin());
    ghost_values<Width>(team_, graph_).update(widths_.span());
  }

  width_findings run(vertex_id source, const widest_facts& facts) {
    if (graph_.owns(source) && widths_[graph_.local(source)] != endless) {
      found_.add(widest_property::source_is_endless, source);
    }
    check_edges();
    flood_from(source);
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (widths_[v] != none_ && marks_[v] == 0) {
        found_.add(widest_property::path_exists, graph_.global(v));
      }
    }
    check_facts(source, facts);
    return merged_everywhere(team_, found_);
  }

private:
  static constexpr std::uint8_t marked = 1;
  static constexpr std::uint8_t passed_on = 2;  // besides

  /// Calls `visit(target, width)` for each edge of `v` with how much gets through it.
  template <typename Visit>
  void for_each_edge(local_vertex v, Visit visit) const {
    const adjacency& edges = graph_.out_edges();
    for (std::uint64_t i = edges.offsets[v]; i < edges.offsets[v + 1]; ++i) {
      const Width edge = edges.weights.empty() ? Width{1} : edges.weights.template at<Width>(i);
      visit(edges.targets[i], widths_[v] < edge ? widths_[v] : edge);
    }
  }

  void check_edges() {
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      for_each_edge(v, [&](local_vertex target, Width through) {
        if (through > widths_[target]) {
          found_.add(widest_property::no_edge_widens, graph_.global(target));
        }
      });
    }
  }

  /// Marks what edges of the right width lead to from what is marked, until all ranks stand still.
  void flood_from(vertex_id source) {
    ghost_contributions<std::uint8_t, shared_or> to_owners(team_, graph_, {});
    if (graph_.owns(source)) { marks_[graph_.local(source)] = marked; }
    for (std::uint64_t news = 1; news > 0;) {
      news = 0;
      for (local_vertex v = 0; v < graph_.num_local(); ++v) {
        if (marks_[v] == marked) { news += flood(v); }
      }
      to_owners.collect(marks_.span());
      news = all_sum(team_, news);
    }
  }

  /// Goes as far as owned vertices lead from `start`; returns how many it passed.
  std::uint64_t flood(local_vertex start) {
    std::vector<local_vertex> waiting = {start};
    marks_[start] |= passed_on;
    std::uint64_t count = 0;
    for (; !waiting.empty(); ++count) {
      const local_vertex v = waiting.back();
      waiting.pop_back();
      for_each_edge(v, [&](local_vertex target, Width through) {
        if (through == none_ || through != widths_[target] || marks_[target] != 0) { return; }
        marks_[target] = marked;
        if (!graph_.is_owned(target)) { return; }
        marks_[target] |= passed_on;
        waiting.push_back(target);
      });
    }
    return count;
  }

  void check_facts(vertex_id source, const widest_facts& facts) {
    std::uint64_t reached = 0;
    exact_number sum = 0;
    exact_number magnitude = 0;
    exact_number least = std::numeric_limits<exact_number>::infinity();
    for (local_vertex v = 0; v < graph_.num_local(); ++v) {
      if (widths_[v] == none_) { continue; }
      ++reached;
      if (graph_.global(v) == source) { continue; }
      const auto width = static_cast<exact_number>(widths_[v]);
      sum += width;
      magnitude += std::abs(width);
      least = std::min(least, width);
    }
    reached = all_sum(team_, reached);
    sum = all_sum(team_, sum);
    magnitude = all_sum(team_, magnitude);
    least = all_min(team_, least);
    const bool add_up = reached == facts.reached &&
                        (std::isfinite(least) ? least : 0) == facts.narrowest &&
                        std::abs(sum - facts.width_sum) <= 1e-9L * magnitude;
    if (!add_up && index_of(team_.rank()) == 0) {
      found_.add(widest_property::facts_add_up, no_vertex);
    }
  }

  rank_team& team_;
  const csr_graph& graph_;
  Width none_;
  huge_array<Width> widths_;  // of owned vertices and, told by their owners, of ghosts
  huge_array<std::uint8_t> marks_;
  width_findings found_;
};

}  // namespace

std::string sentence(widest_property property, vertex_id vertex, vertex_id /*other*/) {
  switch (property) {
    case widest_property::source_is_endless:
      return fmt::format("the source {} has a width", vertex);
    case widest_property::no_edge_widens:
      return fmt::format("an edge to {} makes a wider path than the width says", vertex);
    case widest_property::path_exists:
      return fmt::format("no path from the source to {} is as wide as its width", vertex);
    case widest_property::facts_add_up: break;
  }
  return "the number of reached vertices, the least width or the sum is wrong";
}

std::vector<widest_violation> verify_widest(rank_team& team, const csr_graph& graph,
                                            vertex_id source, const path_widths& found) {
  const bool is_real = graph.facts().weights == weight_kind::real;
  const std::size_t size = is_real ? found.real.size() : found.whole.size();
  require(all_sum(team, size == graph.num_local() ? 0 : 1) == 0,
          "verify_widest: the widths are not those of this graph");
  const width_findings all =
      is_real ? width_checker<double>(team, graph, found.real.span(), found.no_real)
                    .run(source, found.facts)
              : width_checker<std::int64_t>(team, graph, found.whole.span(), found.no_whole)
                    .run(source, found.facts);
  return all.violations();
}

}  // namespace orujo
