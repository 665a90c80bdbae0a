// Counts triangles from the row of each vertex: in it, the rows of those that are in it are looked
// up.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/sent_rows.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/triangle_counting/row_exchange.hpp"
#include "orujo/traversal/triangle_counting/rows.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::triangle_counting {

namespace {

template <typename Corners>
class triangle_counter {
public:
  /// Call: collective.
  triangle_counter(rank_team& team, const csr_graph& graph, Corners& corners)
      : team_(team),
        graph_(graph),
        corners_(corners),
        order_(team, graph),
        rows_(team, graph, order_),
        both_rows_(rows_of_both_ways()),
        intersections_(team),
        exchange_(team, graph, order_, all_rows()),
        lanes_(static_cast<std::size_t>(team.num_workers()), lane(order_.num_places())) {}

  /// Call: collective.
  triangle_count run(std::uint64_t most_held) {
    targets_ = targets::all;
    for (bool is_more = true; is_more; targets_ = targets::ghosts) {
      is_more = exchange_.next(most_held);
      shared_loop loop(order_.size(), 256);
      team_.on_workers([&](worker& self) {
        for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
          team_.transport().check();  // with one rank, an interrupt is heard here only
          count_chunk(self, part);
        }
      });
    }
    triangle_count sum{.rows_sent = exchange_.num_sent()};
    for (const lane& each : lanes_) { sum += each.found; }
    return all_reduce(team_, sum, [](triangle_count a, const triangle_count& b) { return a += b; });
  }

private:
  static constexpr std::size_t stages = 3;

  /// Rows of which vertices are looked up: those of owned ones were, after the first round.
  enum class targets : std::uint8_t { all, ghosts };

  /// The row of a vertex, and the slots of those in it whose rows are looked up.
  struct open_row {
    slot source = 0;
    packed_row row;
    std::vector<slot> targets;  // the first `num_targets` of them, and room
    std::size_t num_targets = 0;

    [[nodiscard]] std::span<const slot> slots() const noexcept {
      return std::span(targets).first(num_targets);
    }
  };

  struct alignas(cache_line_bytes) lane {
    explicit lane(place num_places)
        : marks(num_places), both_marks(Corners::weighs ? num_places : 0) {}

    place_marks marks;
    place_marks both_marks;  // those to which edges lead both ways, if that matters
    triangle_count found;
    std::uint64_t intersected = 0;      // rows, since they were last added to the metric
    std::array<open_row, stages> rows;  // those that are fetched and counted now
  };

  /// While one row is counted, what the next one leads to is fetched, and where that lies for the
  /// one after it.
  void count_chunk(worker& self, index_range part) {
    lane& mine = lanes_[static_cast<std::size_t>(self.index())];
    const auto row_of = [&](std::size_t i) -> open_row& { return mine.rows[i % stages]; };
    for (std::size_t i = part.first; i < part.last + stages - 1; ++i) {
      if (i < part.last) {
        unpack(static_cast<slot>(i), row_of(i));
        for (const slot each : row_of(i).slots()) { rows_.prefetch_head(each); }
      }
      if (i >= part.first + 1 && i - 1 < part.last) {
        for (const slot each : row_of(i - 1).slots()) { rows_.prefetch_row(each); }
      }
      if (i >= part.first + 2) { count(mine, row_of(i - 2)); }
    }
    intersections_.add(self, std::exchange(mine.intersected, 0));
    self.look();
  }

  /// Those in the row of an owned vertex; none if one is alone there and makes no triangle.
  void unpack(slot at, open_row& row) const {
    row.source = at;
    row.row = {};
    row.num_targets = 0;
    const packed_row& packed = rows_.at(at);
    if (packed.is_single() || !graph_.is_owned(order_.vertex_at(at))) { return; }
    row.row = packed;
    if (row.targets.size() < packed.most_places()) { row.targets.resize(packed.most_places()); }
    if (targets_ == targets::all) {
      packed.for_each([&](place each) { row.targets[row.num_targets++] = order_.slot_of(each); });
    } else {
      packed.for_each([&](place each) {
        const slot target = order_.slot_of(each);
        row.targets[row.num_targets] = target;
        row.num_targets += graph_.is_owned(order_.vertex_at(target)) ? 0U : 1U;
      });
    }
  }

