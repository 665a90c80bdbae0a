// Rounds of offers and joins. In the end of a round trees are flat, and each vertex knows the least
// edge out of its tree in its row, which stays the least until its other end is in the tree, too.
// All trees choose by one strict order, (weight, lesser end, greater end), so that edges which they
// chose in one round make no cycle, but for one that two trees chose.
//
// A root becomes the child of one with a higher rank, which is drawn: so trees stay low however
// many are joined in a row.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/spanning_forest/local_trees.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/activities/choice/mechanism_table.hpp"
#include "orujo/algorithms/spanning_forest/least_ways.hpp"
#include "orujo/base/random.hpp"
#include "orujo/graph/weight_type.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

constexpr std::uint64_t no_arc = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// Edges in the order in which trees choose. An edge is its source and its number in the rows.
class edge_order {
public:
  explicit edge_order(const csr_graph& graph) : graph_(graph) {}

  struct edge {
    std::uint32_t source;
    std::uint64_t arc;
  };

  [[nodiscard]] bool is_before(const edge& a, const edge& b) const noexcept {
    const std::uint64_t first = key(a.arc);
    const std::uint64_t second = key(b.arc);
    return first != second ? first < second : ends(a) < ends(b);
  }
  [[nodiscard]] local_vertex target(std::uint64_t arc) const noexcept {
    return graph_.out_edges().targets[arc];
  }

private:
  [[nodiscard]] std::uint64_t key(std::uint64_t arc) const noexcept {
    if (graph_.stored_weights() == weight_type::none) { return 1; }
    return with_weight_type(graph_.stored_weights(), [&]<typename T>(std::type_identity<T>) {
      return std::uint64_t{key_of(graph_.out_edges().weights.template as<T>()[arc])};
    });
  }
  [[nodiscard]] connectivity::edge_ends ends(const edge& of) const noexcept {
    const auto [lesser, greater] =
        std::minmax({graph_.global(local_vertex{of.source}), graph_.global(target(of.arc))});
    return {lesser, greater};
  }

  const csr_graph& graph_;
};

/// What operators see: all but `least` and `parents` stays as it is while they run.
struct shared_trees {
  const edge_order& edges;
  const std::uint64_t* arcs;  // of each vertex the least out of its tree
  std::uint32_t* least;       // of each root the vertex that has the least
  std::uint32_t* parents;     // of each vertex
};

/// "The least edge of this vertex leads out of the tree of that root."
struct offer_edge {
  using element = std::uint32_t;
  struct arguments {
    std::uint32_t root;
    std::uint32_t vertex;
  };

  shared_trees trees;

  [[nodiscard]] element& place(const arguments& offer) const { return trees.least[offer.root]; }
  void act(element& known, const arguments& offer) const {
    if (is_better(offer.vertex, known)) { known = offer.vertex; }
  }
  [[nodiscard]] bool matters(const arguments& offer) const {
    return is_better(offer.vertex, activities::load_shared(trees.least[offer.root]));
  }

private:
  [[nodiscard]] bool is_better(std::uint32_t vertex, std::uint32_t known) const {
    return known == nobody ||
           trees.edges.is_before({vertex, trees.arcs[vertex]}, {known, trees.arcs[known]});
  }
};

/// Joins the tree of a root to the one that its least edge leads to. Returns the root that is none
/// any more; nothing if they are one tree already.
struct join_trees {
  using arguments = std::uint32_t;
  static constexpr bool is_cautious = true;

  shared_trees trees;

  template <typename Access>
  std::optional<std::uint32_t> act(Access& access, arguments root) const {
    const std::uint32_t source = trees.least[root];
    const std::uint32_t own = root_of(access, root);
    const std::uint32_t other =
        root_of(access, static_cast<std::uint32_t>(trees.edges.target(trees.arcs[source])));
    if (own == other) { return std::nullopt; }
    const bool is_below = rank_of(own) < rank_of(other);
    const std::uint32_t child = is_below ? own : other;
    access.write(trees.parents[child], is_below ? other : own);
    return child;
  }

