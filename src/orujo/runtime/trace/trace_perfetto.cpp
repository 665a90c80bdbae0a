// Perfetto's own format: packets of Protocol Buffers. Fields are those of its
// protos/perfetto/trace/trace_packet.proto and track_event/*.proto.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include <fmt/format.h>

#include "orujo/runtime/trace/trace_file.hpp"

namespace orujo {

namespace {

constexpr std::size_t perfetto_block_bytes = std::size_t{1} << 20U;

/// One message of Protocol Buffers.
class proto_message {
public:
  void add(std::uint32_t field, std::uint64_t value) {
    put_varint(std::uint64_t{field} << 3U);
    put_varint(value);
  }
  void add(std::uint32_t field, std::string_view bytes) {
    put_varint((std::uint64_t{field} << 3U) | 2U);
    put_varint(bytes.size());
    bytes_ += bytes;
  }
  void add(std::uint32_t field, const proto_message& part) { add(field, part.bytes_); }

  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
  void clear() noexcept { bytes_.clear(); }

private:
  void put_varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7U) { bytes_ += static_cast<char>(value | 128U); }
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

// Fields of TracePacket.
constexpr std::uint32_t timestamp = 8;
constexpr std::uint32_t trusted_packet_sequence_id = 10;
constexpr std::uint32_t track_event = 11;
constexpr std::uint32_t interned_data = 12;
constexpr std::uint32_t sequence_flags = 13;
constexpr std::uint32_t track_descriptor = 60;
// Values of sequence_flags.
constexpr std::uint64_t names_begin_anew = 1;
constexpr std::uint64_t needs_names = 2;
// Values of TrackEvent.type.
constexpr std::uint64_t slice_begins = 1;
constexpr std::uint64_t slice_ends = 2;
constexpr std::uint64_t counter_changes = 4;

class packet_writer {
public:
  explicit packet_writer(output_file& file) : file_(file) {}

  void add(const proto_message& packet) {
    blocks_.add(1, packet);
    if (blocks_.bytes().size() >= perfetto_block_bytes) { flush(); }
  }
  void flush() {
    file_.write(blocks_.bytes());
    blocks_.clear();
  }

private:
  output_file& file_;
  proto_message blocks_;
};

/// Writes one rank: a process, its tracks, and its slices as one sequence of packets.
class rank_writer {
public:
  rank_writer(const rank_trace& rank, std::size_t index, packet_writer& out)
      : rank_(rank), pid_(index + 1), out_(out) {}

  void write() {
    add_process();
    add_names();
    for (std::size_t t = 0; t < rank_.tracks.size(); ++t) {
      add_track(t);
      add_slices(t);
    }
    for (std::size_t i = 0; i < rank_.rates.size(); ++i) { add_rates(rank_.tracks.size() + i, i); }
  }

private:
  // Any numbers that are different for all processes and tracks of a trace.
  [[nodiscard]] std::uint64_t process_uuid() const noexcept { return std::uint64_t{pid_} << 32U; }
  [[nodiscard]] std::uint64_t track_uuid(std::size_t track) const noexcept {
    return process_uuid() + 1 + track;
  }

  void add_process() {
    proto_message process;
    process.add(1, pid_);
    process.add(6, fmt::format("rank {}", pid_ - 1));
    proto_message descriptor;
    descriptor.add(1, process_uuid());
    descriptor.add(3, process);
    add_packet(track_descriptor, descriptor);
  }

  void add_track(std::size_t index) {
    const trace_track& track = rank_.tracks[index];
    std::string title = track.title;
    if (track.dropped > 0) { title += fmt::format(" ({} older spans dropped)", track.dropped); }
    proto_message descriptor;
    descriptor.add(1, track_uuid(index));
    if (track.is_worker) {
      proto_message thread;
      thread.add(1, pid_);
      thread.add(2, pid_ * 10000 + index + 1);  // as the system numbers threads: once
      thread.add(5, title);
      descriptor.add(4, thread);
    } else {
      descriptor.add(2, title);
      descriptor.add(5, process_uuid());
    }
    add_packet(track_descriptor, descriptor);
  }

