// Vertices change their labels in sub-rounds: all of one decide by what was before, then all change
// at once. So what comes out does not depend on who decides when, or on how many there are.
//
// A sub-round is a class of vertices, drawn by a hash, of a part of the graph. With many classes
// few neighbours change together, and few decisions are wrong when they take effect. Parts are made
// of blocks of vertices, so that what one class has brought to the cache serves the next ones.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/algorithms/communities/level.hpp"
#include "orujo/algorithms/communities/search_space.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/random.hpp"

namespace orujo::community_search {

/// Which vertex is in which sub-round of a round.
class round_plan {
public:
  static constexpr std::uint32_t most_sub_rounds = 512;

  explicit round_plan(level_vertex size)
      : parts_(std::clamp<std::uint32_t>(size / part_size, 1, most_parts)),
        classes_(parts_ == 1 ? 32 : most_sub_rounds / most_parts) {}

  [[nodiscard]] std::uint32_t size() const noexcept { return parts_ * classes_; }

  /// The sub-round of vertex `v` of all of the level.
  [[nodiscard]] std::uint32_t of(level_vertex v, std::uint64_t salt) const noexcept {
    return v / block_size % parts_ * classes_ +
           static_cast<std::uint32_t>(mix64(v ^ salt) & (classes_ - 1));
  }

private:
  static constexpr std::uint32_t block_size = 4096;   // vertices
  static constexpr std::uint32_t part_size = 32'768;  // vertices
  static constexpr std::uint32_t most_parts = 64;

  std::uint32_t parts_;
  std::uint32_t classes_;  // a power of two
};

/// The vertices of this rank that take part in a round, by sub-round.
class round_lists {
public:
  round_lists(search_space& space, const level_graph& level)
      : plan(level.size),
        space_(space),
        level_(level),
        order_(space.array<level_vertex>(level.own())),
        starts_(plan.size() + 1),
        sizes_(plan.size()) {}

  const round_plan plan;

  /// Makes the lists, of those for which `takes_part(v)`, by their numbers on this rank. Returns
  /// how many there are on all ranks. Call: collective.
  template <typename TakesPart>
  std::uint64_t make(std::uint64_t salt, TakesPart takes_part) {
    const auto each = [&](auto visit) {
      for_each_share(space_.team(), level_.own(), [&](worker& self, index_range share) {
        auto& places = space_.part(static_cast<std::size_t>(self.index())).places;
        for (std::size_t i = share.first; i < share.last; ++i) {
          const auto v = static_cast<level_vertex>(i);
          if (takes_part(v)) { visit(places[plan.of(level_.first + v, salt)], v); }
        }
      });
    };
    for (std::size_t w = 0; w < space_.num_parts(); ++w) {
      space_.part(w).places.assign(plan.size(), 0);
    }
    each([](std::uint32_t& count, level_vertex /*v*/) { ++count; });
    make_places();
    each([&](std::uint32_t& place, level_vertex v) { order_[place++] = v; });
    return all_;
  }

  [[nodiscard]] std::span<const level_vertex> of(std::uint32_t sub_round) const noexcept {
    return order_.span().subspan(starts_[sub_round], starts_[sub_round + 1] - starts_[sub_round]);
  }
  /// Whether no rank has a vertex in it.
  [[nodiscard]] bool is_empty_everywhere(std::uint32_t sub_round) const noexcept {
    return sizes_[sub_round] == 0;
  }

private:
  void make_places();

  search_space& space_;
  const level_graph& level_;
  pooled_array<level_vertex> order_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint64_t> sizes_;  // of all ranks
  std::uint64_t all_ = 0;
};

/// The labels of a level, and how they are changed.
class changing_labels {
public:
  /// Labels are those of this rank's vertices and ghosts; the owner keeps them.
  changing_labels(search_space& space, const level_graph& level, std::span<level_vertex> label)
      : space_(space),
        level_(level),
        label_(label),
        looks_at_each_(1 + level.rows.targets.size() / std::max<level_vertex>(1, level.own())) {}

  /// Calls `decide(part, v)` for all of `list`, which returns the label that v is to have. Nothing
  /// changes yet. Some time before, calls `fetch(target)` and then `fetch_more(target)` for the
  /// first targets of v.
  template <typename Decide, typename Fetch, typename FetchMore>
  void decide(std::span<const level_vertex> list, Decide decide, Fetch fetch,
              FetchMore fetch_more) {
    space_.team().transport().check();
    shared_loop loop(list.size(), 64);
    space_.on_workers(list.size() * looks_at_each_, [&](search_space::worker_part& part) {
      part.changes.clear();
      for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
        for (std::size_t i = some.first; i < some.last; ++i) {
          look_ahead(list.subspan(i), fetch, fetch_more);
          const level_vertex v = list[i];
          const level_vertex to = decide(part, v);
          if (to != label_[v]) { part.changes.push_back({level_.first + v, label_[v], to}); }
        }
      }
    });
  }

  /// Changes the labels. Calls `on_change(change)` for those of all ranks, on several workers at
  /// once; then `after(change)` for those of this rank, when all have changed. Call: collective.
  template <typename OnChange, typename After>
  void apply(OnChange on_change, After after) {
    const std::uint64_t own = count_changes();
    changed_ += own;
    space_.on_workers(own, [&](search_space::worker_part& part) {
      for (const label_change& each : part.changes) {
        label_[each.vertex - level_.first] = each.to;
        if (level_.spread == nullptr) { on_change(each); }
      }
    });
    if (level_.spread != nullptr) {
      for (const label_change& each : changes_everywhere()) { on_change(each); }
    }
    space_.on_workers(own * looks_at_each_, [&](search_space::worker_part& part) {
      for (const label_change& each : part.changes) { after(each); }
      part.changes.clear();
    });
  }

  /// How many have changed on all ranks since it was asked. Call: collective.
  [[nodiscard]] std::uint64_t take_changed();

private:
  static constexpr std::size_t few = 8;  // targets are looked at ahead of a row

  /// A row is fetched in steps: where it is, what it says, what is asked of that.
  template <typename Fetch, typename FetchMore>
  void look_ahead(std::span<const level_vertex> list, Fetch fetch, FetchMore fetch_more) const {
    const level_rows& rows = level_.rows;
    const auto first_of = [&](level_vertex v) {
      const auto row = rows.row(v);
      return row.first(std::min(row.size(), few));
    };
    if (list.size() > 24) {
      prefetch_to_read(&rows.begins[list[24]]);
      prefetch_to_read(&rows.ends[list[24]]);
      prefetch_to_read(&level_.degree[level_.first + list[24]]);
    }
    if (list.size() > 16) {
      prefetch_to_read(rows.targets.data() + rows.begins[list[16]]);
      fetch(list[16]);
    }
    if (list.size() > 8) {
      for (const level_vertex target : first_of(list[8])) { fetch(target); }
    }
    if (list.size() > 4) {
      fetch_more(list[4]);
      for (const level_vertex target : first_of(list[4])) { fetch_more(target); }
    }
  }

  [[nodiscard]] std::uint64_t count_changes() const;
  /// Those of all ranks; and changes the labels of ghosts.
  [[nodiscard]] std::vector<label_change> changes_everywhere();
  void change_ghost(const label_change& change);

  search_space& space_;
  const level_graph& level_;
  std::span<level_vertex> label_;
  std::uint64_t looks_at_each_;
  std::uint64_t changed_ = 0;
};

/// Gives the ghosts on all ranks the labels of their owners. Call: collective.
void push_labels(search_space& space, const level_graph& level, std::span<level_vertex> label);

}  // namespace orujo::community_search
