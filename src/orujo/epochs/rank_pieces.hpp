// What each rank gave: pieces of an array, by rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace orujo {

/// A piece of elements from each rank, one behind the other in one array. Memory: that of the
/// elements and 8 bytes for each rank.
template <typename T>
class rank_pieces {
public:
  /// Goes over the pieces by rank.
  class iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::span<const T>;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    iterator() = default;
    iterator(const rank_pieces& pieces, std::size_t rank) : pieces_(&pieces), rank_(rank) {}
    [[nodiscard]] value_type operator*() const { return (*pieces_)[rank_]; }
    iterator& operator++() {
      ++rank_;
      return *this;
    }
    iterator operator++(int) { return {*pieces_, rank_++}; }
    [[nodiscard]] bool operator==(const iterator& other) const { return rank_ == other.rank_; }

  private:
    const rank_pieces* pieces_ = nullptr;
    std::size_t rank_ = 0;
  };

  /// Of no rank.
  rank_pieces() = default;
  /// The piece of rank r ends before element `ends[r]`, where that of the next begins.
  rank_pieces(std::vector<T> items, std::vector<std::size_t> ends)
      : items_(std::move(items)), ends_(std::move(ends)) {}

  /// How many ranks gave a piece.
  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  [[nodiscard]] std::span<const T> operator[](std::size_t rank) const {
    const std::size_t begin = rank > 0 ? ends_[rank - 1] : 0;
    return std::span(items_).subspan(begin, ends_[rank] - begin);
  }
  [[nodiscard]] iterator begin() const { return {*this, 0}; }
  [[nodiscard]] iterator end() const { return {*this, size()}; }

  /// All elements, by rank.
  [[nodiscard]] std::span<const T> items() const noexcept { return items_; }
  [[nodiscard]] std::vector<T> take_items() && noexcept { return std::move(items_); }
  /// Before which element the piece of each rank ends.
  [[nodiscard]] std::span<const std::size_t> ends() const noexcept { return ends_; }

  [[nodiscard]] bool operator==(const rank_pieces&) const = default;

private:
  std::vector<T> items_;
  std::vector<std::size_t> ends_;
};

}  // namespace orujo
