// Contraction of a graph whose vertices are the ranks' pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/joining/merge.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/owner_exchange.hpp"
#include "orujo/traversal/joining/trees.hpp"

namespace orujo::connectivity {

namespace {

/// So many edges have ends that 32 bits can count.
constexpr std::uint64_t largest_gathering = std::uint64_t{1} << 31;

/// Each edge goes to the owner of its piece.
std::vector<piece_edge> carry(rank_team& team, const block_partition& pieces,
                              const std::vector<piece_edge>& edges) {
  return carry_to_owners(team, std::span<const piece_edge>(edges),
                         [&](const piece_edge& edge) { return pieces.owner(edge.piece); });
}

/// A piece among those that one rank joins alone; largest_gathering bounds them.
using place = numbered_trees::number;

struct place_edge {
  place a;
  place b;
};

/// The ends of all edges, ascending.
std::vector<piece_id> ends_of(std::span<const piece_edge> edges) {
  std::vector<piece_id> ends;
  for (const piece_edge& edge : edges) { ends.insert(ends.end(), {edge.piece, edge.other}); }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

/// This rank's pieces and edges during the contraction.
class piece_merger {
public:
  piece_merger(rank_team& team, const block_partition& pieces, std::vector<piece_edge> edges)
      : team_(team),
        pieces_(pieces),
        first_(pieces.first(team.rank())),
        edges_(std::move(edges)),
        parents_(pieces.size(team.rank())) {
    std::iota(parents_.begin(), parents_.end(), first_);
  }

  merged_pieces run(std::uint64_t gather_limit) {
    std::uint64_t left = all_edges();
    if (left <= gather_limit) {
      if (left > 0) { join_alone(left, gather_limit); }
      return {std::move(parents_), left > 0 ? 1U : 0U};
    }
    std::uint32_t rounds = 0;
    add_other_directions();
    for (; left > gather_limit; ++rounds) {
      hook_to_least();
      jump_to_roots();
      move_edges();
      left = all_edges();
    }
    if (left > 0) {
      join_alone(left, gather_limit);
      ++rounds;
    }
    return {least_of_components(), rounds};
  }

private:
  [[nodiscard]] std::uint64_t all_edges() { return all_sum(team_, std::uint64_t{edges_.size()}); }
  [[nodiscard]] piece_id& parent(piece_id own) { return parents_[own - first_]; }

  /// Makes every edge known on both sides.
  void add_other_directions() {
    std::vector<piece_edge> outgoing;
    outgoing.reserve(edges_.size());
    for (const piece_edge& edge : edges_) { outgoing.push_back({edge.other, edge.piece}); }
    const std::vector<piece_edge> arrived = carry(team_, pieces_, outgoing);
    edges_.insert(edges_.end(), arrived.begin(), arrived.end());
    keep_distinct();
  }

  void keep_distinct() {
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  }

  /// A cycle that this makes has two pieces: along a longer one, each least neighbour would be less
  /// than that of the piece before, all the way round. The lesser of the two becomes a root.
  void hook_to_least() {
    for (const piece_edge& edge : edges_) {
      piece_id& above = parent(edge.piece);
      above = above == edge.piece ? edge.other : std::min(above, edge.other);
    }
    const std::vector<piece_id> next = fetch_from_owners(team_, pieces_, parents_, parents_);
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      const piece_id own = first_ + i;
      if (next[i] == own && own < parents_[i]) { parents_[i] = own; }
    }
  }

  void jump_to_roots() {
    bool changed = true;
    while (changed) {
      std::vector<piece_id> above = fetch_from_owners(team_, pieces_, parents_, parents_);
      changed = all_max(team_, above == parents_ ? 0 : 1) > 0;
      parents_ = std::move(above);
    }
  }

  /// Replaces both ends of each edge by their roots: the far end's owner knows its root.
  void move_edges() {
    for (piece_edge& edge : edges_) { edge = {edge.other, parent(edge.piece)}; }
    std::vector<piece_edge> moved = carry(team_, pieces_, std::exchange(edges_, {}));
    for (piece_edge& edge : moved) { edge.piece = parent(edge.piece); }
    std::erase_if(moved, [](const piece_edge& edge) { return edge.piece == edge.other; });
    edges_ = carry(team_, pieces_, moved);
    keep_distinct();
  }

  /// Joins the `left` edges of all ranks on every rank alike. All parents are roots before and
  /// after.
  void join_alone(std::uint64_t left, std::uint64_t gather_limit) {
    const auto steps =
        static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(team_.size())));
    if (pieces_.num_vertices() > gather_limit) {
      join_by_name();
    } else if (pieces_.num_vertices() * steps <= left) {
      join_as_trees();
    } else {
      join_by_number();
    }
  }

