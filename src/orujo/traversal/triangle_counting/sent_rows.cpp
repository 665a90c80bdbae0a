// Counts triangles from the row of each vertex, on the ranks that own the vertices in the row.
//
// A row comes in pieces, in any order. Its handler worker puts it together and counts at once:
// handlers that count slowly hold up those who send.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/triangle_counting/sent_rows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/triangle_counting/rows.hpp"
#include "orujo/worklists/work_metrics.hpp"

namespace orujo::triangle_counting {

namespace {

/// Some of the vertices in the row of `source`, which has `size` of them.
struct row_piece {
  static constexpr std::size_t capacity = 6;

  vertex_id source;
  std::uint32_t size;
  std::uint16_t count;
  std::uint16_t both_ways;  ///< A bit for each member to which edges of the source lead both ways.
  std::array<vertex_id, capacity> members;
};

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
        pieces_(team, receiver{this}, {.how = deliver::home, .name = "rows"}) {
    for (int w = 0; w < team.num_workers(); ++w) {
      lanes_.emplace_back(order_.size(), team.size());
    }
  }

  /// Call: collective.
  triangle_count run() {
    shared_loop loop(order_.size(), 256);
    run_epoch(team_, [&](worker& self) {
      for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
        count_chunk(self, part);
      }
    });
    triangle_count sum;
    for (const lane& each : lanes_) { sum += each.found; }
    return all_reduce(team_, sum, [](triangle_count a, const triangle_count& b) { return a += b; });
  }

private:
  static constexpr std::size_t stages = 3;

  /// Places of a row, and of those of them to which edges lead both ways, if that matters.
  struct open_row {
    std::vector<place> places;
    std::vector<place> both_ways;

    void clear() {
      places.clear();
      both_ways.clear();
    }
  };

  /// A row of which some pieces are missing.
  struct partial_row {
    open_row row;
    std::uint32_t arrived = 0;
  };

  struct alignas(cache_line_bytes) lane {
    lane(place size, int ranks)
        : marks(size),
          both_marks(Corners::weighs ? size : 0),
          both_marks_sent(Corners::weighs ? size : 0),
          is_told(static_cast<std::size_t>(ranks)) {}

    place_marks marks;
    // Those of them to which edges lead both ways, if that matters; of a row that is sent apart, as
    // rows may come in meanwhile.
    place_marks both_marks;
    place_marks both_marks_sent;
    triangle_count found;
    std::uint64_t intersected = 0;      // rows, since they were last added to the metric
    std::array<open_row, stages> rows;  // those that are fetched and counted now
    open_row arrived;                   // a row that came in one piece
    std::unordered_map<vertex_id, partial_row> partial;
    std::vector<bool> is_told;  // by rank, of the row that is sent now
    std::vector<rank_id> told;
  };

  struct receiver {
    triangle_counter* owner;
    void operator()(worker& self, std::span<const row_piece> batch) const {
      for (const row_piece& piece : batch) { owner->take(owner->lane_of(self), piece); }
      owner->add_to_metric(self);
    }
  };

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  /// While one row is counted, what the next one leads to is fetched, and where that lies for the
  /// one after it.
  void count_chunk(worker& self, index_range part) {
    lane& mine = lane_of(self);
    const auto row_of = [&](std::size_t i) -> open_row& { return mine.rows[i % stages]; };
    for (std::size_t i = part.first; i < part.last + stages - 1; ++i) {
      if (i < part.last) {
        unpack(static_cast<place>(i), row_of(i));
        for (const place each : row_of(i).places) { rows_.prefetch_head(each); }
      }
      if (i >= part.first + 1 && i - 1 < part.last) {
        for (const place each : row_of(i - 1).places) { rows_.prefetch_row(each); }
      }
      if (i < part.first + 2) { continue; }
      const open_row& row = row_of(i - 2);
      count(mine, row, [&] { return order_.vertex_at(static_cast<place>(i - 2)); });
      if (team_.size() > 1) { send(self, static_cast<place>(i - 2), row); }
    }
    add_to_metric(self);
    self.look();
  }

