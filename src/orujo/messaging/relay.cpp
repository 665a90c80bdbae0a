// Runs of messages with their destinations.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/relay.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace orujo {

relay::relay(rank_team& team, relay_client& client, parcel_exit& exit, const options& how)
    : team_(team),
      client_(client),
      exit_(exit),
      routes_(how.routes),
      message_bytes_(how.layout.bytes),
      is_whole_(how.layout.is_whole),
      alignment_(std::max(how.layout.alignment, alignof(run_header))),
      header_bytes_(aligned(sizeof(run_header))),
      homes_per_rank_(how.homes_per_rank),
      parcel_bytes_(team.transport().pool(0).payload_bytes()) {
  for (int w = 0; w < team.num_workers(); ++w) {
    outgoing_.emplace_back(neighbours(), capacity(), how.policy());
  }
  port_number_ = team.open_port(*this);
}

relay::~relay() { team_.close_port(port_number_); }

std::size_t relay::capacity() const noexcept {
  return parcel_bytes_ < header_bytes_ ? 0 : (parcel_bytes_ - header_bytes_) / message_bytes_;
}

report_row relay::describe() const {
  return {"routing",
          std::string(name_of(routes_.route().kind())),
          {{"hops", static_cast<double>(routes_.route().most_hops()), "at most"},
           {"neighbours", static_cast<double>(neighbours()), "ranks"}}};
}

std::byte* relay::reserve(worker& self, std::size_t destination, std::size_t messages) {
  const std::size_t hop = routes_.next_neighbour(destination / homes_per_rank_);
  const auto number = static_cast<std::uint32_t>(destination);
  hop_lanes& lanes = lanes_of(self);
  lane& box = lanes[hop];
  // Handlers that run while the producer waits may begin and fill another parcel.
  do {
    if (box.buffer != nullptr) {
      if (std::byte* const room = append(box, number, messages)) { return room; }
      seal(self, hop, lanes.take(hop), metric::flushes_full);
    }
    exit_.wait_for_room(self, routes_.neighbour(hop));
  } while (box.buffer != nullptr);
  lanes.begin(hop, exit_.open(self), self.buffered_epoch());
  if (exit_.is_crowded(self)) {
    lanes.evict([&](std::size_t other) { return other == hop; },
                [&](std::size_t other, const lane& old) {
                  seal(self, other, old, metric::flushes_evicted);
                });
  }
  return append(box, number, messages);
}

/// nullptr: no room.
std::byte* relay::append(lane& box, std::uint32_t destination, std::size_t messages) const {
  std::byte* const payload = box.buffer->payload();
  const std::size_t bytes = messages * message_bytes_;
  run_header last{};
  if (box.in_runs > 0) { std::memcpy(&last, payload + box.run, sizeof last); }
  std::size_t start = box.used;
  if (box.in_runs == 0 || last.destination != destination) {
    const std::size_t run = aligned(box.used);
    start = run + header_bytes_;
    if (start + bytes > parcel_bytes_) { return nullptr; }
    box.run = static_cast<std::uint32_t>(run);
    last = {destination, 0};
  } else if (start + bytes > parcel_bytes_) {
    return nullptr;
  }
  last.messages += static_cast<std::uint32_t>(messages);
  std::memcpy(payload + box.run, &last, sizeof last);
  box.in_runs += static_cast<std::uint32_t>(messages);
  box.used = static_cast<std::uint32_t>(start + bytes);
  return payload + start;
}

void relay::seal(worker& self, std::size_t hop, const lane& box, metric why) {
  parcel* const full = box.buffer;
  full->label.bytes = box.used;
  full->label.port = port_number_;
  full->label.worker = any_worker;
  exit_.close(self);
  self.metrics.add(why);
  exit_.post(self, routes_.neighbour(hop), full, box.messages());
}

void relay::flush(worker& self, flush_reason reason) {
  lanes_of(self).flush(
      reason, [&](std::size_t hop, const lane& box, metric why) { seal(self, hop, box, why); });
}

void relay::receive(worker& self, parcel& buffer) {
  std::uint64_t messages = 0;
  self.handle(buffer.label.epoch, [&] { messages = take_runs(self, buffer); });
  self.count_handled(buffer.label.epoch, messages);
}

std::uint64_t relay::take_runs(worker& self, parcel& buffer) {
  const auto me = static_cast<std::size_t>(index_of(team_.rank()));
  std::byte* const payload = buffer.payload();
  std::byte* packed = payload;  // behind the messages for this worker
  std::uint64_t messages = 0;
  for (std::size_t at = 0; at < buffer.label.bytes; at = aligned(at)) {
    run_header run{};
    std::memcpy(&run, payload + at, sizeof run);
    at += header_bytes_;
    const std::size_t bytes = run.messages * message_bytes_;
    const std::size_t home = run.destination % homes_per_rank_;
    const bool is_here = run.destination / homes_per_rank_ == me;
    if (is_here && (homes_per_rank_ == 1 || home == static_cast<std::size_t>(self.index()))) {
      std::memmove(packed, payload + at, bytes);  // over headers that have been read
      packed += bytes;
    } else {
      forward(self, run, payload + at);
    }
    messages += run.messages;
    at += bytes;
  }
  if (packed != payload) {
    client_.take_relayed(self, buffer, static_cast<std::size_t>(packed - payload) / message_bytes_);
  }
  return messages;
}

void relay::forward(worker& self, const run_header& run, const std::byte* messages) {
  const bool is_here =
      run.destination / homes_per_rank_ == static_cast<std::size_t>(index_of(team_.rank()));
  // A run is at most a parcel here too: they are of one size on all ranks.
  std::byte* const room = is_here ? client_.room_for(self, run.destination, run.messages)
                                  : reserve(self, run.destination, run.messages);
  std::memcpy(room, messages, run.messages * message_bytes_);
  if (is_here) { return; }
  const std::size_t whole = is_whole_ ? run.messages : client_.messages_in(messages, run.messages);
  self.metrics.add(metric::messages_forwarded, whole);
}

}  // namespace orujo