  [[nodiscard]] std::optional<forward_rows> rows_of_both_ways() const {
    if constexpr (!Corners::weighs) { return std::nullopt; }
    return forward_rows(team_, graph_, order_, row_content::both_ways);
  }

  [[nodiscard]] std::vector<forward_rows*> all_rows() {
    std::vector<forward_rows*> all{&rows_};
    if (both_rows_) { all.push_back(&*both_rows_); }
    return all;
  }

  /// Counts the triangles of a row whose second vertex is among those that are looked up.
  void count(lane& mine, const open_row& row) {
    [[maybe_unused]] const std::uint64_t before = mine.found.triangles;
    [[maybe_unused]] std::uint64_t twice = 0;
    mine.intersected += row.num_targets;
    mine.marks.set(row.row);
    if constexpr (Corners::weighs) { mine.both_marks.set(both_rows_->at(row.source)); }
    for (const slot each : row.slots()) {
      mine.found.looks += rows_.at(each).looks();
      mine.found.triangles += count_along(mine, each);
      if constexpr (Corners::weighs) { twice += mine.marks.count(both_rows_->at(each)); }
    }
    mine.marks.clear(row.row);
    if constexpr (Corners::weighs) { mine.both_marks.clear(both_rows_->at(row.source)); }
    if constexpr (Corners::counts) {
      const std::uint64_t found = mine.found.triangles - before + twice;
      if (found > 0) { corners_.add(order_.vertex_at(row.source), found); }
    }
  }

  /// Counts those among them whose second vertex is `second`.
  std::uint64_t count_along(lane& mine, slot second) {
    const packed_row& other = rows_.at(second);
    if constexpr (!Corners::counts) {
      return mine.marks.count(other);
    } else {
      std::uint64_t found = 0;
      const local_vertex vertex = order_.vertex_at(second);
      const std::uint64_t edges = edges_to(mine, vertex);
      mine.marks.for_each(other, [&](place third) {
        ++found;
        corners_.add(order_.vertex_at(order_.slot_of(third)), edges);
      });
      if (found > 0) { corners_.add(vertex, found + twice_along(mine, other)); }
      return found;
    }
  }

  /// How often a triangle whose second vertex is `second` counts at the third.
  [[nodiscard]] std::uint64_t edges_to(const lane& mine, local_vertex second) const {
    if constexpr (Corners::weighs) {
      return mine.both_marks.holds(order_.place_of(second)) ? 2 : 1;
    }
    return 1;
  }

  /// To how many of the places of `other` edges lead both ways from the source.
  [[nodiscard]] static std::uint64_t twice_along(const lane& mine, const packed_row& other) {
    if constexpr (Corners::weighs) { return mine.both_marks.count(other); }
    return 0;
  }

  rank_team& team_;
  const csr_graph& graph_;
  Corners& corners_;
  degree_order order_;
  forward_rows rows_;
  std::optional<forward_rows> both_rows_;  // if it matters
  intersection_metric intersections_;
  row_exchange exchange_;
  std::vector<lane> lanes_;
  targets targets_ = targets::all;
};

}  // namespace

template <typename Corners>
triangle_count count_by_sent_rows(rank_team& team, const csr_graph& graph, Corners& corners,
                                  std::uint64_t most_held) {
  return triangle_counter<Corners>(team, graph, corners).run(most_held);
}

template triangle_count count_by_sent_rows(rank_team&, const csr_graph&, no_corners&,
                                           std::uint64_t);
template triangle_count count_by_sent_rows(rank_team&, const csr_graph&, corner_counts&,
                                           std::uint64_t);
template triangle_count count_by_sent_rows(rank_team&, const csr_graph&, arc_counts&,
                                           std::uint64_t);

}  // namespace orujo::triangle_counting
