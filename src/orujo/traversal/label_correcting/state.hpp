// What all orders of the label-correcting engine share: the labels, and the look at an edge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/messaging/reduction.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/edge_side.hpp"
#include "orujo/traversal/label_correcting/block_function.hpp"
#include "orujo/worklists/work_order.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// A function that is asked for each edge.
template <typename F>
concept edge_function = requires(const F& function, typename F::label_type label,
                                 typename F::weight_type weight) {
  { function.along(label, weight) } -> std::same_as<typename F::label_type>;
};

/// "Improve this vertex; tell these neighbours": what the engine needs to know of labels. The
/// contract is in docs/contracts/label-correcting.md.
template <typename F>
concept label_function = std::copy_constructible<F> &&
    std::is_trivially_copyable_v<typename F::label_type> &&
    (edge_function<F> || block_function<F>)&&requires(const F& function,
                                                      typename F::label_type label, vertex_id v) {
  { function.initial(v) } -> std::same_as<typename F::label_type>;
  { function.better(label, label) } -> std::same_as<bool>;
  { function.rank(label) } -> std::convertible_to<double>;
};

/// Along which edges of a vertex its neighbours are told: what the function's member `side` says,
/// or else `out`.
template <label_function F>
[[nodiscard]] constexpr edge_side side_of() noexcept {
  if constexpr (requires { F::side; }) {
    static_assert(F::side != edge_side::in, "labels go along out-edges, or along both");
    return F::side;
  } else {
    return edge_side::out;
  }
}

/// The weight type of functions that do not look at weights: those of any graph will do.
struct no_weight {};

/// The weight type of functions that look along several edges at once: weights as the graph stores
/// them.
struct any_weight {};

/// Whether a function whose weight type is `Wanted` takes weights stored as `Stored`: they are of
/// one kind, and none is changed on the way.
template <typename Wanted, stored_weight Stored>
inline constexpr bool takes_weights = std::is_same_v<Wanted, no_weight> ||
                                      std::is_same_v<Wanted, any_weight> ||
                                      std::is_same_v<Wanted, Stored> ||
                                      (std::is_floating_point_v<Wanted> ==
                                           std::is_floating_point_v<Stored> &&
                                       sizeof(Wanted) > sizeof(Stored));

struct label_options {
  /// A width of 0 is chosen: of levels 1; of buckets as range_width() says, or 1 if the function
  /// does not look at weights; of priority_per_worker none, which is the exact order.
  work_order order = {};
  bool reduces = true;  ///< Whether a label is not sent if one at least as good was sent before.
};

namespace label_walks {

/// Whether labels not better than one sent before stay here: the options and the settings allow it.
[[nodiscard]] inline bool leaves_out_known(const rank_team& team,
                                           const label_options& options) noexcept {
  return options.reduces && reduction_of(team.values()) != reduction_kind::off;
}

/// Whether neighbours of a vertex with this label are not told of it.
template <label_function F>
[[nodiscard]] bool stops_at(const F& function, typename F::label_type label) noexcept {
  if constexpr (requires {
                  { function.stops_at(label) } -> std::same_as<bool>;
                }) {
    return function.stops_at(label);
  } else {
    return false;
  }
}

/// A function that stops at what ranks find out in a run: under orders with phases, the best of
/// what they have `learned()` is told to all by `learn(label)` before each phase.
template <typename F>
concept learning_function = requires(const F& function, typename F::label_type label) {
  { function.learned() } -> std::same_as<typename F::label_type>;
  function.learn(label);
};

/// The edges of one direction, as loops read them.
struct edge_rows {
  explicit edge_rows(const adjacency& edges) noexcept
      : offsets(edges.offsets.data()), targets(edges.targets.data()), weights(edges.weights) {}

  const std::uint64_t* offsets;
  const local_vertex* targets;
  weight_view weights;
};

/// Neighbouring edges of one vertex.
struct edge_block {
  const edge_rows* rows;
  std::uint64_t first;
  std::uint64_t last;  ///< Behind the last one.
};

/// A vertex with a label that it had when the item was made.
template <label_function F>
struct label_item {
  local_vertex vertex;
  typename F::label_type label;
};

/// The same with the number of hops over which the label came.
template <label_function F>
struct leveled_item {
  local_vertex vertex;
  typename F::label_type label;
  std::uint32_t level;
};

/// Labels of owned vertices, and for ghosts the best label that their owners were told from here.
/// Accesses are relaxed: a label is all that an item or a message says, and the end of a phase
/// publishes the final ones. Whether several workers change them at once is asked at run time: a
/// branch that is always foretold costs nothing, and a walk for each answer would be compiled
/// twice.
template <label_function F>
class label_state {
public:
  using label_type = typename F::label_type;
  using wanted_weight = typename F::weight_type;
  static_assert(std::atomic_ref<label_type>::is_always_lock_free,
                "a label is at most 8 bytes, or it could not be updated atomically");

