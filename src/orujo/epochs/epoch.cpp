// Four-counter termination detection over a binomial tree of ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/epoch.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/epochs/rank_tree.hpp"

namespace orujo {

namespace {

using std::chrono::microseconds;

// Between two waves of which the first found unequal sums lies at least this part of the time that
// the epoch has taken: it ends that much later at most, and waves grow with the time's logarithm.
constexpr int rest_part = 128;
constexpr std::chrono::milliseconds longest_rest(10);

}  // namespace

epoch::epoch(rank_team& team, epoch_workers who)
    : team_(team),
      participants_(who == epoch_workers::all ? team.num_workers() : 1),
      children_(tree_children(team.rank(), team.size())),
      idle_(static_cast<std::size_t>(team.num_workers()), 0),
      body_done_(static_cast<std::size_t>(team.num_workers()), 0) {
  number_ = team.open_epoch();
  opened_ = wave_began_ = team.transport().now();
  if (team.worker_at(0).trace != nullptr) { traced_from_ = trace_now(); }
  // A worker's own work counts as a message that it handles by calling try_end(). Nobody can be
  // inside try_end() yet, so no wave misses it.
  for (int w = 0; w < participants_; ++w) { team.worker_at(w).count_sent(number_, 1); }
  port_number_ = team.open_port(*this);
  team.worker_at(0).metrics.add(metric::epochs);
  if (number_ > 1) { return; }  // said once
  team.card().add(report_section::termination,
                  {"end of epochs",
                   "four counters, summed over a binomial tree of ranks while all are idle",
                   {{"epochs open at once", static_cast<double>(epoch_slots), "at most"}}});
}

epoch::~epoch() {
  team_.close_epoch(number_);
  team_.close_port(port_number_);
}

bool epoch::try_end(worker& self, microseconds longest) {
  ORUJO_ASSERT(!self.in_handler(), "an epoch does not end inside a handler");
  if (ended_.load(std::memory_order_acquire)) { return leave(self); }
  const auto index = static_cast<std::size_t>(self.index());
  if (body_done_[index] == 0) {
    body_done_[index] = 1;
    self.count_handled(number_, 1);  // published once what the body sent is on its way
    self.idle.reset();
  }
  const bool moved = team_.progress_or_flush(self);
  note_idle(index, !moved && self.out.is_empty());
  if (!moved) {
    longest = std::min(longest, drive(self));
    if (longest > longest.zero()) { team_.wait(self, longest); }
  }
  return ended_.load(std::memory_order_acquire) && leave(self);
}

bool epoch::leave(worker& self) {
  // What the transport refused may be the very news of the end, on its way to another rank.
  while (!self.out.is_empty()) { team_.progress_or_wait(self); }
  self.idle.end_wait();
  if (self.trace != nullptr && self.index() == 0) {
    self.trace->add({traced_from_, trace_now(), number_, span_kind::epoch});
  }
  return true;
}

void epoch::note_idle(std::size_t index, bool idle) {
  const std::uint8_t now = idle ? 1 : 0;
  if (std::exchange(idle_[index], now) == now) { return; }
  num_idle_.fetch_add(idle ? 1 : -1, std::memory_order_acq_rel);
}

/// Takes a step towards the end, if one is due; returns how long nothing more is to be done here
/// but for what arrives.
microseconds epoch::drive(worker& self) {
  // A wave that starts while a worker is busy would only find unequal sums.
  if (num_idle_.load(std::memory_order_acquire) < participants_) { return microseconds::max(); }
  const std::unique_lock guard(busy_, std::try_to_lock);
  if (!guard.owns_lock() || ended_) { return microseconds::max(); }
  if (rests_) { return rest(self); }
  if (contributed_ || children_heard_ != children_.size()) { return microseconds::max(); }
  contribute(self);
  return microseconds::zero();
}

/// As drive(), at the root between two waves.
microseconds epoch::rest(worker& self) {
  const clock::time_point now = team_.transport().now();
  if (now < next_wave_) { return std::chrono::ceil<microseconds>(next_wave_ - now); }
  rests_ = false;
  start_wave(self, wave_ + 1);
  return microseconds::zero();
}

void epoch::contribute(worker& self) {
  const rank_team::message_counts own = team_.counts(number_);
  const tally sums{.sent = own.sent + children_sums_.sent,
                   .handled = own.handled + children_sums_.handled};
  contributed_ = true;
  if (is_root()) {
    self.metrics.add(metric::termination_waves);
    decide(self, sums);
  } else {
    tell(self, tree_parent(team_.rank()),
         {.kind = message_kind::counts_up, .wave = wave_, .sums = sums});
  }
}

void epoch::decide(worker& self, const tally& sums) {
  // The sums of the previous wave were all read before any of this wave. Equal in both, no counter
  // has moved in between; sent == handled, so there was nothing left then, nor can there be now.
  const bool nothing_left = wave_ > 0 && sums == previous_ && sums.sent == sums.handled;
  previous_ = sums;
  if (nothing_left) {
    tell_children(self, {.kind = message_kind::end, .wave = wave_, .sums = {}});
    finish_here(self);
  } else if (sums.sent == sums.handled) {
    start_wave(self, wave_ + 1);
  } else {
    const clock::duration taken = team_.transport().now() - opened_;
    next_wave_ = wave_began_ + std::min<clock::duration>(taken / rest_part, longest_rest);
    rests_ = true;
  }
}

void epoch::start_wave(worker& self, std::uint32_t wave) {
  wave_ = wave;
  if (is_root()) { wave_began_ = team_.transport().now(); }
  contributed_ = false;
  children_heard_ = 0;
  children_sums_ = {};
  tell_children(self, {.kind = message_kind::next_wave, .wave = wave, .sums = {}});
}

void epoch::finish_here(worker& /*self*/) {
  ended_.store(true, std::memory_order_release);
  if (participants_ > 1) { team_.transport().wake(); }
}

void epoch::receive(worker& self, parcel& buffer) {
  control_message what{};
  std::memcpy(&what, buffer.payload(), sizeof what);
  const std::lock_guard guard(busy_);
  if (what.kind == message_kind::counts_up) {
    ORUJO_ASSERT(what.wave == wave_, "children take part in the wave their parent started");
    ++children_heard_;
    children_sums_.sent += what.sums.sent;
    children_sums_.handled += what.sums.handled;
  } else if (what.kind == message_kind::next_wave) {
    start_wave(self, what.wave);
  } else {
    tell_children(self, what);
    finish_here(self);
  }
}

void epoch::tell(worker& self, rank_id to, const control_message& what) {
  team_.send_control(self, to, port_number_, std::as_bytes(std::span(&what, 1)));
}

void epoch::tell_children(worker& self, const control_message& what) {
  for (const rank_id child : children_) { tell(self, child, what); }
}

}  // namespace orujo