  /// The places are the numbers of all pieces.
  void join_by_number() {
    std::vector<place_edge> own;
    own.reserve(edges_.size());
    for (const piece_edge& edge : edges_) {
      own.push_back({static_cast<place>(edge.piece), static_cast<place>(edge.other)});
    }
    numbered_trees trees(pieces_.num_vertices());
    for (const place_edge& edge :
         all_gather(team_, std::span<const place_edge>(own)).take_items()) {
      trees.join(edge.a, edge.b);
    }
    take_roots(trees);
  }

  /// The same where trees of all pieces take fewer bytes than all edges.
  void join_as_trees() {
    numbered_trees trees(pieces_.num_vertices());
    for (const piece_edge& edge : edges_) {
      trees.join(static_cast<place>(edge.piece), static_cast<place>(edge.other));
    }
    trees.merge(team_);
    take_roots(trees);
  }

  void take_roots(numbered_trees& trees) {
    for (piece_id& each : parents_) { each = trees.root(static_cast<place>(each)); }
  }

  /// Only pieces with edges have places.
  void join_by_name() {
    const std::vector<piece_edge> all =
        all_gather(team_, std::span<const piece_edge>(edges_)).take_items();
    const std::vector<piece_id> names = ends_of(all);
    const auto place_of = [&](piece_id piece) {
      const auto at = std::lower_bound(names.begin(), names.end(), piece);
      return static_cast<place>(at - names.begin());
    };
    numbered_trees trees(names.size());
    for (const piece_edge& edge : all) { trees.join(place_of(edge.piece), place_of(edge.other)); }
    for (piece_id& each : parents_) {
      const place at = place_of(each);
      if (at < names.size() && names[at] == each) { each = names[trees.root(at)]; }
    }
  }

  /// The roots' owners find the least piece of each component, and all ask them.
  std::vector<piece_id> least_of_components() {
    std::vector<piece_edge> outgoing;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (parents_[i] > first_ + i) { outgoing.push_back({parents_[i], first_ + i}); }
    }
    std::vector<piece_id> least(parents_.size());
    std::iota(least.begin(), least.end(), first_);
    for (const piece_edge& member : carry(team_, pieces_, outgoing)) {
      piece_id& known = least[member.piece - first_];
      known = std::min(known, member.other);
    }
    return fetch_from_owners(team_, pieces_, least, parents_);
  }

  rank_team& team_;
  const block_partition& pieces_;
  piece_id first_;
  std::vector<piece_edge> edges_;  // between roots, after the first round both ways and distinct
  std::vector<piece_id> parents_;  // for each own piece
};

}  // namespace

std::vector<std::uint64_t> fetch_from_owners(rank_team& team, const block_partition& pieces,
                                             std::span<const std::uint64_t> table,
                                             std::span<const piece_id> wanted) {
  const piece_id first = pieces.first(team.rank());
  return ask_owners(
      team, wanted, [&](piece_id piece) { return pieces.owner(piece); },
      [&](piece_id piece) { return table[piece - first]; });
}

merged_pieces merge_pieces(rank_team& team, const block_partition& pieces,
                           std::vector<piece_edge> edges, std::uint64_t gather_limit) {
  return piece_merger(team, pieces, std::move(edges))
      .run(std::min(gather_limit, largest_gathering));
}

}  // namespace orujo::connectivity
