// Tarjan's search, over the rows of the only rank, or over rows of what is left of all ranks,
// numbered from 0 without gaps.
//
// Numbers ascend as vertices do, so the least number of a component is its least vertex.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/scc/serial.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::strong_connectivity {

namespace {

/// A vertex among those left.
using left_vertex = std::uint32_t;

/// Rows of consecutive vertices.
struct left_rows {
  std::vector<vertex_id> ids;
  std::vector<std::uint32_t> degrees;
  std::vector<left_vertex> targets;
};

/// Makes the rows of a rank on all its workers.
class row_maker {
public:
  row_maker(rank_team& team, search_state& known)
      : team_(team),
        known_(known),
        numbers_(std::size_t{known.graph.num_local()} + known.graph.num_ghosts()),
        counts_(static_cast<std::size_t>(team.num_workers())) {}

  /// Call: collective.
  left_rows make() {
    each_share([&](std::size_t w, local_vertex v) {
      ++counts_[w].vertices;
      counts_[w].edges += known_.left[v];
    });
    const count all = make_starts();
    first_ = exclusive_scan(team_, std::uint64_t{all.vertices});
    rows_.ids.resize(all.vertices);
    rows_.degrees.resize(all.vertices);
    rows_.targets.resize(all.edges);
    each_share([&](std::size_t w, local_vertex v) { number(counts_[w], v); });
    ghost_values<left_vertex>(team_, known_.graph).update(numbers_.span());
    each_share([&](std::size_t w, local_vertex v) { fill(counts_[w], v); });
    return std::move(rows_);
  }

private:
  struct alignas(cache_line_bytes) count {
    std::size_t vertices = 0;
    std::size_t edges = 0;
  };

  template <typename Visit>
  void each_share(Visit visit) {
    const std::size_t size = known_.graph.num_local();
    team_.on_workers([&](worker& self) {
      const index_range share = even_share(size, self.index(), team_.num_workers());
      for (std::size_t v = share.first; v < share.last; ++v) {
        if (!known_.is_done(static_cast<local_vertex>(v))) {
          visit(static_cast<std::size_t>(self.index()), static_cast<local_vertex>(v));
        }
      }
    });
  }

  /// Turns counts into where the workers' rows begin; returns the sum.
  count make_starts() {
    count sum;
    for (count& each : counts_) {
      const count mine = std::exchange(each, sum);
      sum.vertices += mine.vertices;
      sum.edges += mine.edges;
    }
    return sum;
  }

  void number(count& next, local_vertex v) {
    numbers_[v] = static_cast<left_vertex>(first_ + next.vertices);
    rows_.ids[next.vertices] = known_.graph.global(v);
    rows_.degrees[next.vertices] = known_.left[v];
    ++next.vertices;
  }

  void fill(count& next, local_vertex v) {
    const vertex_state part = known_.state(v);
    for (const local_vertex target : known_.graph.out_edges().row(v)) {
      if (known_.state(target) == part) { rows_.targets[next.edges++] = numbers_[target]; }
    }
  }

  rank_team& team_;
  search_state& known_;
  huge_array<left_vertex> numbers_;  // of ghosts, too
  std::vector<count> counts_;        // by worker: first how many, then where its next goes
  std::uint64_t first_ = 0;
  left_rows rows_;
};

/// Tarjan's search (1972) without recursion. A vertex's `low` is the least time of discovery that
/// it knows among vertices of unfinished components; of finished ones it is greater than all.
/// Calls `name(vertices, least)` for each component, and `pause()` now and then. Memory: 8 bytes
/// for each vertex, and up to 28 for each on a path.
template <typename Name, typename Pause>
class tarjan_search {
public:
  static constexpr std::uint32_t finished = std::numeric_limits<std::uint32_t>::max();

  /// Row v is `targets[begins[v]]` … `targets[begins[v + 1] - 1]`.
  tarjan_search(std::span<const std::uint64_t> begins, std::span<const left_vertex> targets,
                Name name, Pause pause)
      : begins_(begins), targets_(targets), name_(name), pause_(pause), low_(begins.size() - 1) {}

  /// Leaves out `v`, as if it had no edges either.
  void leave_out(left_vertex v) { low_[v] = finished; }

  size_counts run() {
    for (left_vertex v = 0; v < low_.size(); ++v) {
      if (low_[v] == 0) { search_from(v); }
    }
    return counts_;
  }

private:
  /// A vertex on the path of the search.
  struct step {
    left_vertex vertex;
    std::uint32_t time;  ///< Of its discovery.
    std::uint32_t low;
    std::uint64_t next;  ///< Its next edge.
    std::uint64_t end;
  };

  static constexpr std::uint32_t vertices_between_pauses = std::uint32_t{1} << 16U;

  void discover(left_vertex v) {
    low_[v] = ++time_;
    if (time_ % vertices_between_pauses == 0) { pause_(); }
    path_.push_back({v, time_, time_, begins_[v], begins_[v + 1]});
    open_.push_back(v);
  }

