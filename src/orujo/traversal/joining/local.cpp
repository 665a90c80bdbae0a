// Afforest (Sutton, Ben-Nun and Barak 2018): join along a sample of the edges; nearly all vertices
// are then in one large piece, and edges inside it need not be looked at.
//
// The sample is two edges of each vertex to lesser ones, which its sorted row begins with. The
// first pass makes each vertex a child of its least neighbour's parent, with no conflicts between
// workers, and writes down the second neighbour, so that the second pass does not touch the rows
// again. The second pass, and the search for a large piece, are left out where rows are too short
// to gain by them.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/local.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "orujo/base/prefetch.hpp"
#include "orujo/base/random.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/joining/giants.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::connectivity {

namespace {

constexpr std::size_t vertices_per_chunk = 4096;
constexpr std::size_t ghost_samples = 1U << 14;

/// What was linked of a part of the vertices.
struct linked_part {
  std::uint64_t rows = 0;
  std::uint64_t edges = 0;
};

/// The passes over one rank's rows. Each is run by all workers, between two meetings.
class local_joiner {
public:
  local_joiner(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
               std::span<local_vertex> scratch)
      : team_(team),
        graph_(graph),
        forest_(forest),
        out_(graph.out_edges()),
        in_(&graph.in_edges() != &graph.out_edges() ? &graph.in_edges() : nullptr),
        samples_(team.size() == 1 || graph.directed() || !has_short_rows(graph)),
        seconds_(scratch),
        looks_(team) {}

  std::uint64_t run() {
    parallel_for(team_, forest_.size(), 4 * vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) {
                     forest_.reset(static_cast<local_vertex>(v));
                   }
                 });
    if (!out_.targets.empty()) {
      over_owned([&](index_range part) { return hook_to_least(part); });
      if (samples_) {
        over_owned([&](index_range part) { return link_seconds(part); });
      }
    }
    if (!samples_) {
      over_owned([&](index_range part) { return link_rest(part); });
      return 0;
    }
    if (in_ != nullptr) {
      over_owned([&](index_range part) { return link_first_sources(part); });
    }
    link_some_ghosts();
    const giant_piece giant = find_giant();
    if (!giant.exists) {
      over_owned([&](index_range part) { return link_rest(part); });
      if (in_ != nullptr) {
        over_owned([&](index_range part) { return link_ghost_sources(part); });
      }
      return 0;
    }
    std::atomic<std::uint64_t> skipped{0};
    over_owned([&](index_range part) {
      const auto [rows, edges] = link_rest_outside(giant, part);
      // relaxed: a count, read after the workers have met
      skipped.fetch_add(part.last - part.first - rows, std::memory_order_relaxed);
      return edges;
    });
    return skipped;
  }

