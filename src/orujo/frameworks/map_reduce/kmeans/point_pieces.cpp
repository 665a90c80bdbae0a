// Rows go to their ranks a stretch at a time, so that few are there twice.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/point_pieces.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/block_partition.hpp"

namespace orujo::points {

namespace {

/// Gives the rows of pieces in their order, and the memory of those that are through back.
template <typename T>
class row_taker {
public:
  explicit row_taker(point_pieces<T>& rows) : rows_(rows) {}

  /// Calls `take(values)` for stretches of the next `count` rows.
  template <typename Take>
  void take(std::size_t count, Take take) {
    for (std::size_t left = count * rows_.dimensions; left > 0;) {
      huge_array<T>& piece = rows_.pieces[piece_];
      const std::size_t some = std::min(left, piece.size() - taken_);
      take(std::as_const(piece).span().subspan(taken_, some));
      left -= some;
      taken_ += some;
      if (taken_ < piece.size()) { continue; }
      piece = huge_array<T>();
      ++piece_;
      taken_ = 0;
    }
  }

private:
  point_pieces<T>& rows_;
  std::size_t piece_ = 0;
  std::size_t taken_ = 0;  // values of this piece
};

/// Which rows each rank has read, and which it is to have.
struct row_ranges {
  std::vector<std::uint64_t> read;  ///< The first row of each rank, then how many there are.
  block_partition wanted;

  [[nodiscard]] std::uint64_t count(std::size_t rank) const { return read[rank + 1] - read[rank]; }
  /// Rows of round number `round` that `from` has read and `to` is to have.
  [[nodiscard]] index_range moved(std::size_t from, rank_id to, const index_range& round) const {
    const std::uint64_t begin = read[from] + std::min(count(from), round.first);
    const std::uint64_t end = read[from] + std::min(count(from), round.last);
    const std::uint64_t first = wanted.first(to);
    const std::uint64_t last = first + wanted.size(to);
    return {std::clamp(first, begin, end), std::clamp(last, begin, end)};
  }
};

row_ranges ranges_of(rank_team& team, std::uint64_t own) {
  const std::vector<std::uint64_t> counts = all_gather(team, own);
  row_ranges ranges{.read = {0}, .wanted = {}};
  for (const std::uint64_t each : counts) { ranges.read.push_back(ranges.read.back() + each); }
  ranges.wanted = block_partition::even(ranges.read.back(), team.size());
  return ranges;
}

/// The values of the rows in `some`, out of those that begin with row `first`.
template <typename T>
std::span<const T> rows_in(const index_range& some, std::uint64_t first, std::span<const T> values,
                           std::size_t dimensions) {
  return values.subspan((some.first - first) * dimensions, (some.last - some.first) * dimensions);
}

template <typename T>
class row_exchange {
public:
  row_exchange(rank_team& team, point_pieces<T>& rows, const row_ranges& ranges,
               point_blocks<T>& into)
      : team_(team),
        own_(static_cast<std::size_t>(index_of(team.rank()))),
        taker_(rows),
        ranges_(ranges),
        into_(into) {}

  /// Rows `round` of those that each rank has read go where they belong.
  void run(const index_range& round) {
    const auto ranks = static_cast<std::size_t>(team_.size());
    std::vector<std::vector<T>> outgoing(ranks);
    std::uint64_t row = ranges_.read[own_] + std::min(ranges_.count(own_), round.first);
    const std::uint64_t end = ranges_.read[own_] + std::min(ranges_.count(own_), round.last);
    taker_.take(end - row, [&](std::span<const T> values) {
      const index_range all{row, row + values.size() / into_.dimensions()};
      for (std::size_t to = 0; to < ranks; ++to) {
        const index_range part =
            common(ranges_.moved(own_, rank_id{static_cast<int>(to)}, round), all);
        const auto moved = rows_in(part, row, values, into_.dimensions());
        if (to == own_) {
          into_.put(part.first - into_.first(), moved);
        } else {
          outgoing[to].insert(outgoing[to].end(), moved.begin(), moved.end());
        }
      }
      row = all.last;
    });
    if (ranks == 1) { return; }
    const std::vector<std::vector<T>> arrived = all_to_all_v(team_, outgoing);
    for (std::size_t from = 0; from < ranks; ++from) {
      if (from == own_ || arrived[from].empty()) { continue; }
      const index_range part = ranges_.moved(from, team_.rank(), round);
      into_.put(part.first - into_.first(), arrived[from]);
    }
  }

private:
  [[nodiscard]] static index_range common(const index_range& some, const index_range& all) {
    return {std::clamp(some.first, all.first, all.last),
            std::clamp(some.last, all.first, all.last)};
  }

  rank_team& team_;
  std::size_t own_;
  row_taker<T> taker_;
  const row_ranges& ranges_;
  point_blocks<T>& into_;
};

}  // namespace

point_share equal_share(const rank_team& team, std::uint64_t total, std::size_t dimensions) {
  const auto wanted = block_partition::even(total, team.size());
  return {.dimensions = dimensions,
          .count = static_cast<std::size_t>(wanted.size(team.rank())),
          .first = wanted.first(team.rank()),
          .total = total};
}

void require_room_for_points(rank_team& team, std::uint64_t bytes, const std::string& path) {
  require_memory_everywhere(team, bytes, fmt::format("the points of {}", path));
}

template <typename T>
point_blocks<T> shared_out(rank_team& team, point_pieces<T> rows, const std::string& path) {
  const row_ranges ranges = ranges_of(team, rows.values() / rows.dimensions);
  const point_share share = equal_share(team, ranges.read.back(), rows.dimensions);
  constexpr std::size_t values_at_once = (std::size_t{4} << 20U) / sizeof(T);
  const std::uint64_t rows_at_once = std::max<std::uint64_t>(1, values_at_once / rows.dimensions);
  // Pieces go while the blocks fill.
  const std::uint64_t bytes = point_blocks<T>::bytes_for(share);
  require_room_for_points(team, bytes - std::min(bytes, std::uint64_t{rows.values() * sizeof(T)}),
                          path);
  point_blocks<T> blocks(share);
  row_exchange<T> exchange(team, rows, ranges, blocks);
  std::uint64_t most = 0;
  for (std::size_t r = 0; r + 1 < ranges.read.size(); ++r) {
    most = std::max(most, ranges.count(r));
  }
  for (std::uint64_t done = 0; done < most; done += rows_at_once) {
    exchange.run({done, done + rows_at_once});
  }
  return blocks;
}

template point_blocks<float> shared_out(rank_team&, point_pieces<float>, const std::string&);
template point_blocks<double> shared_out(rank_team&, point_pieces<double>, const std::string&);

}  // namespace orujo::points