  void search_from(left_vertex start) {
    discover(start);
    while (!path_.empty()) {
      step& here = path_.back();
      if (const left_vertex next = look_on(here); next != finished) {
        low_[here.vertex] = here.low;
        discover(next);
      } else {
        leave();
      }
    }
  }

  /// Looks at the further edges of a step up to one that leads to an undiscovered vertex.
  left_vertex look_on(step& here) {
    while (here.next < here.end) {
      const left_vertex target = targets_[here.next++];
      const std::uint32_t low = low_[target];
      if (low == 0) { return target; }
      here.low = std::min(here.low, low);
    }
    return finished;
  }

  void leave() {
    const step last = path_.back();
    path_.pop_back();
    if (last.low == last.time) { return close_component(last.vertex); }
    low_[last.vertex] = last.low;
    path_.back().low = std::min(path_.back().low, last.low);
  }

  /// Names what was discovered since `first`.
  void close_component(left_vertex first) {
    std::size_t from = open_.size();
    left_vertex least = first;
    do {
      --from;
      low_[open_[from]] = finished;
      least = std::min(least, open_[from]);
    } while (open_[from] != first);
    name_(std::span<const left_vertex>(open_).subspan(from), least);
    counts_.add(open_.size() - from);
    open_.resize(from);
  }

  std::span<const std::uint64_t> begins_;
  std::span<const left_vertex> targets_;
  Name name_;
  Pause pause_;
  huge_array<std::uint32_t> low_;
  std::vector<step> path_;
  std::vector<left_vertex> open_;  // discovered, of unfinished components
  std::uint32_t time_ = 0;
  size_counts counts_;
};

/// Searches among the rows of the only rank where they lie.
size_counts search_in_place(rank_team& team, search_state& known, std::span<vertex_id> label) {
  const csr_graph& graph = known.graph;
  const auto name = [&](std::span<const left_vertex> vertices, left_vertex least) {
    for (const left_vertex v : vertices) { label[v] = least; }
  };
  const auto hear_interrupts = [&] { team.transport().check(); };
  tarjan_search search(graph.out_edges().offsets, graph.out_edges().targets, name, hear_interrupts);
  parallel_for(team, graph.num_local(), 4096, [&](std::size_t first, std::size_t last) {
    for (auto v = static_cast<local_vertex>(first); v < last; ++v) {
      if (known.is_done(v)) { search.leave_out(v); }
    }
  });
  return search.run();
}

/// The labels of gathered rows.
size_counts search_rows(const left_rows& rows, std::vector<vertex_id>& label) {
  label.resize(rows.ids.size());
  std::vector<std::uint64_t> begins(rows.ids.size() + 1);
  std::partial_sum(rows.degrees.begin(), rows.degrees.end(), begins.begin() + 1);
  const auto name = [&](std::span<const left_vertex> vertices, left_vertex least) {
    for (const left_vertex v : vertices) { label[v] = rows.ids[least]; }
  };
  return tarjan_search(begins, rows.targets, name, [] {}).run();
}

/// The rows of all ranks on rank 0. Call: collective.
left_rows gathered(rank_team& team, const left_rows& mine) {
  return {.ids = gather(team, std::span<const vertex_id>(mine.ids)).take_items(),
          .degrees = gather(team, std::span<const std::uint32_t>(mine.degrees)).take_items(),
          .targets = gather(team, std::span<const left_vertex>(mine.targets)).take_items()};
}

/// What rank 0 found, on every rank: the labels of its own rows.
struct found_labels {
  std::vector<vertex_id> labels;
  size_counts counts;
};

found_labels search_gathered(rank_team& team, const left_rows& mine) {
  const std::vector<std::uint64_t> sizes = all_gather(team, std::uint64_t{mine.ids.size()});
  const left_rows all = gathered(team, mine);
  std::vector<std::vector<vertex_id>> outgoing(sizes.size());
  size_counts counts;
  if (index_of(team.rank()) == 0) {
    std::vector<vertex_id> labels;
    counts = search_rows(all, labels);
    auto next = labels.begin();
    for (std::size_t r = 0; r < sizes.size(); ++r) {
      const auto end = next + static_cast<std::ptrdiff_t>(sizes[r]);
      outgoing[r].assign(next, end);
      next = end;
    }
  }
  return {.labels = all_to_all_v(team, outgoing).front(), .counts = broadcast(team, counts)};
}

}  // namespace

void size_counts::add(std::uint64_t size) noexcept {
  ++components;
  largest = std::max(largest, size);
  nontrivial += size > 1 ? 1U : 0U;
}

size_counts search_alone(rank_team& team, search_state& known, std::span<vertex_id> label) {
  if (team.size() == 1) { return search_in_place(team, known, label); }
  const left_rows mine = row_maker(team, known).make();
  const found_labels found = search_gathered(team, mine);
  for (std::size_t i = 0; i < mine.ids.size(); ++i) {
    label[known.graph.local(mine.ids[i])] = found.labels[i];
  }
  return found.counts;
}

}  // namespace orujo::strong_connectivity
