// The progress loop of a rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/rank_team.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"

namespace orujo {

namespace {

idle_patience patience_for(const endpoint_place& place, const settings& values) {
  idle_patience patience{.spins = static_cast<int>(values.integer(setting::idle_spins)),
                         .yields = static_cast<int>(values.integer(setting::idle_yields)),
                         .sleep_us = static_cast<int>(values.integer(setting::idle_sleep))};
  // A spinning thread would keep the core from the thread it waits for.
  if (place.threads_on_host > place.cores_on_host) { patience.spins = 0; }
  return patience;
}

std::uint64_t long_batch(const settings& values) {
  const auto bytes = static_cast<std::uint64_t>(values.integer(setting::flush_before_batch));
  return bytes == 0 ? std::numeric_limits<std::uint64_t>::max() : bytes;
}

}  // namespace

rank_team::rank_team(endpoint& transport, const settings& values,
                     const std::function<void(int)>& on_start)
    : transport_(transport),
      values_(values),
      patience_(patience_for(transport.place(), values)),
      receive_batch_(static_cast<int>(values.integer(setting::receive_batch))),
      progress_interval_(static_cast<int>(values.integer(setting::progress_interval))),
      flush_before_batch_(long_batch(values)) {
  for (int w = 0; w < num_workers(); ++w) {
    workers_.push_back(
        std::make_unique<worker>(*this, transport, w, idle_counter(patience_, yields_)));
  }
  const auto start = [this, on_start](int index) {
    current_worker = workers_[static_cast<std::size_t>(index)].get();
    if (on_start) { on_start(index); }
  };
  start(0);
  threads_ = std::make_unique<thread_group>(num_workers(), patience_, yields_, start);
  mail_ = std::make_unique<mailbox>(*this);
  mail_->port_number = open_port(*mail_);
  completions_.port_number = open_port(completions_);
}

rank_team::~rank_team() {
  close_port(completions_.port_number);
  close_port(mail_->port_number);
  threads_.reset();
  current_worker = nullptr;
}

bool rank_team::progress(worker& self) {
  ORUJO_ASSERT(!self.is_engaged(), "a round of progress begins no other one");
  bool moved = false;
  self.engage([&] {
    self.out.start_round();
    moved = transport_.progress(self.index());
    moved |= self.out.drain();
    for (int i = 0; i < receive_batch_; ++i) {
      parcel* const buffer = transport_.try_receive(self.index());
      if (buffer == nullptr) { break; }
      dispatch(self, buffer);
      moved = true;
    }
    // What cannot leave anyway may as well grow.
    if (self.out.is_empty()) { flush_ports(self, flush_reason::round); }
  });
  return moved;
}

bool rank_team::progress_or_flush(worker& self) {
  if (progress(self)) {
    self.idle.reset();
    return true;
  }
  if (self.out.is_empty()) {
    const bool any = self.any_handled();
    const auto handled = any ? self.take_handled() : decltype(self.take_handled()){};
    flush_ports(self, flush_reason::idle);
    if (any) { self.publish_handled(handled); }
  }
  transport_.check();
  return false;
}

void rank_team::wait(worker& self) {
  // Work of upper layers comes from other workers, too; then the look for it was some time ago.
  const std::uint32_t ticket = self.take_look().value_or(transport_.ticket());
  if (!self.idle.pause()) { return; }
  self.metrics.add(metric::idle_sleeps);
  // What is parked waits for others to release parcels, which rings no bell.
  const int longest = self.out.is_empty() ? patience_.sleep_us : std::min(patience_.sleep_us, 20);
  transport_.wait(self.index(), std::chrono::microseconds(longest), ticket);
}

void rank_team::flush_ports(worker& self, flush_reason reason) {
  // No lock: ports are opened and closed outside on_workers(), by worker 0.
  self.engage([&] {
    for (std::size_t i = 0; i < open_ports_.size(); ++i) { open_ports_[i]->flush(self, reason); }
  });
}

void rank_team::switch_epoch(worker& self, std::uint32_t epoch) {
  self.engage([&] {
    for (port* const each : open_ports_) { each->switch_epoch(self, epoch); }
  });
}

template <typename Call>
void rank_team::on_thread_stack(worker& self, Call call) {
  if (self.hop == nullptr) { return call(); }
  self.hop->run_on_thread_stack([](void* argument) { (*static_cast<Call*>(argument))(); }, &call);
}

void rank_team::post(worker& self, rank_id to, parcel* buffer) {
  on_thread_stack(self, [&] { self.out.post(to, buffer); });
}

void rank_team::give_way(worker& self) {
  const bool due = !self.out.is_empty() || self.out.posted_in_round() >= progress_interval_;
  if (!due || self.is_engaged()) { return; }
  on_thread_stack(self, [&] { progress_while(self, [&] { return !self.out.is_empty(); }); });
}

void rank_team::hold_back(worker& self, const flow_gates& gates, rank_id to) {
  self.metrics.add(metric::releases_flow_control);
  on_thread_stack(self,
                  [&] { progress_while(self, [&] { return gates.still_meets(index_of(to)); }); });
}

template <typename Held>
void rank_team::progress_while(worker& self, Held held) {
  self.idle.reset();
  while (true) {
    const bool moved = progress(self);
    transport_.check();  // a producer that never waits hears of an interrupt here only
    if (!held()) { return; }
    if (!moved) { wait(self); }
  }
}

void rank_team::send_control(worker& self, rank_id to, std::uint32_t port,
                             std::span<const std::byte> words) {
  parcel* const buffer = transport_.pools(self.index()).allocate(words.size());
  std::memcpy(buffer->payload(), words.data(), words.size());
  buffer->label.bytes = static_cast<std::uint32_t>(words.size());
  buffer->label.port = port;
  self.out.post_control(to, buffer);
}

port* rank_team::receiver_of(const parcel& buffer) noexcept {
  port* const receiver = ports_.find(buffer.label.port & ~completion_asked);
  if (receiver == nullptr) { return nullptr; }
  return !receiver->needs_open_epoch() || is_open(buffer.label.epoch) ? receiver : nullptr;
}

void rank_team::dispatch(worker& self, parcel* buffer) {
  self.metrics.add(metric::parcels_received);
  port* const receiver = receiver_of(*buffer);
  if (receiver == nullptr) { return set_aside(self, buffer); }
  if (buffer->label.bytes >= flush_before_batch_ && self.out.is_empty()) {
    flush_ports(self, flush_reason::batch);
  }
  receiver->receive(self, *buffer);
  if ((buffer->label.port & completion_asked) != 0) {
    const std::uint32_t number = buffer->label.port & ~completion_asked;
    send_control(self, rank_id{buffer->label.source}, completions_.port_number,
                 std::as_bytes(std::span(&number, 1)));
  }
  transport_.release(buffer, self.index());
}

void rank_team::completion_port::receive(worker& /*self*/, parcel& buffer) {
  std::uint32_t number = 0;
  std::memcpy(&number, buffer.payload(), sizeof number);
  port* const sender = team_.ports_.find(number);
  if (sender == nullptr) { return; }  // closed: its messages have all been handled
  sender->completed(rank_id{buffer.label.source});
  team_.transport_.wake();  // another worker may be waiting for it
}

void rank_team::set_aside(worker& self, parcel* buffer) {
  self.metrics.add(metric::early_parcels);
  const std::lock_guard guard(early_mutex_);
  // Once more under the lock: the port or the epoch may have been opened in between.
  if (receiver_of(*buffer) != nullptr) {
    transport_.deliver(buffer);
  } else {
    early_.push_back(buffer);
  }
}

void rank_team::bring_back_early() {
  std::vector<parcel*> early;
  {
    const std::lock_guard guard(early_mutex_);
    early.swap(early_);
  }
  for (parcel* const buffer : early) { transport_.deliver(buffer); }
}

std::uint32_t rank_team::next_port_number() noexcept {
  // Numbers begin anew below the bit that asks for completion. The ranks agree on which are open.
  do {
    next_port_ = next_port_ % (completion_asked - 1) + 1;
  } while (ports_.find(next_port_) != nullptr);
  return next_port_;
}

std::uint32_t rank_team::open_port(port& receiver) {
  const std::uint32_t number = next_port_number();
  ports_.open(number, receiver);
  const auto behind =
      std::upper_bound(open_ports_.begin(), open_ports_.end(), receiver.stage(),
                       [](flush_stage stage, const port* each) { return stage < each->stage(); });
  open_ports_.insert(behind, &receiver);
  bring_back_early();
  return number;
}

void rank_team::close_port(std::uint32_t number) noexcept {
  std::erase(open_ports_, ports_.close(number));
}

std::uint32_t rank_team::open_epoch() {
  for (std::uint32_t tries = 0; tries < epoch_slots; ++tries) {
    const std::uint32_t epoch = next_epoch_++;
    auto& slot = open_epochs_[epoch % epoch_slots];
    // Taken by an epoch that outlives many others. The ranks agree on which are open.
    if (epoch == 0 || slot.load(std::memory_order_relaxed) != 0) { continue; }
    slot.store(epoch, std::memory_order_release);
    bring_back_early();
    return epoch;
  }
  throw usage_error(fmt::format("more than {} epochs are open at once", epoch_slots));
}

void rank_team::close_epoch(std::uint32_t epoch) noexcept {
  open_epochs_[epoch % epoch_slots].store(0, std::memory_order_release);
}

rank_team::message_counts rank_team::counts(std::uint32_t epoch) const noexcept {
  message_counts total;
  for (const auto& each : workers_) {
    // acquire: pairs with publish_handled(); sends that led to these are counted below
    total.handled += each->counters(epoch).handled.load(std::memory_order_acquire);
  }
  for (const auto& each : workers_) {
    total.sent += each->counters(epoch).sent.load(std::memory_order_acquire);
  }
  return total;
}

void rank_team::fail(std::exception_ptr failure) noexcept {
  transport_.failures().raise(rank(), std::move(failure));
  transport_.wake();
}

metric_totals rank_team::metrics() const {
  metric_totals total;
  for (const auto& each : workers_) { total.merge(each->metrics.totals()); }
  total.values[static_cast<std::size_t>(metric::in_flight_bytes_peak)] =
      transport_.in_flight_peak();
  total.values[static_cast<std::size_t>(metric::parcel_memory_peak)] = transport_.parcel_memory();
  return total;
}

void rank_team::describe(report_card& card) const {
  transport_.describe(card);
  const auto number = [](auto value) { return static_cast<double>(value); };
  card.add(report_section::scheduling,
           {"idle workers",
            patience_.spins > 0 ? "spin, then yield, then sleep" : "yield, then sleep",
            {{"spins", number(patience_.spins), "looks"},
             {"yields", number(patience_.yields), "looks"},
             {"longest sleep", number(patience_.sleep_us), "us"}}});
  card.add(report_section::scheduling,
           {"arrived parcels are taken",
            "by the workers, between their own work and whenever they wait",
            {{"parcels per round", number(receive_batch_), "at most"},
             {"parcels sent between rounds", number(progress_interval_), "at least"}}});
  card.add(report_section::memory,
           {"large arrays",
            values_.flag(setting::huge_pages) ? "on huge pages where the system grants them"
                                              : "on ordinary pages",
            {{"available now", number(available_memory_bytes()), "bytes on this host"}}});
  const bool flushes = flush_before_batch_ != std::numeric_limits<std::uint64_t>::max();
  card.add(report_section::messaging,
           {"flush before a long received batch", flushes ? "all of the worker's parcels" : "off",
            flushes ? std::vector<report_number>{{"from", number(flush_before_batch_), "bytes"}}
                    : std::vector<report_number>{}});
  for (const report_entry& entry : card_.entries()) { card.add(entry.section, entry.row); }
}

}  // namespace orujo
