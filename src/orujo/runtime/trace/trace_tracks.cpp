// Gathers spans, and sorts them into tracks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/trace/trace_tracks.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// What one rank's clock shows more than that of rank 0, in nanoseconds; 0 on one host.
/// Off by what ranks leave a barrier one after the other.
std::int64_t clock_offset(rank_team& team) {
  if (all_max(team, team.transport().hosts()) == 1) { return 0; }
  constexpr std::size_t rounds = 9;
  std::vector<std::int64_t> differences;
  for (std::size_t i = 0; i < rounds; ++i) {
    barrier(team);
    const auto now = static_cast<std::int64_t>(trace_now());
    differences.push_back(now - broadcast(team, now));
  }
  const auto middle = differences.begin() + rounds / 2;
  std::nth_element(differences.begin(), middle, differences.end());
  return *middle;
}

/// Writes values and texts one behind the other.
class byte_writer {
public:
  template <message T>
  void put(const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  template <message T>
  void put_all(std::span<const T> values) {
    put(static_cast<std::uint64_t>(values.size()));
    const auto bytes = std::as_bytes(values);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

private:
  std::vector<std::byte> bytes_;
};

/// Reads what a byte_writer of the same program wrote.
class byte_reader {
public:
  explicit byte_reader(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <message T>
  T get() {
    T value{};
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }
  template <message T>
  std::vector<T> get_all() {
    const auto count = static_cast<std::size_t>(get<std::uint64_t>());
    std::vector<T> values = from_bytes<T>(rest_.first(count * sizeof(T)));
    rest_ = rest_.subspan(count * sizeof(T));
    return values;
  }
  std::string get_text() {
    const std::vector<char> letters = get_all<char>();
    return {letters.begin(), letters.end()};
  }

private:
  std::span<const std::byte> rest_;
};

void put_rates(byte_writer& out, std::vector<rank_rates> all, std::int64_t offset) {
  out.put(static_cast<std::uint64_t>(all.size()));
  for (rank_rates& each : all) {
    for (std::uint64_t& time : each.times) { time -= static_cast<std::uint64_t>(offset); }
    out.put_all(std::span<const char>(each.name));
    out.put_all(std::span<const char>(each.unit));
    out.put_all(std::span<const std::uint64_t>(each.times));
    out.put_all(std::span<const double>(each.rates));
  }
}

std::vector<rank_rates> take_rates(byte_reader& in) {
  std::vector<rank_rates> all(static_cast<std::size_t>(in.get<std::uint64_t>()));
  for (rank_rates& each : all) {
    each.name = in.get_text();
    each.unit = in.get_text();
    each.times = in.get_all<std::uint64_t>();
    each.rates = in.get_all<double>();
  }
  return all;
}

std::vector<std::byte> own_spans(rank_team& team, std::int64_t offset) {
  byte_writer out;
  const std::vector<span_name> names = all_span_names();
  out.put(static_cast<std::uint64_t>(names.size()));
  for (const span_name& each : names) {
    out.put_all(std::span<const char>(each.name));
    out.put_all(std::span<const char>(each.detail));
  }
  out.put(static_cast<std::uint64_t>(team.traces().size()));
  for (const trace_lane& lane : team.traces()) {
    std::vector<trace_slice> slices;
    for (const trace_event& each : lane.events()) {
      slices.push_back({each.begin - static_cast<std::uint64_t>(offset),
                        each.end - static_cast<std::uint64_t>(offset), each.detail,
                        static_cast<std::uint16_t>(each.kind)});
    }
    out.put(lane.dropped());
    out.put_all(std::span<const trace_slice>(slices));
  }
  put_rates(out, rates_of_rank(team), offset);
  return out.take();
}

/// Epochs may overlap: each goes on the first track that is free when it begins.
void add_epochs(rank_trace& rank, std::vector<trace_slice> epochs) {
  std::sort(epochs.begin(), epochs.end(),
            [](const trace_slice& a, const trace_slice& b) { return a.begin < b.begin; });
  std::vector<trace_track> tracks;
  for (const trace_slice& each : epochs) {
    const auto is_free = [&](const trace_track& track) {
      return track.slices.back().end <= each.begin;
    };
    auto at = std::find_if(tracks.begin(), tracks.end(), is_free);
    if (at == tracks.end()) { at = tracks.insert(at, {.title = "epochs", .slices = {}}); }
    at->slices.push_back(each);
  }
  std::move(tracks.begin(), tracks.end(), std::back_inserter(rank.tracks));
}

rank_trace sorted(std::span<const std::byte> bytes) {
  byte_reader in(bytes);
  rank_trace rank;
  rank.names.resize(static_cast<std::size_t>(in.get<std::uint64_t>()));
  for (trace_name& each : rank.names) {
    each.name = in.get_text();
    each.detail = in.get_text();
  }
  const auto workers = in.get<std::uint64_t>();
  std::vector<trace_slice> epochs;
  for (std::uint64_t w = 0; w < workers; ++w) {
    trace_track track{.title = fmt::format("worker {}", w), .is_worker = true, .slices = {}};
    track.dropped = in.get<std::uint64_t>();
    std::vector<trace_slice> all = in.get_all<trace_slice>();
    const auto first_epoch = std::stable_partition(all.begin(), all.end(), [](const auto& each) {
      return span_kind{each.name} != span_kind::epoch;
    });
    epochs.insert(epochs.end(), first_epoch, all.end());
    all.erase(first_epoch, all.end());
    track.slices = nested(std::move(all));
    rank.tracks.push_back(std::move(track));
  }
  add_epochs(rank, std::move(epochs));
  rank.rates = take_rates(in);
  return rank;
}

}  // namespace

std::vector<trace_slice> nested(std::vector<trace_slice> slices) {
  std::sort(slices.begin(), slices.end(), [](const trace_slice& a, const trace_slice& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<std::uint64_t> ends;  // of the slices around
  for (trace_slice& each : slices) {
    while (!ends.empty() && ends.back() <= each.begin) { ends.pop_back(); }
    if (!ends.empty()) { each.end = std::min(each.end, ends.back()); }
    ends.push_back(each.end);
  }
  return slices;
}

std::vector<rank_trace> gather_trace(rank_team& team) {
  const std::vector<std::byte> own = own_spans(team, clock_offset(team));
  std::vector<std::span<const std::byte>> letters(static_cast<std::size_t>(team.size()));
  letters.front() = own;
  std::vector<rank_trace> ranks;
  for (const std::vector<std::byte>& bytes : all_to_all_bytes(team, letters)) {
    if (team.rank() == rank_id{0}) { ranks.push_back(sorted(bytes)); }
  }
  return ranks;
}

}  // namespace orujo