  template <typename Visit>
  void touches(arguments root, Visit visit) const {
    visit(&trees.parents[root]);
    visit(&trees.parents[trees.edges.target(trees.arcs[trees.least[root]])]);
  }

private:
  template <typename Access>
  [[nodiscard]] std::uint32_t root_of(Access& access, std::uint32_t vertex) const {
    for (;;) {
      const std::uint32_t parent = access.read(trees.parents[vertex]);
      if (parent == vertex) { return vertex; }
      vertex = parent;
    }
  }
  [[nodiscard]] static std::uint64_t rank_of(std::uint32_t root) { return mix64(root); }
};

template <typename Mechanism>
class activity_joiner {
public:
  activity_joiner(rank_team& team, const csr_graph& graph, std::size_t coarsen)
      : team_(team),
        graph_(graph),
        order_(graph),
        arcs_(graph.num_local()),
        least_(graph.num_local()),
        parents_(graph.num_local()),
        offers_(team, offer_edge{shared()}, {.coarsen = coarsen}),
        joins_(team, join_trees{shared()}, {.coarsen = coarsen}) {
    found_.roots = huge_array<local_vertex>(graph.num_local());
    found_.sources = huge_array<local_vertex>(graph.num_local());
    found_.arcs = huge_array<std::uint64_t>(graph.num_local());
    lanes_.resize(static_cast<std::size_t>(team.num_workers()));
  }

  local_trees run() {
    start();
    while (!roots_.empty()) {
      over_open([this](lane& mine, std::uint32_t v) { this->look_at(mine, v); });
      keep_open();
      over_open([this](lane& mine, std::uint32_t v) { this->offer(mine, v); });
      finish_offers();
      join();
      if (!has_joined_) { break; }
      ++found_.rounds;
      flatten();
    }
    found_.counts = offers_.counts();
    found_.counts.add(joins_.counts());
    for (std::uint32_t v = 0; v < graph_.num_local(); ++v) {
      found_.roots[v] = local_vertex{parents_[v]};
    }
    return std::move(found_);
  }

private:
  static constexpr std::size_t vertices_per_chunk = 1024;
  static constexpr std::size_t operators_per_batch = 512;

  struct alignas(cache_line_bytes) lane {
    std::vector<std::uint32_t> open;  // vertices that have an edge out of their tree
    std::vector<offer_edge::arguments> offers;
    std::vector<std::uint32_t> joins;
  };

  [[nodiscard]] shared_trees shared() noexcept {
    return {order_, arcs_.data(), least_.data(), parents_.data()};
  }

  void start() {
    for (std::uint32_t v = 0; v < graph_.num_local(); ++v) {
      arcs_[v] = no_arc;
      parents_[v] = v;
      if (graph_.out_edges().degree(local_vertex{v}) > 0) { open_.push_back(v); }
    }
    roots_ = open_;
  }

