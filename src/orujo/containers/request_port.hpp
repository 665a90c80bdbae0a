// Requests to the tables of a container: how they reach the home of a key.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "orujo/containers/wire.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/tasks/closure_table.hpp"
#include "orujo/tasks/scheduler.hpp"

namespace orujo {

/// Before each request: the code that serves it, a row of the closure table, and whether a finish
/// counts the request.
struct request_head {
  std::uint32_t code;
};
inline constexpr std::uint32_t counted_request = std::uint32_t{1} << 31U;

/// What is left of a parcel of requests.
struct request_batch {
  void* container;
  const record_unit* at;
  const record_unit* end;
  std::size_t served;

  /// One request. Throws: transport_error if it does not lie whole in the parcel.
  struct item {
    std::uint32_t code;
    const std::byte* tail;
    const record_unit* next;
  };
  [[nodiscard]] item read(const record_unit* from) const {
    using layout = record_layout<request_head>;
    layout::length bytes = 0;
    std::memcpy(&bytes, from->bytes, sizeof bytes);
    const auto left = static_cast<std::size_t>(end - from) * sizeof(record_unit);
    if (bytes < layout::tail_at || bytes > left) [[unlikely]] { refuse_records(); }
    std::uint32_t code = 0;
    std::memcpy(&code, from->bytes + layout::head_at, sizeof code);
    return {code, from->bytes + layout::tail_at, from + layout::units(bytes - layout::tail_at)};
  }
};

/// Brings requests of one container to the workers that hold its tables. Code of the closure table
/// serves all requests of its kind that follow each other in a parcel. What it throws ends the
/// team.
class request_port final : public record_buffers<request_head> {
public:
  /// Call: collective. `container` is handed to the code.
  request_port(rank_team& team, const std::string& name, void* container);
  ~request_port() override;

  /// Room for a request of `code` with so many bytes to worker number `home` of the team, to be
  /// written at once. Call: a worker, in an epoch. Throws: usage_error if a parcel cannot hold it.
  [[nodiscard]] std::byte* reserve(worker& self, std::size_t home, std::uint32_t code,
                                   std::size_t tail_bytes) {
    const std::size_t units = layout::units(tail_bytes);
    if (units > capacity()) [[unlikely]] { refuse_tail(tail_bytes); }
    message_lane<record_unit>& box = lanes_of(self)[home];
    const bool has_room = static_cast<std::size_t>(box.end - box.next) >= units;
    record_unit* const room =
        has_room ? std::exchange(box.next, box.next + units) : room_beside(self, home, units);
    room[units - 1] = {};  // what is behind the tail
    const auto bytes = static_cast<layout::length>(layout::tail_at + tail_bytes);
    std::memcpy(room->bytes, &bytes, sizeof bytes);
    std::memcpy(room->bytes + layout::head_at, &code, sizeof code);
    ++counts_of(self).sent;
    return room->bytes + layout::tail_at;
  }

  /// The number of this container, the same on every rank.
  [[nodiscard]] std::uint32_t number() const noexcept { return port_number_; }
  [[nodiscard]] void* container() const noexcept { return container_; }

  void receive(worker& self, parcel& buffer) override;

  /// Serves requests that came, or were kept; returns how many there were. Call: a handler.
  std::size_t serve(worker& self, std::span<const record_unit> units);

private:
  void handle_own(worker& /*self*/, std::span<const record_unit> /*units*/) override {}
  void handle_arrived(worker& self, std::span<const record_unit> units) override;

  void* container_;
};

/// The number of a worker in its team.
[[nodiscard]] inline std::size_t home_number_of(const worker& self) noexcept {
  const rank_team& team = self.team();
  return static_cast<std::size_t>(index_of(team.rank()) * team.num_workers() + self.index());
}

/// What a row of the closure table holds for requests: `Serve` has a static `run(worker&, batch)`,
/// which takes at least one request out of the batch.
template <typename Serve>
struct request_code {
  request_batch* batch;
  void operator()(worker& self) const { Serve::run(self, *batch); }
};

/// The number that requests served by `Serve` carry.
template <typename Serve>
[[nodiscard]] std::uint32_t request_number() {
  return closure_row<request_code<Serve>>.number();
}

/// A container by a name that travels: plain data, which closures of tasks capture. `Opened` is the
/// type that opened the port, of which `Container` is made.
template <typename Container, typename Opened = Container>
class container_name {
public:
  explicit container_name(std::uint32_t number) : number_(number) {}

  /// The container on the calling worker's rank. Call: a task or a handler, while it is open.
  [[nodiscard]] Container& here() const noexcept {
    auto* const found = static_cast<request_port*>(this_worker().team().find_port(number_));
    return static_cast<Container&>(*static_cast<Opened*>(found->container()));
  }
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }

private:
  std::uint32_t number_;
};

}  // namespace orujo
