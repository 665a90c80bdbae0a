// Vertices in the order of their depths, and how many edges each level has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/tasks/shared_loop.hpp"
#include "orujo/traversal/depth_search.hpp"

namespace orujo {

/// Counters by part and level. Parts are shares of the items that workers count at once.
class level_counters {
public:
  /// For `items` items in `levels` levels; one part if levels are so many that more would not pay.
  level_counters(const rank_team& team, std::size_t items, std::size_t levels)
      : items_(items),
        parts_(levels * static_cast<std::size_t>(team.num_workers()) <= items ? team.num_workers()
                                                                              : 1),
        stride_((levels + 15) / 16 * 16),  // no cache line belongs to two parts
        counts_(static_cast<std::size_t>(parts_) * stride_) {}

  [[nodiscard]] std::size_t num_parts() const noexcept { return static_cast<std::size_t>(parts_); }
  [[nodiscard]] index_range items_of(std::size_t part) const noexcept {
    return even_share(items_, static_cast<int>(part), parts_);
  }
  [[nodiscard]] std::uint64_t* of(std::size_t part) noexcept {
    return counts_.data() + part * stride_;
  }

  /// Runs `body(part)` for all parts on the workers. Call: local, worker 0, outside on_workers().
  template <typename Body>
  void for_each_part(rank_team& team, Body body) {
    parallel_for(team, num_parts(), 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t part = first; part < last; ++part) { body(part); }
    });
  }

private:
  std::size_t items_;
  int parts_;
  std::size_t stride_;
  std::vector<std::uint64_t> counts_;
};

/// Lists of vertices by depth, filled again for every search.
class level_lists {
public:
  level_lists() = default;
  /// Room for `most` vertices.
  explicit level_lists(std::size_t most) : vertices_(most) {}

  /// How much there is to sort.
  struct extent {
    std::size_t items;
    std::size_t levels;
  };

  /// Sorts the items 0 … items-1 into levels; item i has the depth `depth_of(i)` and stands for
  /// `vertex_of(i)`. Those with the depth `unreached` are left out; a level keeps their order.
  /// Call: local, worker 0, outside on_workers(). Cost: two looks at each item.
  template <typename DepthOf, typename VertexOf>
  void sort(rank_team& team, extent size, DepthOf depth_of, VertexOf vertex_of) {
    level_counters counters(team, size.items, size.levels);
    counters.for_each_part(team, [&](std::size_t part) {
      std::uint64_t* const counts = counters.of(part);
      const index_range share = counters.items_of(part);
      for (std::size_t i = share.first; i < share.last; ++i) {
        if (const std::uint32_t depth = depth_of(i); depth != unreached) { ++counts[depth]; }
      }
    });
    counts_to_places(counters, size.levels);
    counters.for_each_part(team, [&](std::size_t part) {
      std::uint64_t* const places = counters.of(part);
      const index_range share = counters.items_of(part);
      for (std::size_t i = share.first; i < share.last; ++i) {
        const std::uint32_t depth = depth_of(i);
        if (depth != unreached) { vertices_[places[depth]++] = vertex_of(i); }
      }
    });
  }

  [[nodiscard]] std::size_t num_levels() const noexcept { return starts_.size() - 1; }

  /// The vertices of one level.
  [[nodiscard]] std::span<const local_vertex> level(std::size_t depth) const noexcept {
    return {vertices_.data() + starts_[depth], starts_[depth + 1] - starts_[depth]};
  }

private:
  void counts_to_places(level_counters& counters, std::size_t levels) {
    starts_.resize(levels + 1);
    std::uint64_t place = 0;
    for (std::size_t level = 0; level < levels; ++level) {
      starts_[level] = static_cast<local_vertex>(place);
      for (std::size_t part = 0; part < counters.num_parts(); ++part) {
        place += std::exchange(counters.of(part)[level], place);
      }
    }
    starts_[levels] = static_cast<local_vertex>(place);
  }

  huge_array<local_vertex> vertices_;
  std::vector<local_vertex> starts_;
};

/// The edges that begin in each level, by `rows`, of this rank's vertices.
/// Call: local, worker 0, outside on_workers().
[[nodiscard]] inline std::vector<std::uint64_t> edges_by_level(rank_team& team,
                                                               const adjacency& rows,
                                                               const depth_map& found) {
  const std::size_t levels = std::size_t{found.facts.max_depth} + 1;
  level_counters counters(team, found.depth.size(), levels);
  counters.for_each_part(team, [&](std::size_t part) {
    std::uint64_t* const counts = counters.of(part);
    const index_range share = counters.items_of(part);
    for (std::size_t v = share.first; v < share.last; ++v) {
      const std::uint32_t depth = found.depth[v];
      if (depth != unreached) { counts[depth] += rows.degree(static_cast<local_vertex>(v)); }
    }
  });
  std::vector<std::uint64_t> edges(levels);
  for (std::size_t part = 0; part < counters.num_parts(); ++part) {
    for (std::size_t level = 0; level < levels; ++level) {
      edges[level] += counters.of(part)[level];
    }
  }
  return edges;
}

}  // namespace orujo
