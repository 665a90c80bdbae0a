// Pieces in letters that carry many.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/piece_exchange.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace orujo {

piece_exchange::piece_exchange(rank_team& team)
    : mail_(team.mail()),
      span_(team.worker_at(0).trace, span_kind::collective),
      size_(static_cast<unsigned>(team.size())),
      me_(static_cast<unsigned>(index_of(team.rank()))),
      steps_(mail_.next_sequence()),
      direct_(mail_.next_sequence()),
      letters_(static_cast<std::size_t>(std::bit_width(size_ - 1))) {
  team.worker_at(0).metrics.add(metric::collectives);
}

void piece_exchange::send(rank_id to, std::span<const std::byte> bytes) {
  if (bytes.empty()) { return; }
  const auto me = static_cast<std::uint16_t>(me_);
  const auto destination = static_cast<std::uint16_t>(index_of(to));
  if (destination == me) {
    arrive(me, bytes);
  } else if (bytes.size() <= most_carried_bytes) {
    pass_on({me, destination, static_cast<std::uint16_t>(bytes.size())}, bytes);
  } else {
    pass_on({me, destination, announced}, {});
    mail_.send(to, direct_, bytes);
  }
}

void piece_exchange::receive() {
  for (std::size_t step = letters_.size(); step > 0; --step) {
    const unsigned distance = 1U << (step - 1);
    mail_.send(rank_at((me_ + distance) % size_), steps_, std::exchange(letters_[step - 1], {}));
    take(mail_.receive(rank_at((me_ + size_ - distance) % size_), steps_));
  }
  for (const std::uint16_t from : announced_) {
    arrive_large(from, mail_.receive(rank_at(from), direct_));
  }
  std::sort(arrived_.begin(), arrived_.end(),
            [](const arrived_piece& a, const arrived_piece& b) { return a.from < b.from; });
}

void piece_exchange::arrive(std::uint16_t from, std::span<const std::byte> bytes) {
  if (bytes.size() > most_carried_bytes) {
    return arrive_large(from, {bytes.begin(), bytes.end()});
  }
  arrived_.push_back(
      {from, static_cast<std::uint16_t>(bytes.size()), static_cast<std::uint32_t>(small_.size())});
  small_.insert(small_.end(), bytes.begin(), bytes.end());
}

void piece_exchange::arrive_large(std::uint16_t from, std::vector<std::byte> bytes) {
  arrived_.push_back({from, announced, static_cast<std::uint32_t>(large_.size())});
  large_.push_back(std::move(bytes));
}

void piece_exchange::pass_on(const piece_head& head, std::span<const std::byte> bytes) {
  const unsigned distance = (head.destination + size_ - me_) % size_;
  std::vector<std::byte>& letter = letters_[static_cast<std::size_t>(std::bit_width(distance)) - 1];
  const auto label = std::as_bytes(std::span(&head, 1));
  letter.insert(letter.end(), label.begin(), label.end());
  letter.insert(letter.end(), bytes.begin(), bytes.end());
}

void piece_exchange::take(std::span<const std::byte> letter) {
  while (!letter.empty()) {
    piece_head head{};
    std::memcpy(&head, letter.data(), sizeof head);
    const bool is_large = head.bytes == announced;
    const auto bytes = letter.subspan(sizeof head, is_large ? 0 : head.bytes);
    letter = letter.subspan(sizeof head + bytes.size());
    if (head.destination != me_) {
      pass_on(head, bytes);
    } else if (is_large) {
      announced_.push_back(head.source);
    } else {
      arrive(head.source, bytes);
    }
  }
}

}  // namespace orujo
