// The least edge out of each tree, gathered from all vertices of the tree.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/flat_trees.hpp"
#include "orujo/traversal/vertex_homes.hpp"

namespace orujo::connectivity {

/// By which edges of one weight are in order.
struct edge_ends {
  vertex_id lesser;
  vertex_id greater;

  [[nodiscard]] auto operator<=>(const edge_ends&) const = default;
};

/// An edge out of a tree. Its weight is a key, std::uint32_t or std::uint64_t.
template <typename Key>
struct way_out {
  vertex_id lesser = no_vertex;
  vertex_id greater = no_vertex;
  vertex_id other_root = no_vertex;
  Key weight = std::numeric_limits<Key>::max();

  [[nodiscard]] bool exists() const noexcept { return other_root != no_vertex; }
  [[nodiscard]] edge_ends ends() const noexcept { return {lesser, greater}; }
  [[nodiscard]] bool is_before(const way_out& other) const noexcept {
    return weight != other.weight ? weight < other.weight : ends() < other.ends();
  }
};

/// The least ways out in the order of (weight, lesser end, greater end), of one round after the
/// other. A round is begin_round(), lower() on all workers, tell_owners(), and a take() for each
/// root. The trees stay flat and as they are until the last take().
///
/// A root has one word on each rank that has vertices of its tree: the weight of the least edge
/// found there, then the vertex whose edge that is. So most edges are compared by one word alone.
/// Weights of 64 bits are kept beside it, by the vertex: two looks instead of one.
/// Memory: 12 bytes for each owned vertex, or 20 with such weights; with several ranks 60 or 68.
template <typename Key>
class least_ways {
  static constexpr bool has_packed_words = sizeof(Key) == sizeof(std::uint32_t);

public:
  /// An edge in the row of an owned vertex.
  struct row_edge {
    local_vertex vertex;
    local_vertex target;
    Key weight;
  };

  /// Call: collective. All outlive the object.
  least_ways(rank_team& team, const csr_graph& graph, flat_trees& trees);
  least_ways(const least_ways&) = delete;
  least_ways& operator=(const least_ways&) = delete;

  /// Call: local, one thread.
  void begin_round();

  /// Where the least way out of the tree of `root` is gathered, for one round.
  class place {
    friend class least_ways;
    explicit place(std::uint64_t& at) : word(&at) {}
    std::uint64_t* word;
  };
  [[nodiscard]] place place_of(vertex_id root) {
    if (graph_.owns(root)) { return place(least_[graph_.local(root)]); }
    const auto at = std::lower_bound(remote_roots_.begin(), remote_roots_.end(), root);
    return place(remote_least_[static_cast<std::size_t>(at - remote_roots_.begin())]);
  }

  /// Starts to bring what place_of() and least_weight() will ask of an owned root.
  void prefetch(vertex_id root) const noexcept {
    if (graph_.owns(root)) { prefetch_to_write(&least_[graph_.local(root)]); }
  }

  /// No edge that is heavier is the least. It may get less at any time.
  [[nodiscard]] Key least_weight(place at) const noexcept {
    // relaxed: an older word is only higher; acquire: who sees a vertex in a word sees its weight
    constexpr auto order = has_packed_words ? std::memory_order_relaxed : std::memory_order_acquire;
    return weight_of(std::atomic_ref<std::uint64_t>(*at.word).load(order));
  }

  /// Takes note of an edge. Call: any worker; once a round for each vertex.
  void lower(place at, const row_edge& edge) noexcept {
    targets_[edge.vertex] = edge.target;
    std::uint64_t wanted = edge.vertex;
    if constexpr (has_packed_words) {
      wanted |= std::uint64_t{edge.weight} << 32U;
    } else {
      weights_[edge.vertex] = edge.weight;
    }
    // release and acquire: who sees a vertex in a word sees its target and its weight
    std::atomic_ref<std::uint64_t> word(*at.word);
    std::uint64_t known = word.load(std::memory_order_acquire);
    while (is_before(wanted, known) &&
           !word.compare_exchange_weak(known, wanted, std::memory_order_acq_rel)) {}
  }

  /// Offers what was found for roots of other ranks to their owners. Call: collective.
  void tell_owners();

  /// The least way out of the tree of owned `root`, if there is one. Call: any worker, once for
  /// each root.
  [[nodiscard]] way_out<Key> take(local_vertex root) noexcept;

  /// What tell_owners() has sent from this rank, in all rounds.
  [[nodiscard]] std::uint64_t offers_made() const noexcept { return offers_made_; }

private:
  /// "This edge leads out of your tree."
  struct offer {
    way_out<Key> way;
    local_vertex root;  ///< As its owner numbers it.
  };

  struct receiver {
    least_ways* owner;
    void operator()(const offer& told) const noexcept {
      way_out<Key>& known = owner->offered_[told.root];
      if (told.way.is_before(known)) { known = told.way; }
    }
  };

  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] Key weight_of(std::uint64_t word) const noexcept {
    if constexpr (has_packed_words) {
      return static_cast<Key>(word >> 32U);
    } else {
      return word == none ? std::numeric_limits<Key>::max() : weights_[word];
    }
  }

  /// `a` is not none. Of equal weights the ends decide.
  [[nodiscard]] bool is_before(std::uint64_t a, std::uint64_t b) const noexcept {
    if (b == none) { return true; }
    const Key first = weight_of(a);
    const Key second = weight_of(b);
    return first != second ? first < second : way_of(a).is_before(way_of(b));
  }

  [[nodiscard]] way_out<Key> way_of(std::uint64_t word) const noexcept;

  rank_team& team_;
  const csr_graph& graph_;
  const flat_trees& trees_;
  huge_array<local_vertex> targets_;         // of the edge that a vertex stands for in a word
  huge_array<Key> weights_;                  // likewise, if words do not have them
  huge_array<std::uint64_t> least_;          // the words of owned roots
  std::vector<vertex_id> remote_roots_;      // of owned vertices, ascending
  std::vector<std::uint64_t> remote_least_;  // their words
  huge_array<way_out<Key>> offered_;         // the least that other ranks have found
  std::uint64_t offers_made_ = 0;
  vertex_homes homes_;
  channel<offer, receiver> offers_;
};

extern template class least_ways<std::uint32_t>;
extern template class least_ways<std::uint64_t>;

}  // namespace orujo::connectivity
