// Contraction of a graph whose vertices are the ranks' pieces.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/components_merge.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "orujo/epochs/collectives.hpp"

namespace orujo::connectivity {

namespace {

using edge_lists = std::vector<std::vector<piece_edge>>;

std::size_t owner_of(const block_partition& pieces, piece_id piece) {
  return static_cast<std::size_t>(index_of(pieces.owner(piece)));
}

std::vector<piece_edge> carry(rank_team& team, const edge_lists& outgoing) {
  std::vector<piece_edge> all;
  for (const auto& arrived : all_to_all_v(team, outgoing)) {
    all.insert(all.end(), arrived.begin(), arrived.end());
  }
  return all;
}

/// Trees of pieces that one rank joins alone; a root is the least of its tree.
class piece_trees {
public:
  /// Trees for the pieces 0 … count-1, or, if those are more than `most`, for the ends of `edges`.
  piece_trees(piece_id count, const std::vector<piece_edge>& edges, std::uint64_t most) {
    if (count > most) {
      for (const piece_edge& edge : edges) {
        names_.insert(names_.end(), {edge.piece, edge.other});
      }
      std::sort(names_.begin(), names_.end());
      names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
      count = names_.size();
    }
    above_.resize(count);
    std::iota(above_.begin(), above_.end(), std::size_t{0});
    for (const piece_edge& edge : edges) {
      const std::size_t a = root(index(edge.piece));
      const std::size_t b = root(index(edge.other));
      above_[std::max(a, b)] = std::min(a, b);
    }
  }

  [[nodiscard]] piece_id least(piece_id piece) {
    const std::size_t found = root(index(piece));
    return names_.empty() ? found : names_[found];
  }

private:
  [[nodiscard]] std::size_t index(piece_id piece) const {
    if (names_.empty()) { return piece; }
    const auto at = std::lower_bound(names_.begin(), names_.end(), piece);
    return static_cast<std::size_t>(at - names_.begin());
  }
  [[nodiscard]] std::size_t root(std::size_t i) {
    while (above_[i] != i) { i = above_[i] = above_[above_[i]]; }
    return i;
  }

  std::vector<piece_id> names_;  // empty: the pieces' own numbers serve
  std::vector<std::size_t> above_;
};

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
      if (left > 0) { join_alone(gather_limit); }
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
      join_alone(gather_limit);
      jump_to_roots();
      ++rounds;
    }
    return {least_of_components(), rounds};
  }

private:
  [[nodiscard]] std::uint64_t all_edges() { return all_sum(team_, std::uint64_t{edges_.size()}); }
  [[nodiscard]] piece_id& parent(piece_id own) { return parents_[own - first_]; }
  [[nodiscard]] edge_lists empty_lists() const {
    return edge_lists(static_cast<std::size_t>(team_.size()));
  }
  void queue(edge_lists& outgoing, const piece_edge& edge) const {
    outgoing[owner_of(pieces_, edge.piece)].push_back(edge);
  }

  /// Makes every edge known on both sides.
  void add_other_directions() {
    edge_lists outgoing = empty_lists();
    for (const piece_edge& edge : edges_) { queue(outgoing, {edge.other, edge.piece}); }
    const std::vector<piece_edge> arrived = carry(team_, outgoing);
    edges_.insert(edges_.end(), arrived.begin(), arrived.end());
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
    edge_lists outgoing = empty_lists();
    for (const piece_edge& edge : edges_) { queue(outgoing, {edge.other, parent(edge.piece)}); }
    const std::vector<piece_edge> arrived = carry(team_, std::exchange(outgoing, empty_lists()));
    for (const piece_edge& edge : arrived) {
      const piece_id root = parent(edge.piece);
      if (root != edge.other) { queue(outgoing, {root, edge.other}); }
    }
    edges_ = carry(team_, outgoing);
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  }

  /// Joins what is left on every rank alike.
  void join_alone(std::uint64_t gather_limit) {
    std::vector<piece_edge> all;
    for (const auto& part : all_gather(team_, std::span<const piece_edge>(edges_))) {
      all.insert(all.end(), part.begin(), part.end());
    }
    piece_trees trees(pieces_.num_vertices(), all, gather_limit);
    for (const piece_edge& edge : all) {
      for (const piece_id end : {edge.piece, edge.other}) {
        if (end - first_ < parents_.size()) { parent(end) = trees.least(end); }
      }
    }
  }

  /// The roots' owners find the least piece of each component, and all ask them.
  std::vector<piece_id> least_of_components() {
    edge_lists outgoing = empty_lists();
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (parents_[i] > first_ + i) { queue(outgoing, {parents_[i], first_ + i}); }
    }
    std::vector<piece_id> least(parents_.size());
    std::iota(least.begin(), least.end(), first_);
    for (const piece_edge& member : carry(team_, outgoing)) {
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
  const auto is_own = [&](piece_id piece) { return piece - first < table.size(); };
  std::vector<std::vector<piece_id>> questions(static_cast<std::size_t>(team.size()));
  for (const piece_id piece : wanted) {
    if (!is_own(piece)) { questions[owner_of(pieces, piece)].push_back(piece); }
  }
  auto answers = all_to_all_v(team, questions);
  for (auto& list : answers) {
    for (std::uint64_t& each : list) { each = table[each - first]; }
  }
  answers = all_to_all_v(team, answers);
  std::vector<std::size_t> taken(answers.size());
  std::vector<std::uint64_t> result;
  result.reserve(wanted.size());
  for (const piece_id piece : wanted) {
    if (is_own(piece)) {
      result.push_back(table[piece - first]);
    } else {
      const std::size_t owner = owner_of(pieces, piece);
      result.push_back(answers[owner][taken[owner]++]);
    }
  }
  return result;
}

merged_pieces merge_pieces(rank_team& team, const block_partition& pieces,
                           std::vector<piece_edge> edges, std::uint64_t gather_limit) {
  return piece_merger(team, pieces, std::move(edges)).run(gather_limit);
}

}  // namespace orujo::connectivity
