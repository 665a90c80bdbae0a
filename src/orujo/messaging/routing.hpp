// Over which ranks does a message travel?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
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
  /// Of the square.
  [[nodiscard]] int columns() const noexcept { return columns_; }

private:
  routing_kind kind_;
  int ranks_;
  int columns_;  // of the square; its last row may be shorter
};

/// The neighbours of one rank, that its messages go to next: found without a division.
/// Memory: four bytes for each neighbour.
class route_table {
public:
  route_table(const routing& route, rank_id self);

  [[nodiscard]] const routing& route() const noexcept { return route_; }

  /// The number, among the neighbours, of the one that messages for another rank `to` go to next.
  [[nodiscard]] std::size_t next_neighbour(std::size_t to) const noexcept {
    const auto number = static_cast<std::uint32_t>(to);
    if (route_.kind() == routing_kind::rook) { return next_in_square(number); }
    return route_.kind() == routing_kind::hypercube ? next_in_cube(number)
                                                    : number - (number > me_ ? 1 : 0);
  }
  [[nodiscard]] rank_id neighbour(std::size_t number) const noexcept { return neighbours_[number]; }
  [[nodiscard]] std::size_t num_neighbours() const noexcept { return neighbours_.size(); }

private:
  static constexpr std::size_t most_bits = 16;  // of a rank's number

  [[nodiscard]] std::size_t next_in_square(std::uint32_t to) const noexcept;
  [[nodiscard]] std::size_t next_in_cube(std::uint32_t to) const noexcept;

  routing route_;
  std::uint32_t me_;
  // Of a square. The neighbours are those above in the column, the row, those below in the column.
  std::uint32_t columns_;
  std::uint64_t row_factor_;  // 2^32 / columns, rounded up: n * it / 2^32 is the row of n < 2^16
  std::uint32_t row_;
  std::uint32_t column_;
  std::uint32_t row_length_;
  std::array<std::uint8_t, most_bits> of_bit_{};  // the neighbour across each bit, in a cube
  std::vector<rank_id> neighbours_;               // ascending
};

inline std::size_t route_table::next_in_square(std::uint32_t to) const noexcept {
  const auto row = static_cast<std::uint32_t>(to * row_factor_ >> 32U);
  const std::uint32_t column = to - row * columns_;
  // To the own row, unless the column is the right one already, or a last row lacks it.
  if (row != row_ && (column == column_ || column >= row_length_)) {
    return row < row_ ? row : row + row_length_ - 2;
  }
  return row_ + column - (column > column_ ? 1 : 0);
}

inline std::size_t route_table::next_in_cube(std::uint32_t to) const noexcept {
  const std::uint32_t surplus = me_ & ~to;
  return of_bit_[static_cast<std::size_t>(std::countr_zero(surplus != 0 ? surplus : to & ~me_))];
}

/// What the settings say.
[[nodiscard]] inline routing_kind routing_of(const settings& values) noexcept {
  return static_cast<routing_kind>(values.choice_index(setting::routing));
}

}  // namespace orujo