private:
  /// Whether a sample of two edges for each vertex would be most of them. On one rank of several
  /// that leaves no large piece to skip: where rows are short, pieces are small until ranks meet.
  [[nodiscard]] static bool has_short_rows(const csr_graph& graph) noexcept {
    return graph.facts().num_arcs < 3 * graph.num_vertices();
  }

  /// Runs `pass(part)`, which returns the edges that it looked at, for parts of the vertices.
  template <typename Pass>
  void over_owned(Pass pass) {
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   const std::uint64_t edges = pass(index_range{first, last});
                   looks_.add(this_worker(), last - first, edges);
                 });
  }

  /// The first pass. Rows ascend, so that parents of lesser vertices are mostly roots by then.
  std::uint64_t hook_to_least(index_range part) {
    std::uint64_t hooked = 0;
    const auto* const offsets = out_.offsets.data();
    const auto* const targets = out_.targets.data();
    const std::size_t last_target = out_.targets.size() - 1;
    for (std::size_t i = part.first; i < part.last; ++i) {
      if (i + 2 * rows_ahead < part.last) {
        prefetch_to_read(targets + offsets[i + 2 * rows_ahead]);
        const std::size_t soon = offsets[i + rows_ahead];
        forest_.prefetch(targets[std::min<std::size_t>(soon, last_target)]);
      }
      const auto v = static_cast<local_vertex>(i);
      const std::size_t row = offsets[i];
      const std::size_t degree = offsets[i + 1] - row;
      const local_vertex least = degree > 0 ? targets[row] : v;
      const local_vertex second = degree > 1 ? targets[row + 1] : v;
      if (least < v) {
        forest_.set_parent(v, forest_.parent(least));
        ++hooked;
      }
      if (samples_) { seconds_[i] = least > v ? least : least < v ? std::min(second, v) : second; }
    }
    return hooked;
  }

  std::uint64_t link_seconds(index_range part) {
    std::uint64_t linked = 0;
    for (std::size_t i = part.first; i < part.last; ++i) {
      if (i + rows_ahead < part.last) { forest_.prefetch(seconds_[i + rows_ahead]); }
      const auto v = static_cast<local_vertex>(i);
      if (seconds_[i] != v) {
        forest_.link(v, seconds_[i]);
        ++linked;
      }
      seconds_[i] = 0;
    }
    return linked;
  }

  /// The sample of a directed graph's in-edges.
  std::uint64_t link_first_sources(index_range part) {
    std::uint64_t linked = 0;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      const auto row = in_->row(v);
      const auto sample = row.first(std::min<std::size_t>(2, row.size()));
      for (const local_vertex source : sample) { forest_.link(v, source); }
      linked += sample.size();
    }
    return linked;
  }

  /// Ghosts come last in rows, out of the sample's reach; but without any, no giants would touch.
  void link_some_ghosts() {
    const std::size_t stride = 1 + graph_.num_local() / ghost_samples;
    for (std::size_t i = 0; i < graph_.num_local(); i += stride) {
      const auto v = static_cast<local_vertex>(i);
      const auto row = out_.row(v);
      if (!row.empty() && !graph_.is_owned(row.back())) { forest_.link(v, row.back()); }
    }
  }

  /// The piece that at least half of a sample of the vertices with edges are in, if it may be
  /// skipped.
  giant_piece find_giant() {
    if (graph_.directed() && in_ == nullptr) { return {}; }  // nobody else looks at its edges
    constexpr std::size_t wanted = 1024;
    std::vector<local_vertex> roots;
    random_stream random(0, 0);
    for (std::size_t i = 0; i < 4 * wanted && roots.size() < wanted && graph_.num_local() > 0;
         ++i) {
      const auto v = static_cast<local_vertex>(random.below(graph_.num_local()));
      if (out_.degree(v) > 0) { roots.push_back(forest_.find(v)); }
    }
    std::sort(roots.begin(), roots.end());
    giant_piece giant;
    if (!roots.empty()) {  // what half of them are is also the one in the middle
      giant.root = roots[roots.size() / 2];
      const auto [first, last] = std::equal_range(roots.begin(), roots.end(), giant.root);
      giant.exists = static_cast<std::size_t>(last - first) * 2 >= roots.size();
    }
    giant.exists = may_skip(team_, graph_, forest_, giant);
    return giant;
  }

  /// Links the edges that the sample has left, each from its greater end. Ghosts are greater than
  /// all, but have no rows.
  std::uint64_t link_rest(index_range part) {
    std::uint64_t looks = 0;
    constexpr std::size_t arcs_ahead = 3 * rows_ahead;
    const bool once = !graph_.directed();
    const auto* const targets = out_.targets.data();
    const std::size_t last_target = out_.targets.empty() ? 0 : out_.targets.size() - 1;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      const auto row = out_.row(v);
      const std::size_t done = done_of(row, v);
      looks += row.size() - done;
      for (std::size_t at = done; at < row.size(); ++at) {
        const std::size_t soon = out_.offsets[i] + at + arcs_ahead;
        forest_.prefetch(targets[std::min(soon, last_target)]);
        if (once && row[at] > v && graph_.is_owned(row[at])) { continue; }
        forest_.link(v, row[at]);
      }
    }
    return looks;
  }

  /// Links the in-edges from other ranks, each of which may have skipped its end of them. Ghosts
  /// come last in rows.
  std::uint64_t link_ghost_sources(index_range part) {
    std::uint64_t looks = 0;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      const auto row = in_->row(v);
      std::size_t at = row.size();
      for (; at > 0 && !graph_.is_owned(row[at - 1]); --at) { forest_.link(v, row[at - 1]); }
      looks += row.size() - at;
    }
    return looks;
  }

  /// Links all rows but those of the giant piece. Its root is looked up again where roots differ:
  /// it may have become the child of a lesser one meanwhile.
  linked_part link_rest_outside(const giant_piece& giant, index_range part) {
    linked_part linked;
    for (std::size_t i = part.first; i < part.last; ++i) {
      const auto v = static_cast<local_vertex>(i);
      const local_vertex root = forest_.find(v);
      if (root == giant.root || root == forest_.find(giant.root)) { continue; }
      const auto row = out_.row(v);
      const auto rest = row.subspan(done_of(row, v));
      for (const local_vertex target : rest) { forest_.link(v, target); }
      ++linked.rows;
      linked.edges += rest.size();
      if (in_ == nullptr) { continue; }
      for (const local_vertex source : in_->row(v)) { forest_.link(v, source); }
      linked.edges += in_->row(v).size();
    }
    return linked;
  }

  /// How many targets at the beginning of v's row the passes before have linked.
  [[nodiscard]] std::size_t done_of(std::span<const local_vertex> row, local_vertex v) const {
    if (row.empty()) { return 0; }
    if (!samples_) { return row[0] < v ? 1 : 0; }
    return row[0] < v && row.size() > 1 && row[1] < v ? 2 : 1;
  }

  rank_team& team_;
  const csr_graph& graph_;
  disjoint_forest& forest_;
  const adjacency& out_;
  const adjacency* in_;
  bool samples_;
  std::span<local_vertex> seconds_;  // for each vertex, a neighbour to link next; itself: none
  edge_metrics looks_;
};

}  // namespace

std::uint64_t join_locally(rank_team& team, const csr_graph& graph, disjoint_forest& forest,
                           std::span<local_vertex> scratch) {
  return local_joiner(team, graph, forest, scratch).run();
}

}  // namespace orujo::connectivity
