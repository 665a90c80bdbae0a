// An epoch on one rank: who is idle, and whether the end has been found.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/epochs/epoch.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/epochs/report_search.hpp"
#include "orujo/epochs/wave_search.hpp"

namespace orujo {

namespace {

using std::chrono::microseconds;

bool is_by_reports(const rank_team& team, end_finding how) {
  if (how != end_finding::by_size) { return how == end_finding::by_reports; }
  return team.size() <= report_search::most_ranks;
}

report_row way_of_finding(bool by_reports) {
  return {"end of epochs",
          by_reports ? "ranks report how many messages they sent to each rank, and handled"
                     : "four counters, summed over a binomial tree of ranks while all are idle",
          {{"epochs open at once", static_cast<double>(epoch_slots), "at most"}}};
}

}  // namespace

epoch::epoch(rank_team& team, epoch_workers who) : epoch(team, epoch_options{.who = who}) {}

epoch::epoch(rank_team& team, const epoch_options& options)
    : team_(team),
      participants_(options.who == epoch_workers::all ? team.num_workers() : 1),
      idle_(static_cast<std::size_t>(team.num_workers()), 0),
      body_done_(static_cast<std::size_t>(team.num_workers()), 0) {
  number_ = team.open_epoch();
  if (team.worker_at(0).trace != nullptr) { traced_from_ = trace_now(); }
  // A worker's own work counts as a message that it handles by calling try_end(). Nobody can be
  // inside try_end() yet, so no count misses it.
  for (int w = 0; w < participants_; ++w) { begin_work(team.worker_at(w)); }
  port_number_ = team.open_port(*this);
  const searched_epoch searched{
      .team = team, .number = number_, .port = port_number_, .note = options.note};
  const bool by_reports = is_by_reports(team, options.how);
  if (by_reports) {
    search_ = std::make_unique<report_search>(searched);
  } else {
    search_ = std::make_unique<wave_search>(searched);
  }
  team.worker_at(0).metrics.add(metric::epochs);
  if (number_ == 1) { team.card().add(report_section::termination, way_of_finding(by_reports)); }
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
    end_work(self);  // published once what the body sent is on its way
    self.idle.reset();
    // What the body sent leaves before what has come is handled, which may take as long as the body
    // did: other ranks may be waiting for it.
    if (self.out.is_empty()) { team_.flush_ports(self, flush_reason::body_end); }
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
  // Counts of a rank with a worker that is busy would only be unequal to those of others.
  if (num_idle_.load(std::memory_order_acquire) < participants_) { return microseconds::max(); }
  const std::unique_lock guard(busy_, std::try_to_lock);
  if (!guard.owns_lock() || search_->has_ended()) { return microseconds::max(); }
  const microseconds pause = search_->drive(self);
  tell_if_ended();
  return pause;
}

void epoch::tell_if_ended() {
  if (!search_->has_ended()) { return; }
  ended_.store(true, std::memory_order_release);
  if (participants_ > 1) { team_.transport().wake(); }
}

void epoch::receive(worker& self, parcel& buffer) {
  const std::lock_guard guard(busy_);
  search_->hear(self, buffer);
  tell_if_ended();
}

}  // namespace orujo