  void add_to_metric(worker& self) {
    intersections_.add(self, std::exchange(lane_of(self).intersected, 0));
  }

  /// Those in the row of a place; none if it is alone there and makes no triangle.
  void unpack(place at, open_row& row) const {
    row.clear();
    const packed_row& packed = rows_.at(at);
    if (packed.is_single()) { return; }
    packed.for_each([&](place each) { row.places.push_back(each); });
    if constexpr (Corners::weighs) {
      both_rows_->at(at).for_each([&](place each) { row.both_ways.push_back(each); });
    }
  }

  [[nodiscard]] std::optional<forward_rows> rows_of_both_ways() const {
    if constexpr (!Corners::weighs) { return std::nullopt; }
    return forward_rows(team_, graph_, order_, row_content::both_ways);
  }

  /// Counts the triangles of a row whose second vertex is owned: rows of others are empty here.
  /// `source()` is the vertex whose row it is; it is asked for where there are triangles.
  template <typename Source>
  void count(lane& mine, const open_row& row, [[maybe_unused]] Source source) {
    [[maybe_unused]] const std::uint64_t before = mine.found.triangles;
    [[maybe_unused]] std::uint64_t twice = 0;
    mine.intersected += row.places.size();
    for (const place each : row.places) { mine.marks.set(each); }
    for (const place each : row.both_ways) { mine.both_marks.set(each); }
    for (const place each : row.places) {
      mine.found.looks += rows_.at(each).looks();
      mine.found.triangles += count_along(mine, each);
      if constexpr (Corners::weighs) { twice += mine.marks.count(both_rows_->at(each)); }
    }
    for (const place each : row.places) { mine.marks.clear_around(each); }
    for (const place each : row.both_ways) { mine.both_marks.clear_around(each); }
    if constexpr (Corners::counts) {
      const std::uint64_t found = mine.found.triangles - before + twice;
      if (found > 0) { corners_.add(source(), found); }
    }
  }

  /// Counts those among them whose second vertex is `second`.
  std::uint64_t count_along(lane& mine, place second) {
    const packed_row& other = rows_.at(second);
    if constexpr (!Corners::counts) {
      return mine.marks.count(other);
    } else {
      std::uint64_t found = 0;
      const std::uint64_t edges = edges_to(mine, second);
      mine.marks.for_each(other, [&](place third) {
        ++found;
        corners_.add(order_.vertex_at(third), edges);
      });
      if (found > 0) { corners_.add(order_.vertex_at(second), found + twice_along(mine, other)); }
      return found;
    }
  }

  /// How often a triangle whose second vertex is `second` counts at the third.
  [[nodiscard]] static std::uint64_t edges_to(const lane& mine, place second) {
    if constexpr (Corners::weighs) { return mine.both_marks.holds(second) ? 2 : 1; }
    return 1;
  }

  /// To how many of the places of `other` edges lead both ways from the source.
  [[nodiscard]] static std::uint64_t twice_along(const lane& mine, const packed_row& other) {
    if constexpr (Corners::weighs) { return mine.both_marks.count(other); }
    return 0;
  }

  /// Sends a row to the other ranks that own a vertex in it.
  void send(worker& self, place at, const open_row& row) {
    lane& mine = lane_of(self);
    for (const place each : row.both_ways) { mine.both_marks_sent.set(each); }
    for (const place each : row.places) {
      const local_vertex v = order_.vertex_at(each);
      if (graph_.is_owned(v)) { continue; }
      const rank_id owner = graph_.owner(graph_.global(v));
      if (mine.is_told[static_cast<std::size_t>(index_of(owner))]) { continue; }
      mine.is_told[static_cast<std::size_t>(index_of(owner))] = true;
      mine.told.push_back(owner);
    }
    for (const rank_id to : mine.told) {
      mine.is_told[static_cast<std::size_t>(index_of(to))] = false;
      ++mine.found.rows_sent;
      send_to(self, to, at, row.places);
    }
    mine.told.clear();
    for (const place each : row.both_ways) { mine.both_marks_sent.clear_around(each); }
  }