  /// Slices name their names by number.
  void add_names() {
    proto_message names;
    for (std::size_t i = 0; i < rank_.names.size(); ++i) {
      names.add(2, numbered(i, rank_.names[i].name));
      if (!rank_.names[i].detail.empty()) { names.add(3, numbered(i, rank_.names[i].detail)); }
    }
    proto_message packet;
    packet.add(trusted_packet_sequence_id, pid_);
    packet.add(sequence_flags, names_begin_anew | needs_names);
    packet.add(interned_data, names);
    out_.add(packet);
  }
  static proto_message numbered(std::size_t index, std::string_view text) {
    proto_message name;
    name.add(1, index + 1);
    name.add(2, text);
    return name;
  }

  void add_slices(std::size_t index) {
    std::vector<std::uint64_t> ends;  // of the slices that are open
    const auto close = [&] {
      add_event(ends.back(), slice_ends, index, nullptr);
      ends.pop_back();
    };
    for (const trace_slice& each : rank_.tracks[index].slices) {
      while (!ends.empty() && ends.back() <= each.begin) { close(); }
      add_event(each.begin, slice_begins, index, &each);
      ends.push_back(each.end);
    }
    while (!ends.empty()) { close(); }
  }

  void add_event(std::uint64_t when, std::uint64_t type, std::size_t track,
                 const trace_slice* slice) {
    event_.clear();
    event_.add(9, type);
    event_.add(11, track_uuid(track));
    if (slice != nullptr) {
      const std::uint64_t name = std::uint64_t{slice->name} + 1;
      event_.add(10, name);
      if (!rank_.names[slice->name].detail.empty()) {
        part_.clear();
        part_.add(1, name);
        part_.add(3, std::uint64_t{slice->detail});
        event_.add(4, part_);
      }
    }
    packet_.clear();
    packet_.add(timestamp, when);
    packet_.add(trusted_packet_sequence_id, pid_);
    packet_.add(sequence_flags, needs_names);
    packet_.add(track_event, event_);
    out_.add(packet_);
  }

  /// A track of its own, whose values are whole numbers.
  void add_rates(std::size_t track, std::size_t index) {
    const rank_rates& rates = rank_.rates[index];
    proto_message counter;
    counter.add(6, "per second");
    proto_message descriptor;
    descriptor.add(1, track_uuid(track));
    descriptor.add(2, rates.name + " per second");
    descriptor.add(5, process_uuid());
    descriptor.add(8, counter);
    add_packet(track_descriptor, descriptor);
    for (std::size_t i = 0; i < rates.times.size(); ++i) {
      event_.clear();
      event_.add(9, counter_changes);
      event_.add(11, track_uuid(track));
      event_.add(30, static_cast<std::uint64_t>(rates.rates[i]));
      packet_.clear();
      packet_.add(timestamp, rates.times[i]);
      packet_.add(trusted_packet_sequence_id, pid_);
      packet_.add(track_event, event_);
      out_.add(packet_);
    }
  }

  void add_packet(std::uint32_t field, const proto_message& part) {
    proto_message packet;
    packet.add(trusted_packet_sequence_id, pid_);
    packet.add(field, part);
    out_.add(packet);
  }

  const rank_trace& rank_;
  std::uint64_t pid_;
  packet_writer& out_;
  proto_message packet_;  // their memory is used again
  proto_message event_;
  proto_message part_;
};

}  // namespace

void write_perfetto_trace(std::span<const rank_trace> ranks, output_file& file) {
  packet_writer out(file);
  for (std::size_t r = 0; r < ranks.size(); ++r) { rank_writer(ranks[r], r, out).write(); }
  out.flush();
}

}  // namespace orujo
