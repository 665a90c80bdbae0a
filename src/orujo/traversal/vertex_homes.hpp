// Which worker of its rank keeps the items of a vertex.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "orujo/base/ids.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The workers of a rank share its vertices block by block: neighbouring ones have one home, and
/// each home has vertices of every kind.
class vertex_homes {
public:
  explicit vertex_homes(const rank_team& team)
      : workers_(static_cast<std::size_t>(team.num_workers())),
        inverse_(~std::uint64_t{0} / workers_ + 1) {}

  /// The home of an owned vertex, by the number that its owner gave it.
  [[nodiscard]] std::size_t of(local_vertex v) const noexcept {
    // The remainder without a division: the fraction of the quotient, times the divisor (D. Lemire,
    // O. Kaser and N. Kurz, Faster remainder by direct computation, 2019).
    __extension__ using wide = unsigned __int128;
    const std::uint64_t fraction = inverse_ * (v / block);
    return static_cast<std::size_t>((static_cast<wide>(fraction) * workers_) >> 64);
  }

  /// The same as a number in the team, for channel::send_home().
  [[nodiscard]] std::size_t number(rank_id rank, std::size_t home) const noexcept {
    return static_cast<std::size_t>(index_of(rank)) * workers_ + home;
  }

  /// Calls `each(v)` for those of `vertices` owned ones that worker `home` keeps, in their order.
  template <typename Each>
  void for_each_of(std::size_t home, std::size_t vertices, Each each) const {
    for (std::size_t first = home * block; first < vertices; first += workers_ * block) {
      const std::size_t last = first + block < vertices ? first + block : vertices;
      for (std::size_t v = first; v < last; ++v) { each(static_cast<local_vertex>(v)); }
    }
  }

private:
  static constexpr local_vertex block = 64;

  std::size_t workers_;
  std::uint64_t inverse_;  // 2^64 / workers_, rounded up; 0 for one
};

}  // namespace orujo
