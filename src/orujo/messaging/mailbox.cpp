// Cuts byte strings into parcels and puts them together again, in whatever order they arrive.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/mailbox.hpp"

#include <algorithm>
#include <cstring>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

namespace {

/// In front of each piece of a letter.
struct piece_label {
  std::uint64_t sequence;
  std::uint64_t total;   ///< Bytes of the whole letter.
  std::uint64_t offset;  ///< Where in it this piece belongs.
};

}  // namespace

void mailbox::send(rank_id to, std::uint64_t sequence, std::span<const std::byte> bytes) {
  worker& self = team_.worker_at(0);
  parcel_pools& pools = team_.transport().pools(0);
  const std::size_t room = pools.full().payload_bytes() - sizeof(piece_label);
  std::size_t offset = 0;
  do {
    const std::size_t length = std::min(room, bytes.size() - offset);
    parcel* const buffer = pools.allocate(sizeof(piece_label) + length);  // most letters are short
    const piece_label label{sequence, bytes.size(), offset};
    std::memcpy(buffer->payload(), &label, sizeof label);
    if (length > 0) {
      std::memcpy(buffer->payload() + sizeof label, bytes.data() + offset, length);
    }
    buffer->label.bytes = static_cast<std::uint32_t>(sizeof label + length);
    buffer->label.port = port_number;
    team_.post(self, to, buffer);
    team_.give_way(self);
    offset += length;
  } while (offset < bytes.size());
}

std::vector<std::byte> mailbox::receive(rank_id from, std::uint64_t sequence) {
  worker& self = team_.worker_at(0);
  const letter_key key{sequence, index_of(from)};
  self.idle.reset();
  while (true) {
    {
      const std::lock_guard guard(mutex_);
      const auto found = letters_.find(key);
      if (found != letters_.end() && found->second.arrived == found->second.expected) {
        std::vector<std::byte> bytes = std::move(found->second.bytes);
        letters_.erase(found);
        return bytes;
      }
    }
    team_.progress_or_wait(self);
  }
}

void mailbox::receive(worker& /*self*/, parcel& buffer) {
  piece_label label{};
  std::memcpy(&label, buffer.payload(), sizeof label);
  const std::size_t length = buffer.label.bytes - sizeof label;
  const std::lock_guard guard(mutex_);
  letter& whole = letters_[{label.sequence, buffer.label.source}];
  whole.expected = label.total;
  whole.bytes.resize(label.total);
  if (length > 0) {
    std::memcpy(whole.bytes.data() + label.offset, buffer.payload() + sizeof label, length);
  }
  whole.arrived += length;
}

}  // namespace orujo