  label_state(rank_team& team, const csr_graph& graph, const label_options& options)
      : team_(team),
        graph_(graph),
        is_shared_(team.num_workers() > 1),
        reduces_(leaves_out_known(team, options)),
        prefetch_distance_(
            static_cast<std::size_t>(team.values().integer(setting::prefetch_distance))),
        labels_(std::size_t{graph.num_local()} + graph.num_ghosts()),
        weights_(ignores_weights ? weight_type::none : graph.stored_weights()) {}

  /// Gives every vertex its first label. Call: local, worker 0, outside on_workers().
  void reset(const F& function) {
    function_ = &function;
    parallel_for(team_, num_local_, 1 << 16, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) {
        labels_[v] = function.initial(first_owned_ + v);
      }
    });
    parallel_for(team_, graph_.num_ghosts(), 1 << 16, [&](std::size_t first, std::size_t last) {
      for (std::size_t g = num_local_ + first; g < num_local_ + last; ++g) {
        labels_[g] = function.initial(graph_.global(static_cast<local_vertex>(g)));
      }
    });
  }

  [[nodiscard]] const F& function() const noexcept { return *function_; }
  /// Where the function of the current run is found.
  [[nodiscard]] const F* const* function_place() const noexcept { return &function_; }
  /// Whether the rank has several workers.
  [[nodiscard]] bool is_shared() const noexcept { return is_shared_; }
  [[nodiscard]] bool reduces() const noexcept { return reduces_; }
  /// How many messages ahead of their use labels are fetched.
  [[nodiscard]] std::size_t prefetch_distance() const noexcept { return prefetch_distance_; }
  [[nodiscard]] bool has_ghosts() const noexcept { return has_ghosts_; }
  [[nodiscard]] std::span<const label_type> owned() const noexcept {
    return labels_.span().first(graph_.num_local());
  }
  [[nodiscard]] bool is_owned(local_vertex v) const noexcept { return v < num_local_; }

  [[nodiscard]] label_type at(local_vertex v) noexcept {
    return std::atomic_ref<label_type>(labels_[v]).load(std::memory_order_relaxed);
  }

  /// Makes `label` that of `v`; false if the known one is as good.
  [[nodiscard]] bool improve(local_vertex v, label_type label) noexcept {
    if (is_shared_) {
      std::atomic_ref<label_type> place(labels_[v]);
      label_type known = place.load(std::memory_order_relaxed);
      while (function_->better(label, known)) {
        if (place.compare_exchange_weak(known, label, std::memory_order_relaxed)) { return true; }
      }
      return false;
    } else {
      if (!function_->better(label, labels_[v])) { return false; }
      labels_[v] = label;
      return true;
    }
  }

  /// Edges that are looked at together at most.
  static constexpr std::size_t block = 64;

  /// Calls `visit(edges)` for the edges along which `v` tells its neighbours, at most `block` at a
  /// time.
  template <typename Visit>
  void for_each_block(local_vertex v, Visit visit) const {
    for_each_block(out_, v, visit);
    if (looks_back()) { for_each_block(in_, v, visit); }
  }

  /// Writes `make(target, label)` to `better` for each of `edges` along which `from` gives its
  /// target a better label than it has; returns how many. Sets no label.
  template <typename Item, typename Make>
  [[nodiscard]] std::size_t pick(const edge_block& edges, label_type from, Make make,
                                 Item* better) {
    static_assert(edge_function<F>);
    if constexpr (ignores_weights) {
      const auto along = [&](std::uint64_t) { return function_->along(from, no_weight()); };
      return pick_labels(edges, along, make, better);
    } else {
      if (weights_ == weight_type::none) {
        const auto along = [&](std::uint64_t) { return function_->along(from, wanted_weight{1}); };
        return pick_labels(edges, along, make, better);
      }
      if constexpr (!std::is_void_v<narrow_weight>) {
        if (bytes_of(weights_) < sizeof(wanted_weight)) {
          return pick_stored<narrow_weight>(edges, from, make, better);
        }
      }
      return pick_stored<wanted_weight>(edges, from, make, better);
    }
  }

  /// Looks along the rows of `batch` together, as row_batch::look(). Sets no label.
  template <typename Batch, typename Found>
  void pick_together(Batch& batch, Found found) const {
    static_assert(side_of<F>() == edge_side::out, "rows are those of one direction");
    label_rows<label_type> rows{};
    rows.targets = out_.targets;
    rows.weights = weights_ == weight_type::none ? nullptr : out_.weights.data();
    batch.look(*function_, rows, labels_.data(), found);
  }

  /// Whether there are in-edges to look along as well.
  [[nodiscard]] bool looks_back() const noexcept {
    return side_of<F>() == edge_side::both && has_in_edges_;
  }

  [[nodiscard]] std::uint64_t degree(local_vertex v) const noexcept {
    const std::uint64_t out = out_.offsets[v + 1] - out_.offsets[v];
    return looks_back() ? out + in_.offsets[v + 1] - in_.offsets[v] : out;
  }
  /// Edges of `v` that lead to other ranks' vertices.
  [[nodiscard]] std::uint64_t ghost_degree(local_vertex v) const noexcept {
    return ghosts_in_row(out_, v) + (looks_back() ? ghosts_in_row(in_, v) : 0);
  }

  void prefetch_label(local_vertex v) const noexcept { prefetch_to_read(&labels_[v]); }
  void prefetch_offset(local_vertex v) const noexcept { prefetch_to_read(&out_.offsets[v]); }
  void prefetch_row(local_vertex v) const noexcept {
    prefetch_to_read(&out_.targets[out_.offsets[v]]);
    if (weights_ != weight_type::none) {
      prefetch_to_read(out_.weights.data() + out_.offsets[v] * weight_bytes_);
    }
  }

