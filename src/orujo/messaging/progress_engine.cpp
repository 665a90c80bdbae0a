// Rounds of progress.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/progress_engine.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/messaging/thread_stack.hpp"

namespace orujo {

namespace {

std::uint64_t long_batch(const settings& values) {
  const auto bytes = static_cast<std::uint64_t>(values.integer(setting::flush_before_batch));
  return bytes == 0 ? std::numeric_limits<std::uint64_t>::max() : bytes;
}

}  // namespace

progress_engine::progress_engine(endpoint& transport, port_registry& ports, const settings& values,
                                 const idle_patience& patience)
    : transport_(transport),
      ports_(ports),
      patience_(patience),
      receive_batch_(static_cast<int>(values.integer(setting::receive_batch))),
      progress_interval_(static_cast<int>(values.integer(setting::progress_interval))),
      flush_before_batch_(long_batch(values)),
      completions_number_(ports.open_port(completions_)) {}

progress_engine::~progress_engine() { ports_.close_port(completions_number_); }

bool progress_engine::progress(worker& self) {
  ORUJO_ASSERT(!self.is_engaged(), "a round of progress begins no other one");
  bool moved = false;
  self.look();
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
    // What cannot leave anyway may as well grow. What is flushed calls for no other round: nothing
    // would have grown by then, so that round after round would flush buffers of a message each.
    if (self.out.is_empty()) {
      const bool is_due = self.out.posted_in_round() > 0;
      flush_ports(self, flush_reason::round);
      if (!is_due) { self.out.start_round(); }
    }
  });
  return moved;
}

bool progress_engine::progress_or_flush(worker& self) {
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

void progress_engine::wait(worker& self, std::uint32_t ticket, std::chrono::microseconds longest) {
  if (!self.idle.pause()) { return; }
  self.metrics.add(metric::idle_sleeps);
  // What is parked waits for others to release parcels, which rings no bell.
  const int patience = self.out.is_empty() ? patience_.sleep_us : std::min(patience_.sleep_us, 20);
  transport_.wait(self.index(), std::min(longest, std::chrono::microseconds(patience)), ticket);
}

void progress_engine::flush_ports(worker& self, flush_reason reason) {
  // No lock: ports are opened and closed outside on_workers(), by worker 0.
  self.engage([&] {
    for (port* const each : ports_.open_ports()) { each->flush(self, reason); }
  });
}

void progress_engine::switch_epoch(worker& self, std::uint32_t epoch) {
  self.engage([&] {
    for (port* const each : ports_.open_ports()) { each->switch_epoch(self, epoch); }
  });
}

void progress_engine::post(worker& self, rank_id to, parcel* buffer) {
  run_on_thread_stack(self, [&] { self.out.post(to, buffer); });
}

void progress_engine::give_way(worker& self) {
  const bool due = !self.out.is_empty() || self.out.posted_in_round() >= progress_interval_;
  if (!due || self.is_engaged()) { return; }
  run_on_thread_stack(self, [&] { progress_while(self, [&] { return !self.out.is_empty(); }); });
}

void progress_engine::hold_back(worker& self, const flow_gates& gates, rank_id to) {
  self.metrics.add(metric::releases_flow_control);
  run_on_thread_stack(
      self, [&] { progress_while(self, [&] { return gates.still_meets(index_of(to)); }); });
}

template <typename Held>
void progress_engine::progress_while(worker& self, Held held) {
  self.idle.reset();
  while (true) {
    const std::uint32_t ticket = transport_.ticket();
    const bool moved = progress(self);
    transport_.check();  // a producer that never waits hears of an interrupt here only
    if (!held()) { return; }
    if (!moved) { wait(self, ticket); }
  }
}

void progress_engine::send_control(worker& self, rank_id to, std::uint32_t port,
                                   std::span<const std::byte> words) {
  parcel* const buffer = transport_.pools(self.index()).allocate(words.size());
  std::memcpy(buffer->payload(), words.data(), words.size());
  buffer->label.bytes = static_cast<std::uint32_t>(words.size());
  buffer->label.port = port;
  self.out.post_control(to, buffer);
}

void progress_engine::dispatch(worker& self, parcel* buffer) {
  self.idle.end_wait();
  const trace_span span(self.trace, span_kind::batch, buffer->label.bytes);
  self.metrics.add(metric::parcels_received);
  self.metrics.add(metric::parcel_bytes_received, wire_bytes(*buffer));
  port* const receiver = ports_.receiver_of(*buffer);
  if (receiver == nullptr) {
    self.metrics.add(metric::early_parcels);
    return ports_.set_aside(buffer);
  }
  if (buffer->label.bytes >= flush_before_batch_ && self.out.is_empty()) {
    flush_ports(self, flush_reason::batch);
  }
  receiver->receive(self, *buffer);
  if ((buffer->label.port & completion_asked) != 0) {
    const std::uint32_t number = buffer->label.port & ~completion_asked;
    send_control(self, rank_id{buffer->label.source}, completions_number_,
                 std::as_bytes(std::span(&number, 1)));
  }
  transport_.release(buffer, self.index());
}

void progress_engine::completion_port::receive(worker& /*self*/, parcel& buffer) {
  std::uint32_t number = 0;
  std::memcpy(&number, buffer.payload(), sizeof number);
  port* const sender = engine_.ports_.find(number);
  if (sender == nullptr) { return; }  // closed: its messages have all been handled
  sender->completed(rank_id{buffer.label.source});
  engine_.transport_.wake();  // another worker may be waiting for it
}

void progress_engine::describe(report_card& card) const {
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
  const bool flushes = flush_before_batch_ != std::numeric_limits<std::uint64_t>::max();
  card.add(report_section::messaging,
           {"flush before a long received batch", flushes ? "all of the worker's parcels" : "off",
            flushes ? std::vector<report_number>{{"from", number(flush_before_batch_), "bytes"}}
                    : std::vector<report_number>{}});
}

}  // namespace orujo
