// Numbers pieces, puts vertices of one piece together, and adds up their rows.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/communities/joining.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/traversal/isolation.hpp"

namespace orujo::community_search {

namespace {

/// Rows of weighted edges, some of which are to be added up: row i is part of new row `into[i]`.
struct partial_rows {
  level_rows rows;
  std::span<const level_vertex> into;
  std::span<const level_vertex> names;  ///< Of targets; empty: they have their numbers.
};

class joiner {
public:
  joiner(search_space& space, const level_graph& level, const partition& communities,
         const refinement& pieces)
      : space_(space), level_(level), communities_(communities), pieces_(pieces) {}

  joined_level run() && {
    number_pieces();
    name_vertices();
    add_rows({level_.rows, made_.above.span(), names_.span()});
    if (level_.spread != nullptr) { add_rows_of_all_ranks(); }
    made_.degrees = space_.array<weight_sum>(made_.graph.size);
    space_.for_each(level_.size, [&](level_vertex v) {
      if (is_named(v)) { made_.degrees[numbers_[v]] = pieces_.total[v]; }
    });
    take_communities();
    made_.graph.rows = {made_.begins.span(), made_.ends.span(), made_.targets.span(),
                        made_.weights.span()};
    made_.graph.degree = made_.degrees.span();
    made_.graph.known = made_.graph.size;
    made_.graph.all_degrees = level_.all_degrees;
    return std::move(made_);
  }

private:
  [[nodiscard]] bool is_named(level_vertex v) const noexcept {
    return pieces_.state[v] != piece_state::left;
  }

  void number_pieces() {
    numbers_ = space_.array<level_vertex>(level_.size);
    std::vector<level_vertex> starts(space_.num_parts() + 1);
    for_each_share(space_.team(), level_.size, [&](worker& self, index_range share) {
      level_vertex count = 0;
      for (std::size_t v = share.first; v < share.last; ++v) {
        count += is_named(static_cast<level_vertex>(v)) ? 1U : 0U;
      }
      starts[static_cast<std::size_t>(self.index()) + 1] = count;
    });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    made_.graph.size = starts.back();
    for_each_share(space_.team(), level_.size, [&](worker& self, index_range share) {
      level_vertex next = starts[static_cast<std::size_t>(self.index())];
      for (std::size_t v = share.first; v < share.last; ++v) {
        numbers_[v] = next;
        next += is_named(static_cast<level_vertex>(v)) ? 1U : 0U;
      }
    });
  }

  /// The names of pieces become numbers, of ghosts' pieces, too.
  void name_vertices() {
    names_ = space_.array<level_vertex>(level_.known);
    made_.above = space_.array<level_vertex>(level_.own());
    space_.for_each(level_.known, [&](level_vertex v) {
      names_[v] = numbers_[pieces_.piece[v]];
      if (v < level_.own()) { made_.above[v] = names_[v]; }
    });
  }

  /// Puts the numbers of rows that are part of one new row together, in no order.
  void sort_rows(const partial_rows& from) {
    const std::size_t size = made_.graph.size;
    made_.begins = space_.array<std::uint64_t>(size);
    made_.ends = space_.array<std::uint64_t>(size, 0);
    members_ = space_.array<level_vertex>(from.into.size());
    first_member_ = space_.array<std::uint32_t>(size + 1, 0);
    space_.for_each(from.into.size(), [&](level_vertex i) {
      const level_vertex into = from.into[i];
      isolation::atomic::add(first_member_[into], 1);
      isolation::atomic::add(made_.ends[into], from.rows.ends[i] - from.rows.begins[i]);
    });
    std::uint64_t edges = 0;
    std::uint32_t rows = 0;
    for (std::size_t v = 0; v < size; ++v) {
      made_.begins[v] = edges;
      edges += made_.ends[v];
      rows += std::exchange(first_member_[v], rows);
    }
    first_member_[size] = rows;
    made_.targets = space_.array<level_vertex>(edges);
    made_.weights = space_.array<weight_sum>(edges);
    // Afterwards the first member of a row is that of the next one: each place was taken.
    space_.for_each(from.into.size(), [&](level_vertex i) {
      members_[isolation::atomic::add(first_member_[from.into[i]], 1)] = i;
    });
  }

  /// New rows, where there is room for all edges of the old ones.
  void add_rows(const partial_rows& from) {
    sort_rows(from);
    shared_loop loop(made_.graph.size, 256);
    space_.on_workers(from.rows.targets.size(), [&](search_space::worker_part& part) {
      for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
        for (std::size_t v = some.first; v < some.last; ++v) {
          add_row(part.sums, from, static_cast<level_vertex>(v));
        }
      }
    });
  }