private:
  static constexpr bool ignores_weights = std::is_same_v<wanted_weight, no_weight>;

  /// Of what else than `wanted_weight` weights may be; nothing for functions that take one type.
  using narrow_weight =
      std::conditional_t<std::is_same_v<wanted_weight, std::int64_t>, std::uint32_t,
                         std::conditional_t<std::is_same_v<wanted_weight, double>, float, void>>;

  [[nodiscard]] std::uint64_t ghosts_in_row(const edge_rows& rows, local_vertex v) const noexcept {
    std::uint64_t count = 0;
    for (std::uint64_t i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
      count += rows.targets[i] >= num_local_ ? 1U : 0U;
    }
    return count;
  }

  template <typename Visit>
  static void for_each_block(const edge_rows& rows, local_vertex v, Visit& visit) {
    const std::uint64_t last = rows.offsets[v + 1];
    for (std::uint64_t first = rows.offsets[v]; first < last; first += block) {
      visit(edge_block{&rows, first, std::min(first + block, last)});
    }
  }

  template <typename Stored, typename Item, typename Make>
  [[nodiscard, gnu::always_inline]] std::size_t pick_stored(const edge_block& edges,
                                                            label_type from, Make make,
                                                            Item* better) {
    const Stored* const weights = edges.rows->weights.template as<Stored>().data();
    const auto along = [&](std::uint64_t i) {
      return function_->along(from, static_cast<wanted_weight>(weights[i]));
    };
    return pick_labels(edges, along, make, better);
  }

  /// `label_along(i)` is what edge i gives its target.
  template <typename Along, typename Item, typename Make>
  [[nodiscard, gnu::always_inline]] std::size_t pick_labels(const edge_block& edges,
                                                            const Along& label_along, Make make,
                                                            Item* better) {
    // Which labels are better is hard to foretell: they are picked without a branch, so that reads
    // of many labels are under way at once, the more the fewer instructions lie between them.
    std::size_t count = 0;
    for (std::uint64_t i = edges.first; i < edges.last; ++i) {
      const local_vertex target = edges.rows->targets[i];
      const label_type label = label_along(i);
      better[count] = make(target, label);
      count += function_->better(label, at(target)) ? 1U : 0U;
    }
    return count;
  }

  rank_team& team_;
  const csr_graph& graph_;
  bool is_shared_;
  bool reduces_;
  std::size_t prefetch_distance_;
  const F* function_ = nullptr;
  huge_array<label_type> labels_;
  weight_type weights_;  // none: each edge is 1 long
  std::size_t weight_bytes_ = bytes_of(weights_);
  bool has_in_edges_ = graph_.has_in_edges();
  edge_rows out_{graph_.out_edges()};
  edge_rows in_{graph_.in_edges()};
  local_vertex num_local_ = graph_.num_local();
  bool has_ghosts_ = graph_.num_ghosts() > 0;
  vertex_id first_owned_ = num_local_ > 0 ? graph_.global(0) : 0;
};

}  // namespace label_walks

}  // namespace orujo
