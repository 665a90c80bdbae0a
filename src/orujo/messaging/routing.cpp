// Next hops in a square and in a hypercube, with any number of ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/routing.hpp"

#include <algorithm>
#include <bit>

namespace orujo {

namespace {

int square_side(int ranks) noexcept {
  int side = 1;
  while (side * side < ranks) { ++side; }
  return side;
}

/// A host's ranks, if that makes few neighbours; else the side of a square.
int suitable_columns(int ranks, int ranks_per_host) noexcept {
  const int side = square_side(ranks);
  if (ranks_per_host < 2 || ranks_per_host >= ranks) { return side; }
  const int hosts = (ranks + ranks_per_host - 1) / ranks_per_host;
  return ranks_per_host + hosts <= 4 * side ? ranks_per_host : side;
}

/// Bits that `to` lacks are cleared first: every number on the way is then at most `from` or `to`,
/// hence a rank that exists.
int across_one_bit(int from, int to) noexcept {
  const auto have = static_cast<unsigned>(from);
  const auto want = static_cast<unsigned>(to);
  const unsigned surplus = have & ~want;
  const unsigned differing = surplus != 0 ? surplus : want & ~have;
  return static_cast<int>(have ^ (differing & (~differing + 1)));
}

}  // namespace

routing::routing(routing_kind kind, int ranks, int ranks_per_host) noexcept
    : kind_(suitable_routing(kind, ranks)),
      ranks_(ranks),
      columns_(suitable_columns(ranks, ranks_per_host)) {}

int routing::next_hop(int from, int to) const noexcept {
  if (kind_ == routing_kind::direct) { return to; }
  if (kind_ == routing_kind::hypercube) { return across_one_bit(from, to); }
  const int row = from / columns_;
  const int column = from % columns_;
  if (row == to / columns_ || column == to % columns_) { return to; }
  const int in_own_row = row * columns_ + to % columns_;
  // A last row that is shorter lacks it; then the row of `to` is complete.
  return in_own_row < ranks_ ? in_own_row : to / columns_ * columns_ + column;
}

int routing::most_hops() const noexcept {
  if (kind_ == routing_kind::direct || ranks_ < 3) { return 1; }
  if (kind_ == routing_kind::rook) { return 2; }
  return static_cast<int>(std::bit_width(static_cast<unsigned>(ranks_ - 1)));
}

route_table::route_table(const routing& route, rank_id self)
    : route_(route),
      me_(static_cast<std::uint32_t>(index_of(self))),
      columns_(static_cast<std::uint32_t>(route.columns())),
      row_factor_(((std::uint64_t{1} << 32U) + columns_ - 1) / columns_),
      row_(me_ / columns_),
      column_(me_ % columns_),
      row_length_(std::min(columns_, static_cast<std::uint32_t>(route.ranks()) - row_ * columns_)) {
  const int me = index_of(self);
  for (int to = 0; to < route.ranks(); ++to) {
    if (to == me || route.next_hop(me, to) != to) { continue; }
    if (route.kind() == routing_kind::hypercube) {
      const auto across = static_cast<std::uint32_t>(me ^ to);
      of_bit_[static_cast<std::size_t>(std::countr_zero(across))] =
          static_cast<std::uint8_t>(neighbours_.size());
    }
    neighbours_.push_back(rank_id{to});
  }
  neighbours_.shrink_to_fit();
}

}  // namespace orujo