  /// Calls `visit(lane, v)` for each open vertex on all workers.
  template <typename Visit>
  void over_open(Visit visit) {
    shared_loop loop(open_.size(), vertices_per_chunk);
    team_.on_workers([&](worker& self) {
      lane& mine = lanes_[static_cast<std::size_t>(self.index())];
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        for (std::size_t i = part.first; i < part.last; ++i) { visit(mine, open_[i]); }
      }
    });
  }

  [[nodiscard]] bool is_inside(std::uint32_t v, local_vertex target) const noexcept {
    return graph_.is_owned(target) && parents_[target] == parents_[v];
  }

  /// Finds the least edge out of v's tree in its row, unless the known one still is.
  void look_at(lane& mine, std::uint32_t v) {
    if (arcs_[v] == no_arc || is_inside(v, order_.target(arcs_[v]))) { arcs_[v] = least_arc(v); }
    least_[v] = nobody;
    if (arcs_[v] != no_arc) { mine.open.push_back(v); }
  }

  [[nodiscard]] std::uint64_t least_arc(std::uint32_t v) const noexcept {
    const auto& offsets = graph_.out_edges().offsets;
    std::uint64_t least = no_arc;
    for (std::uint64_t arc = offsets[v]; arc < offsets[v + 1]; ++arc) {
      if (is_inside(v, order_.target(arc))) { continue; }
      if (least == no_arc || order_.is_before({v, arc}, {v, least})) { least = arc; }
    }
    return least;
  }

  void keep_open() {
    open_.clear();
    for (lane& each : lanes_) {
      open_.insert(open_.end(), each.open.begin(), each.open.end());
      each.open.clear();
    }
    for (const std::uint32_t root : roots_) { least_[root] = nobody; }
  }

  void offer(lane& mine, std::uint32_t v) {
    const offer_edge::arguments what{parents_[v], v};
    if (!offers_.op().matters(what)) { return; }
    mine.offers.push_back(what);
    if (mine.offers.size() >= operators_per_batch) { run_offers(mine); }
  }

  void run_offers(lane& mine) {
    offers_.run(this_worker(), mine.offers);
    mine.offers.clear();
  }

  void finish_offers() {
    team_.on_workers(
        [&](worker& self) { this->run_offers(lanes_[static_cast<std::size_t>(self.index())]); });
  }

  /// Has each tree join along the edge that it has chosen, if that leads to a vertex of this rank.
  void join() {
    has_joined_ = false;
    shared_loop loop(roots_.size(), vertices_per_chunk);
    team_.on_workers([&](worker& self) {
      std::vector<std::uint32_t>& batch = lanes_[static_cast<std::size_t>(self.index())].joins;
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        batch.clear();
        for (std::size_t i = part.first; i < part.last; ++i) {
          const std::uint32_t source = least_[roots_[i]];
          if (source == nobody || !graph_.is_owned(order_.target(arcs_[source]))) { continue; }
          batch.push_back(roots_[i]);
        }
        this->run_joins(self, batch);
      }
    });
  }

  void run_joins(worker& self, const std::vector<std::uint32_t>& batch) {
    const auto joined = [this](std::uint32_t root, std::uint32_t child) {
      const std::uint32_t source = least_[root];
      found_.sources[child] = local_vertex{source};
      found_.arcs[child] = arcs_[source];
      has_joined_.store(true, std::memory_order_relaxed);  // read after the workers have met
    };
    joins_.run(self, batch, outcome_handlers{no_outcome{}, joined});
  }

  /// Makes the parent of each vertex its root: along parents that others may just make so, too.
  void flatten() {
    constexpr auto order = std::memory_order_relaxed;
    const auto parent_of = [this](std::uint32_t v) {
      return std::atomic_ref<std::uint32_t>(parents_[v]).load(order);
    };
    parallel_for(team_, graph_.num_local(), vertices_per_chunk,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) {
                     std::uint32_t root = parent_of(static_cast<std::uint32_t>(v));
                     while (parent_of(root) != root) { root = parent_of(root); }
                     std::atomic_ref<std::uint32_t>(parents_[v]).store(root, order);
                   }
                 });
    std::erase_if(roots_, [this](std::uint32_t root) { return parents_[root] != root; });
  }

  rank_team& team_;
  const csr_graph& graph_;
  edge_order order_;
  huge_array<std::uint64_t> arcs_;
  huge_array<std::uint32_t> least_;
  huge_array<std::uint32_t> parents_;
  activity_runner<offer_edge, Mechanism> offers_;
  activity_runner<join_trees, Mechanism> joins_;
  local_trees found_;
  std::vector<std::uint32_t> open_;
  std::vector<std::uint32_t> roots_;
  std::vector<lane> lanes_;
  std::atomic<bool> has_joined_ = false;
};

}  // namespace

forest_edge local_trees::edge_of(const csr_graph& graph, local_vertex v) const noexcept {
  const std::uint64_t arc = arcs[v];
  const auto [lesser, greater] =
      std::minmax({graph.global(sources[v]), graph.global(graph.out_edges().targets[arc])});
  forest_edge edge{lesser, greater, 1};
  if (graph.stored_weights() == weight_type::none) { return edge; }
  with_weight_type(graph.stored_weights(), [&]<typename T>(std::type_identity<T>) {
    edge.weight = graph.out_edges().weights.template as<T>()[arc];
  });
  return edge;
}

local_trees join_by_activities(rank_team& team, const csr_graph& graph, mechanism_kind isolation,
                               std::size_t coarsen) {
  local_trees found;
  with_mechanism<join_trees>(isolation, [&](auto tag) {
    found = activity_joiner<typename decltype(tag)::type>(team, graph, coarsen).run();
  });
  return found;
}

}  // namespace orujo
