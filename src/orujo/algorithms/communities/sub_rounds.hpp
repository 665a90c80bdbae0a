// Vertices change their labels class by class: all of a class decide by what was before, then all
// change at once. So what comes out does not depend on who decides when, or on how many there are.
//
// Classes are drawn by a hash of the vertex. With many of them, few neighbours change in the same
// sub-round, and few decisions are wrong when they take effect.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "orujo/algorithms/communities/label_sums.hpp"
#include "orujo/algorithms/communities/level.hpp"
#include "orujo/base/ids.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/base/random.hpp"
#include "orujo/graph/ghost_values.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/row_prefetch.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo::community_search {

inline constexpr unsigned num_classes = 32;

/// The class of vertex `v` of all of a level.
[[nodiscard]] constexpr unsigned class_of(level_vertex v, std::uint64_t salt) noexcept {
  return static_cast<unsigned>(mix64(v ^ salt) % num_classes);
}

struct label_change {
  level_vertex vertex;  ///< Its number among all.
  level_vertex from;
  level_vertex to;
};

/// What each worker of a rank needs, for all levels of a search.
class search_space {
public:
  struct alignas(cache_line_bytes) worker_part {
    explicit worker_part(std::size_t labels) : sums(labels) {}

    label_sums sums;
    std::vector<label_change> changes;
    std::array<std::uint32_t, num_classes> places{};  ///< Of its vertices in the lists of classes.
  };

  search_space(rank_team& team, std::size_t labels) : team_(team) {
    for (int w = 0; w < team.num_workers(); ++w) {
      parts_.push_back(std::make_unique<worker_part>(labels));
    }
  }

  [[nodiscard]] rank_team& team() noexcept { return team_; }
  [[nodiscard]] worker_part& part(std::size_t w) noexcept { return *parts_[w]; }
  [[nodiscard]] std::size_t num_parts() const noexcept { return parts_.size(); }

  /// Runs `body(part)` for each worker's part: on all workers, or on worker 0 alone if there is not
  /// much to look at.
  template <typename Body>
  void on_workers(std::uint64_t looks, Body body) {
    if (is_done_alone(team_, looks)) {
      for (const auto& each : parts_) { body(*each); }
      return;
    }
    team_.on_workers([&](worker& self) { body(part(static_cast<std::size_t>(self.index()))); });
  }

private:
  rank_team& team_;
  std::vector<std::unique_ptr<worker_part>> parts_;
};

/// The vertices of this rank that take part in a round, by class.
class vertex_classes {
public:
  vertex_classes(search_space& space, const level_graph& level)
      : space_(space), level_(level), order_(level.own()) {}

  /// Makes the lists, of those for which `takes_part(v)`, by their numbers on this rank. Call:
  /// collective; returns how many there are on all ranks.
  template <typename TakesPart>
  std::uint64_t make(std::uint64_t salt, TakesPart takes_part) {
    const auto each = [&](auto visit) {
      for_each_share(space_.team(), level_.own(), [&](worker& self, index_range share) {
        auto& places = space_.part(static_cast<std::size_t>(self.index())).places;
        for (std::size_t i = share.first; i < share.last; ++i) {
          const auto v = static_cast<level_vertex>(i);
          if (takes_part(v)) { visit(places[class_of(level_.first + v, salt)], v); }
        }
      });
    };
    for (std::size_t w = 0; w < space_.num_parts(); ++w) { space_.part(w).places.fill(0); }
    each([](std::uint32_t& count, level_vertex /*v*/) { ++count; });
    count();
    each([&](std::uint32_t& place, level_vertex v) { order_[place++] = v; });
    return all_;
  }

  [[nodiscard]] std::span<const level_vertex> of(unsigned which) const noexcept {
    return order_.span().subspan(starts_[which], starts_[which + 1] - starts_[which]);
  }
  /// Whether a rank has a vertex in it.
  [[nodiscard]] bool is_empty_everywhere(unsigned which) const noexcept {
    return sizes_[which] == 0;
  }

private:
  void count();

  search_space& space_;
  const level_graph& level_;
  huge_array<level_vertex> order_;
  std::array<std::uint32_t, num_classes + 1> starts_{};
  std::array<std::uint64_t, num_classes> sizes_{};  // of all ranks
  std::uint64_t all_ = 0;
};

/// The labels of a level, and how they are changed.
class changing_labels {
public:
  /// Labels are those of this rank's vertices and ghosts; the owner keeps them.
  changing_labels(search_space& space, const level_graph& level, std::span<level_vertex> label);

  /// Calls `decide(part, v)` for all of `list`, which returns the label that it wants: its own if
  /// it stays. Nothing changes yet. `fetch(target)` asks for what will be asked of a target.
  template <typename Decide, typename Fetch>
  void decide(std::span<const level_vertex> list, Decide decide, Fetch fetch) {
    space_.team().transport().check();
    shared_loop loop(list.size(), 256);
    space_.on_workers(list.size(), [&](search_space::worker_part& part) {
      part.changes.clear();
      for (index_range some = loop.next(); !some.empty(); some = loop.next()) {
        for (std::size_t i = some.first; i < some.last; ++i) {
          look_ahead(list, i, fetch);
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
      push();
    }
    space_.on_workers(own, [&](search_space::worker_part& part) {
      for (const label_change& each : part.changes) { after(each); }
      part.changes.clear();
    });
  }

  /// Gives the ghosts on all ranks the labels of their owners. Call: collective.
  void push();

  /// How many have changed on all ranks since it was asked. Call: collective.
  [[nodiscard]] std::uint64_t take_changed();

private:
  /// A row is fetched in three steps: where it is, what it says, what is asked of that.
  template <typename Fetch>
  void look_ahead(std::span<const level_vertex> list, std::size_t i, Fetch fetch) const {
    const level_rows& rows = level_.rows;
    if (i + 2 * rows_ahead < list.size()) { prefetch_to_read(&rows.begins[list[i + 2 * rows_ahead]]); }
    if (i + rows_ahead < list.size()) {
      prefetch_to_read(rows.targets.data() + rows.begins[list[i + rows_ahead]]);
      prefetch_to_read(&label_[list[i + rows_ahead]]);
    }
    if (i + rows_ahead / 2 < list.size()) {
      const auto row = rows.row(list[i + rows_ahead / 2]);
      for (const level_vertex target : row.first(std::min<std::size_t>(row.size(), 8))) {
        fetch(target);
      }
    }
  }

  [[nodiscard]] std::uint64_t count_changes() const;
  [[nodiscard]] std::vector<label_change> changes_everywhere() const;

  search_space& space_;
  const level_graph& level_;
  std::span<level_vertex> label_;
  std::optional<ghost_values<level_vertex>> ghosts_;  // if there are any
  std::uint64_t changed_ = 0;
};

}  // namespace orujo::community_search
