// Four-counter termination detection over a binomial tree of ranks.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/epoch.hpp"

#include <cstring>
#include <mutex>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/epochs/rank_tree.hpp"

namespace orujo {

epoch::epoch(rank_team& team, epoch_workers who)
    : team_(team),
      participants_(who == epoch_workers::all ? team.num_workers() : 1),
      children_(tree_children(team.rank(), team.size())),
      idle_(static_cast<std::size_t>(team.num_workers()), 0),
      body_done_(static_cast<std::size_t>(team.num_workers()), 0) {
  number_ = team.open_epoch();
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

bool epoch::try_end(worker& self) {
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
  if (!moved && !drive(self)) { team_.wait(self); }
  return ended_.load(std::memory_order_acquire) && leave(self);
}

bool epoch::leave(worker& self) {
  // What the transport refused may be the very news of the end, on its way to another rank.
  while (!self.out.is_empty()) { team_.progress_or_wait(self); }
  return true;
}

void epoch::note_idle(std::size_t index, bool idle) {
  const std::uint8_t now = idle ? 1 : 0;
  if (std::exchange(idle_[index], now) == now) { return; }
  num_idle_.fetch_add(idle ? 1 : -1, std::memory_order_acq_rel);
}

bool epoch::drive(worker& self) {
  // A wave that starts while a worker is busy would only find unequal sums.
  if (num_idle_.load(std::memory_order_acquire) < participants_) { return false; }
  const std::unique_lock guard(busy_, std::try_to_lock);
  const bool ready =
      guard.owns_lock() && !contributed_ && children_heard_ == children_.size() && !ended_;
  if (ready) { contribute(self); }
  return ready;
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
  } else {
    start_wave(self, wave_ + 1);
  }
}

void epoch::start_wave(worker& self, std::uint32_t wave) {
  wave_ = wave;
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