  void add_row(label_sums& sums, const partial_rows& from, level_vertex v) {
    const level_vertex* const names = from.names.data();
    const auto name_of = [names, v](level_vertex target) {
      const level_vertex name = names == nullptr ? target : names[target];
      return name == v ? no_label : name;
    };
    sums.clear();
    for (std::uint32_t m = v == 0 ? 0 : first_member_[v - 1]; m < first_member_[v]; ++m) {
      fetch_member(from, m);
      sums.add_row(from.rows, members_[m], name_of);
    }
    std::uint64_t at = made_.begins[v];
    for (const label_sums::entry& each : sums.finish()) {
      made_.targets[at] = each.label;
      made_.weights[at++] = each.sum;
    }
    made_.ends[v] = at;
  }

  /// A row is fetched in two steps.
  void fetch_member(const partial_rows& from, std::uint32_t m) const noexcept {
    if (m + 16 < members_.size()) { prefetch_to_read(&from.rows.begins[members_[m + 16]]); }
    if (m + 8 < members_.size()) {
      prefetch_to_read(from.rows.targets.data() + from.rows.begins[members_[m + 8]]);
    }
  }

  /// The same once more, of the rows that all ranks have made.
  void add_rows_of_all_ranks();

  /// The community of a new vertex is that of the vertex that the piece is named after. The new
  /// number of a community is its first new vertex.
  void take_communities() {
    const level_vertex size = made_.graph.size;
    made_.communities = {space_.array<level_vertex>(size), space_.array<weight_sum>(size)};
    std::vector<level_vertex> label;
    for (level_vertex v = 0; v < level_.own(); ++v) {
      if (is_named(level_.first + v)) { label.push_back(communities_.label[v]); }
    }
    if (level_.spread != nullptr) {
      label = all_gather(space_.team(), std::span<const level_vertex>(label)).take_items();
    }
    auto renamed = space_.array<level_vertex>(level_.size, 0);  // 0: not yet; else one more
    for (level_vertex v = 0; v < size; ++v) {
      level_vertex& name = renamed[label[v]];
      if (name == 0) {
        name = v + 1;
        made_.communities.total[v] = communities_.total[label[v]];
        ++made_.num_communities;
      }
      made_.communities.label[v] = name - 1;
    }
  }

  search_space& space_;
  const level_graph& level_;
  const partition& communities_;
  const refinement& pieces_;
  pooled_array<level_vertex> numbers_;  // of all vertices that a piece is named after
  pooled_array<level_vertex> names_;    // of vertices and ghosts: the numbers of their pieces
  pooled_array<level_vertex> members_;
  pooled_array<std::uint32_t> first_member_;
  joined_level made_;
};

/// Rows without gaps, as they travel.
struct sent_rows {
  std::vector<level_vertex> into;
  std::vector<std::uint64_t> begins = {0};
  std::vector<level_vertex> targets;
  std::vector<weight_sum> weights;

  void append(const joined_level& from) {
    for (level_vertex v = 0; v < from.graph.size; ++v) {
      if (from.begins[v] == from.ends[v]) { continue; }
      into.push_back(v);
      targets.insert(targets.end(), from.targets.begin() + from.begins[v],
                     from.targets.begin() + from.ends[v]);
      weights.insert(weights.end(), from.weights.begin() + from.begins[v],
                     from.weights.begin() + from.ends[v]);
      begins.push_back(targets.size());
    }
  }
};

template <message T>
std::vector<T> joined_everywhere(rank_team& team, const std::vector<T>& mine) {
  return all_gather(team, std::span<const T>(mine)).take_items();
}

void joiner::add_rows_of_all_ranks() {
  sent_rows mine;
  mine.append(made_);
  std::vector<std::uint64_t> lengths(mine.into.size() + 1);
  std::adjacent_difference(mine.begins.begin(), mine.begins.end(), lengths.begin());
  lengths.erase(lengths.begin());
  rank_team& team = space_.team();
  sent_rows all;
  all.into = joined_everywhere(team, mine.into);
  all.targets = joined_everywhere(team, mine.targets);
  all.weights = joined_everywhere(team, mine.weights);
  for (const std::uint64_t each : joined_everywhere(team, lengths)) {
    all.begins.push_back(all.begins.back() + each);
  }
  const std::span<const std::uint64_t> begins(all.begins);
  add_rows({{begins.first(all.into.size()), begins.last(all.into.size()), all.targets, all.weights},
            all.into,
            {}});
}

}  // namespace

void joined_level::give_back_rows() {
  begins = {};
  ends = {};
  targets = {};
  weights = {};
  degrees = {};
  communities = {};
}

joined_level join_pieces(search_space& space, const level_graph& level,
                         const partition& communities, const refinement& pieces) {
  return joiner(space, level, communities, pieces).run();
}

}  // namespace orujo::community_search
