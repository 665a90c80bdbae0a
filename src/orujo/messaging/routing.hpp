// Over which ranks does a message travel?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/settings.hpp"

namespace orujo {

/// In the order of the choices of the setting `routing`.
enum class routing_kind {
  direct,     ///< To the destination at once: a buffer for each rank.
  rook,       ///< Along a row, then along a column of a square of ranks: about 2 sqrt(P) buffers.
  hypercube,  ///< One bit of the rank's number after the other: about log2(P) buffers.
  automatic   ///< The one that suits the number of ranks: see suitable_routing().
};

/// Direct up to so many ranks; more have too many parcels with too little in each.
inline constexpr int most_direct_ranks = 32;

/// What `automatic` is for a team of `ranks`; other kinds stay what they are.
[[nodiscard]] constexpr routing_kind suitable_routing(routing_kind kind, int ranks) noexcept {
  if (kind != routing_kind::automatic) { return kind; }
  return ranks <= most_direct_ranks ? routing_kind::direct : routing_kind::rook;
}

[[nodiscard]] inline std::string_view name_of(routing_kind kind) {
  static constexpr std::string_view names[] = {"direct", "rook", "hypercube", "auto"};
  return names[static_cast<int>(kind)];
}

/// A graph of hops between the ranks of a team; any number of ranks. A value type; its functions
/// are pure, and the same on every rank.
class routing {
public:
  /// `ranks_per_host` as endpoint_place has it: where it is near the square's side, the rows of the
  /// square are hosts, so the first hop stays inside one, and ranks of one number on all hosts talk
  /// to each other.
  routing(routing_kind kind, int ranks, int ranks_per_host = 0) noexcept;

  /// The rank that a message at `from` for another rank `to` goes to next. Following it ends at
  /// `to` after at most most_hops() hops.
  [[nodiscard]] int next_hop(int from, int to) const noexcept;

  /// Whether some messages pass through ranks between.
  [[nodiscard]] bool has_relays() const noexcept { return most_hops() > 1; }
  [[nodiscard]] int most_hops() const noexcept;

  [[nodiscard]] routing_kind kind() const noexcept { return kind_; }
  [[nodiscard]] int ranks() const noexcept { return ranks_; }

private:
  routing_kind kind_;
  int ranks_;
  int columns_;  // of the square; its last row may be shorter
};

/// The hops of one rank, looked up instead of worked out.
/// Memory: two bytes for each rank, four for each neighbour.
class route_table {
public:
  route_table(const routing& route, rank_id self);

  [[nodiscard]] const routing& route() const noexcept { return route_; }

  /// The number, among the neighbours, of the one that messages for another rank `to` go to next.
  [[nodiscard]] std::size_t next_neighbour(std::size_t to) const noexcept { return next_[to]; }
  [[nodiscard]] rank_id neighbour(std::size_t number) const noexcept { return neighbours_[number]; }
  [[nodiscard]] std::size_t num_neighbours() const noexcept { return neighbours_.size(); }

private:
  routing route_;
  std::vector<std::uint16_t> next_;  // for each rank
  std::vector<rank_id> neighbours_;
};

/// What the settings say.
[[nodiscard]] inline routing_kind routing_of(const settings& values) noexcept {
  return static_cast<routing_kind>(values.choice_index(setting::routing));
}

}  // namespace orujo
