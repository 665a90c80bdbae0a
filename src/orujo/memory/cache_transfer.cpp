// A range is cut into one stretch for each home, contiguous there, and that into pieces that fit a
// message. In the buffer a piece is scattered: block after block of its home, with those of the
// other homes in between.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/cache_transfer.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <new>

#include <fmt/format.h>

#include "orujo/memory/delegate_request.hpp"
#include "orujo/memory/home_memory.hpp"
#include "orujo/memory/segment.hpp"

namespace orujo::cache_detail {

namespace {

constexpr std::size_t most_piece_bytes = 2048;

/// Bytes of elements that a message holds.
[[nodiscard]] std::size_t piece_room(const home_memory& here) {
  return (here.parcel_units() - 2) * sizeof(delegate_unit);
}

/// Elements [local, local + items) of the part of `home`.
struct piece {
  home_id home;
  std::uint64_t local;
  std::uint64_t items;
};

[[nodiscard]] place place_of(const range& what, const piece& part) {
  return advanced(what.base, static_cast<std::int64_t>(part.local * what.item_bytes));
}

/// Calls `visit(buffer offset, bytes)` for each stretch of a piece that is contiguous in the array.
template <typename Visit>
void for_each_stretch(const range& what, const piece& part, Visit&& visit) {
  const std::uint64_t homes = this_memory().num_homes();
  std::uint64_t local = part.local;
  const std::uint64_t end = part.local + part.items;
  while (local < end) {
    const std::uint64_t cycle = local / what.block_items;
    const std::uint64_t in_block = local % what.block_items;
    const std::uint64_t items = std::min(end - local, what.block_items - in_block);
    const std::uint64_t index = (cycle * homes + index_of(part.home)) * what.block_items + in_block;
    visit((index - what.first) * what.item_bytes, items * what.item_bytes);
    local += items;
  }
}

/// Copies a piece's elements, packed in `packed`, to their places in the buffer.
void scatter(const range& what, const piece& part, const std::byte* packed,
             std::span<std::byte> buffer) {
  for_each_stretch(what, part, [&](std::uint64_t offset, std::uint64_t bytes) {
    std::memcpy(buffer.data() + offset, packed, bytes);
    packed += bytes;
  });
}

void gather(const range& what, const piece& part, std::span<const std::byte> buffer,
            std::byte* packed) {
  for_each_stretch(what, part, [&](std::uint64_t offset, std::uint64_t bytes) {
    std::memcpy(packed, buffer.data() + offset, bytes);
    packed += bytes;
  });
}

/// Calls `visit(piece)` for each piece of the range; those of the own worker are not cut.
template <typename Visit>
void for_each_piece(const range& what, Visit&& visit) {
  const home_memory& here = this_memory();
  const std::uint64_t most =
      std::max<std::uint64_t>(1, std::min(piece_room(here), most_piece_bytes) / what.item_bytes);
  const auto items_before = [&](std::uint64_t end, std::uint32_t home) {
    return segment_shape{end, what.item_bytes, what.block_items}.items_at(home, here.num_homes());
  };
  const holding_homes holders = holders_of(what, here.num_homes());
  for (std::uint32_t i = 0; i < holders.count; ++i) {
    const std::uint32_t home = (holders.first + i) % here.num_homes();
    const std::uint64_t end = items_before(what.first + what.count, home);
    std::uint64_t local = items_before(what.first, home);
    const bool is_here = home_id{home} == here.home();
    while (local < end) {
      const std::uint64_t items = is_here ? end - local : std::min(most, end - local);
      visit(piece{home_id{home}, local, items});
      local += items;
    }
  }
}

/// Waits for all pieces of an acquisition.
struct acquisition {
  const range& what;
  std::span<std::byte> buffer;
  suspension complete;
  std::size_t missing = 1;  // one more than pieces on their way, until all have been asked for
};

class incoming_piece final : public bytes_answer {
public:
  incoming_piece(acquisition& all, const piece& part) : all_(all), part_(part) { ++all.missing; }

  void arrive(std::span<const std::byte> bytes) override {
    scatter(all_.what, part_, bytes.data(), all_.buffer);
    if (--all_.missing == 0) { all_.complete.signal(); }
  }

private:
  acquisition& all_;
  piece part_;
};

/// "Send me so many bytes from here on."
struct piece_question {
  delegate_unit unit;
  std::uint64_t answer;
  std::uint64_t bytes;

  void operator()(worker& self) const {
    home_memory& here = *memory_of(self);
    here.answer_bytes(answer, {here.bytes_at(place{rest_of(unit.head)}, bytes), bytes});
  }
};

void ask(const range& what, const piece& part, bytes_answer& answer) {
  constexpr std::size_t units = delegate_detail::request_units<piece_question>;
  const place where = place_of(what, part);
  delegate_unit* const room = this_memory().request(part.home, units);
  new (room) piece_question{delegate_detail::closure_unit_for<piece_question>(where),
                            address_of(&answer), part.items * what.item_bytes};
}

}  // namespace

void check_items(std::uint64_t item_bytes) {
  const home_memory& here = this_memory();
  const std::size_t room = piece_room(here);
  if (item_bytes <= room || here.num_homes() == 1) { return; }
  throw usage_error(
      fmt::format("cache: elements of {} bytes do not fit a parcel, which has room for {}; raise "
                  "parcel_bytes, or make them parts of several elements",
                  item_bytes, room));
}

void fetch(const range& what, std::span<std::byte> buffer) {
  acquisition all{.what = what, .buffer = buffer, .complete = {}};
  std::deque<incoming_piece> pieces;  // they do not move
  home_memory& here = this_memory();
  for_each_piece(what, [&](const piece& part) {
    if (part.home == here.home()) {
      const std::byte* own = here.bytes_at(place_of(what, part), part.items * what.item_bytes);
      scatter(what, part, own, buffer);
    } else {
      ask(what, part, pieces.emplace_back(all, part));
    }
  });
  if (--all.missing > 0) { all.complete.wait("the elements of a cache"); }
}

void store(const range& what, std::span<const std::byte> buffer) {
  home_memory& here = this_memory();
  join* const counter = enclosing_join();
  for_each_piece(what, [&](const piece& part) {
    const std::size_t bytes = part.items * what.item_bytes;
    const place where = place_of(what, part);
    if (part.home == here.home()) {
      gather(what, part, buffer, here.bytes_at(where, bytes));
    } else {
      delegate_unit* const room = here.counted_request(part.home, 1 + units_for(bytes), counter);
      room[0] = {head_of(request_kind::bytes, where), bytes};
      gather(what, part, buffer, reinterpret_cast<std::byte*>(&room[1]));
    }
  });
}

void store_and_wait(const range& what, std::span<const std::byte> buffer) {
  finish([&] { store(what, buffer); });
}

}  // namespace orujo::cache_detail
