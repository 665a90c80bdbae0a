// Items travel to the ranks that own them, and answers come back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/piece_exchange.hpp"

namespace orujo {

/// Which of some items each rank owns. Memory, and cost but for a logarithm: of the items, not of
/// all ranks.
class owned_items {
public:
  /// `owners[i]` owns item i.
  owned_items(std::vector<rank_id> owners, int ranks)
      : owners_(std::move(owners)), order_(owners_.size()) {
    if (order_.size() < static_cast<std::size_t>(ranks)) {
      sort();
    } else {
      count(static_cast<std::size_t>(ranks));
    }
  }

  /// Calls `visit(rank, items)` for each rank that owns some, with their positions, ascending: by
  /// rank from `first` on, and around.
  template <typename Visit>
  void for_each_owner(rank_id first, Visit visit) const {
    const auto from = static_cast<std::size_t>(
        std::lower_bound(order_.begin(), order_.end(), first,
                         [&](std::size_t i, rank_id rank) { return owners_[i] < rank; }) -
        order_.begin());
    visit_range(from, order_.size(), visit);
    visit_range(0, from, visit);
  }

private:
  void sort() {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return owners_[a] < owners_[b]; });
  }
  void count(std::size_t ranks) {
    std::vector<std::size_t> next(ranks + 1);
    for (const rank_id each : owners_) { ++next[static_cast<std::size_t>(index_of(each)) + 1]; }
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      order_[next[static_cast<std::size_t>(index_of(owners_[i]))]++] = i;
    }
  }
  template <typename Visit>
  void visit_range(std::size_t at, std::size_t end, Visit& visit) const {
    while (at < end) {
      const rank_id owner = owners_[order_[at]];
      std::size_t behind = at + 1;
      while (behind < end && owners_[order_[behind]] == owner) { ++behind; }
      visit(owner, std::span(order_).subspan(at, behind - at));
      at = behind;
    }
  }

  std::vector<rank_id> owners_;
  std::vector<std::size_t> order_;
};

/// Which of `items` each rank owns: `owner_of(item)` says.
template <typename T, typename OwnerOf>
[[nodiscard]] owned_items by_owner(const rank_team& team, std::span<const T> items,
                                   OwnerOf owner_of) {
  std::vector<rank_id> owners;
  owners.reserve(items.size());
  for (const T& each : items) { owners.push_back(owner_of(each)); }
  return {std::move(owners), team.size()};
}

namespace epochs {

/// Sends each owner its items.
template <message T>
void send_to_owners(rank_team& team, piece_exchange& exchange, const owned_items& owned,
                    std::span<const T> items) {
  std::vector<T> sent;
  owned.for_each_owner(team.rank(), [&](rank_id owner, std::span<const std::size_t> positions) {
    sent.clear();
    for (const std::size_t i : positions) { sent.push_back(items[i]); }
    exchange.send(owner, std::as_bytes(std::span<const T>(sent)));
  });
}

/// Puts what has come behind `items`.
template <message T>
void append_items(std::vector<T>& items, std::span<const std::byte> bytes) {
  const std::size_t before = items.size();
  items.resize(before + bytes.size() / sizeof(T));
  if (!bytes.empty()) { std::memcpy(items.data() + before, bytes.data(), bytes.size()); }
}

}  // namespace epochs

/// Sends each of `items` to the rank that owns it, as `owner_of(item)` says. Returns those that
/// this rank owns, of all ranks: by rank, those of one in their order. Call: collective; worker 0,
/// outside on_workers(). Throws: peer_failed, interrupted_error. Cost: that of a piece_exchange.
template <message T, typename OwnerOf>
[[nodiscard]] std::vector<T> carry_to_owners(rank_team& team, std::span<const T> items,
                                             OwnerOf owner_of) {
  piece_exchange exchange(team);
  epochs::send_to_owners(team, exchange, by_owner(team, items, owner_of), items);
  std::vector<T> arrived;
  exchange.receive_all([&](rank_id /*from*/, std::span<const std::byte> bytes) {
    epochs::append_items(arrived, bytes);
  });
  return arrived;
}

/// Has each of `questions` answered by the rank that owns it, as `owner_of(question)` says, with
/// `answer(question)`. Returns the answers in the order of the questions. Call, throws: as
/// carry_to_owners. Cost: two piece_exchanges.
template <message Question, typename OwnerOf, typename Answer>
[[nodiscard]] auto ask_owners(rank_team& team, std::span<const Question> questions,
                              OwnerOf owner_of, Answer answer) {
  using answer_type = std::remove_cvref_t<decltype(answer(questions[0]))>;
  static_assert(message<answer_type> && !std::is_same_v<answer_type, bool>,
                "an answer is plain data that a message holds, but no bool");
  std::vector<answer_type> result(questions.size());
  std::vector<Question> asked;
  std::vector<std::size_t> places;
  std::vector<rank_id> owners;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const rank_id owner = owner_of(questions[i]);
    if (owner == team.rank()) {
      result[i] = answer(questions[i]);
    } else {
      asked.push_back(questions[i]);
      places.push_back(i);
      owners.push_back(owner);
    }
  }
  piece_exchange there(team);
  piece_exchange back(team);
  const owned_items owned(std::move(owners), team.size());
  epochs::send_to_owners(team, there, owned, std::span<const Question>(asked));
  there.receive_all([&](rank_id from, std::span<const std::byte> bytes) {
    std::vector<answer_type> answers;
    for (const Question& each : from_bytes<Question>(bytes)) { answers.push_back(answer(each)); }
    back.send(from, std::as_bytes(std::span<const answer_type>(answers)));
  });
  std::vector<answer_type> came;
  back.receive_all([&](rank_id /*from*/, std::span<const std::byte> bytes) {
    epochs::append_items(came, bytes);
  });
  std::size_t next = 0;
  owned.for_each_owner(rank_id{0}, [&](rank_id /*owner*/, std::span<const std::size_t> positions) {
    for (const std::size_t i : positions) { result[places[i]] = came[next++]; }
  });
  return result;
}

}  // namespace orujo