  void send_to(worker& self, rank_id to, place at, std::span<const place> row) {
    row_piece piece{.source = graph_.global(order_.vertex_at(at)),
                    .size = static_cast<std::uint32_t>(row.size()),
                    .count = 0,
                    .both_ways = 0,
                    .members = {}};
    const auto workers = static_cast<std::size_t>(team_.num_workers());
    const std::size_t home =
        static_cast<std::size_t>(index_of(to)) * workers + piece.source % workers;
    for (std::size_t first = 0; first < row.size(); first += piece.count) {
      const auto some = row.subspan(first, std::min(row_piece::capacity, row.size() - first));
      piece.count = static_cast<std::uint16_t>(some.size());
      if constexpr (Corners::weighs) { piece.both_ways = both_ways_in(lane_of(self), some); }
      std::transform(some.begin(), some.end(), piece.members.begin(),
                     [&](place each) { return graph_.global(order_.vertex_at(each)); });
      pieces_.send_home(self, home, piece);
    }
  }

  [[nodiscard]] static std::uint16_t both_ways_in(const lane& mine, std::span<const place> some) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      bits |= (mine.both_marks_sent.holds(some[i]) ? 1U : 0U) << i;
    }
    return static_cast<std::uint16_t>(bits);
  }

  void take(lane& mine, const row_piece& piece) {
    // Its triangles here have an edge from the source, which is a ghost then.
    const auto source = [&] { return ghost_from(piece.source); };
    if (piece.count == piece.size) {
      mine.arrived.clear();
      append(mine.arrived, piece);
      return count(mine, mine.arrived, source);
    }
    partial_row& row = mine.partial[piece.source];
    append(row.row, piece);
    row.arrived += piece.count;
    if (row.arrived < piece.size) { return; }
    count(mine, row.row, source);
    mine.partial.erase(piece.source);
  }

  /// Adds the places of a piece's vertices. Those that this rank does not know are in none of its
  /// rows.
  void append(open_row& row, const row_piece& piece) const {
    for (std::size_t i = 0; i < piece.count; ++i) {
      const std::optional<place> at = place_here(piece.members[i]);
      if (!at) { continue; }
      row.places.push_back(*at);
      if constexpr (Corners::weighs) {
        if ((piece.both_ways >> i & 1U) != 0) { row.both_ways.push_back(*at); }
      }
    }
  }

  /// Where a vertex stands; nothing if this rank does not know it.
  [[nodiscard]] std::optional<place> place_here(vertex_id id) const {
    if (graph_.owns(id)) { return order_.place_of(graph_.local(id)); }
    const local_vertex at = ghost_from(id);
    const bool known = at < graph_.ghost_range(graph_.owner(id)).second;
    return known && graph_.global(at) == id ? std::optional(order_.place_of(at)) : std::nullopt;
  }

  /// The first ghost of the rank that owns `id` from there on; behind all of them if there is none.
  [[nodiscard]] local_vertex ghost_from(vertex_id id) const noexcept {
    auto [first, last] = graph_.ghost_range(graph_.owner(id));
    while (first < last) {
      const local_vertex middle = first + (last - first) / 2;
      if (graph_.global(middle) < id) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }

  rank_team& team_;
  const csr_graph& graph_;
  Corners& corners_;
  degree_order order_;
  forward_rows rows_;
  std::optional<forward_rows> both_rows_;  // if it matters
  intersection_metric intersections_;
  std::vector<lane> lanes_;
  channel<row_piece, receiver> pieces_;
};

}  // namespace

template <typename Corners>
triangle_count count_by_sent_rows(rank_team& team, const csr_graph& graph, Corners& corners) {
  return triangle_counter<Corners>(team, graph, corners).run();
}

template triangle_count count_by_sent_rows(rank_team&, const csr_graph&, no_corners&);
template triangle_count count_by_sent_rows(rank_team&, const csr_graph&, corner_counts&);
template triangle_count count_by_sent_rows(rank_team&, const csr_graph&, arc_counts&);

}  // namespace orujo::triangle_counting
