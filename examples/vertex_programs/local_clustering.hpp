// Local clustering (LCC of LDBC Graphalytics) as a vertex program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "orujo/frameworks/vertex_centric/common_targets.hpp"
#include "orujo/frameworks/vertex_centric/gathering_engine.hpp"

/// Of the ordered pairs of a vertex's neighbours, whatever the direction of the edges to them, the
/// share that an edge leads from the first to the second of.
struct local_clustering {
  using state = double;
  struct seen {
    orujo::local_vertex number;
    std::span<const orujo::local_vertex> row;
    [[nodiscard]] bool operator==(const seen& other) const { return number == other.number; }
  };
  using heard = std::vector<seen>;
  static constexpr orujo::edge_side side = orujo::edge_side::both;
  static constexpr bool looks_at_rows = true;

  static state initial(const orujo::program_vertex&) { return 0; }
  static void gather(heard& all, const orujo::program_neighbour<state>& neighbour) {
    all.push_back({neighbour.number, neighbour.row});
  }
  static bool apply(const orujo::program_vertex& v, state& mine, heard& all) {
    std::erase(all, seen{v.number, {}});
    std::ranges::sort(all, {}, &seen::number);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::uint64_t joined = 0;
    for (const seen& each : all) {
      joined += orujo::num_common_targets(each.row, each.number, all, &seen::number);
    }
    const auto size = static_cast<double>(all.size());
    mine = size < 2 ? 0 : static_cast<double>(joined) / (size * (size - 1));
    return false;
  }
};
