// The order in which ranks run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/virtual_time/virtual_clocks.hpp"

#include <algorithm>

#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"

namespace orujo {

virtual_clocks::virtual_clocks(int ranks, std::uint64_t seed)
    : clocks_(static_cast<std::size_t>(ranks)), seed_(mix64(seed)) {
  turns_.reserve(2 * clocks_.size());
}

bool virtual_clocks::later(const turn& a, const turn& b) noexcept {
  return a.due != b.due ? a.due > b.due : a.tie > b.tie;
}

void virtual_clocks::add_turn(rank_id rank, std::uint64_t due) {
  of(rank).due = due;
  if (turns_.size() == turns_.capacity()) { forget_stale_turns(); }
  turns_.push_back({due, mix64(seed_ ^ ++turns_given_), rank});
  std::push_heap(turns_.begin(), turns_.end(), later);
}

/// Most turns of a busy team are stale: without them the memory that there is does for all ranks.
/// Half of it stays free, so that many turns are added before this happens again.
void virtual_clocks::forget_stale_turns() {
  std::erase_if(turns_, [this](const turn& each) { return !counts(each); });
  std::make_heap(turns_.begin(), turns_.end(), later);
  turns_.reserve(2 * turns_.size());
}

void virtual_clocks::drop_stale_turns() {
  while (!turns_.empty() && !counts(turns_.front())) {
    std::pop_heap(turns_.begin(), turns_.end(), later);
    turns_.pop_back();
  }
}

void virtual_clocks::sleep(rank_id rank, std::uint64_t when) {
  add_turn(rank, std::max(when, of(rank).now));
}

void virtual_clocks::call(rank_id rank, std::uint64_t when) {
  const rank_clock& clock = of(rank);
  if (clock.due == awake) { return; }
  const std::uint64_t due = std::max(when, clock.now);
  if (due < clock.due) { add_turn(rank, due); }
}

bool virtual_clocks::is_first(rank_id rank) noexcept {
  drop_stale_turns();
  return turns_.empty() || turns_.front().due >= of(rank).now;
}

rank_id virtual_clocks::next() {
  drop_stale_turns();
  ORUJO_ASSERT(!turns_.empty(), "a rank sleeps");
  const turn first = turns_.front();
  std::pop_heap(turns_.begin(), turns_.end(), later);
  turns_.pop_back();
  rank_clock& clock = of(first.rank);
  clock.now = first.due;
  clock.due = awake;
  return first.rank;
}

}  // namespace orujo
