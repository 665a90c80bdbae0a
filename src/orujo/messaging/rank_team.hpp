// One rank of a team: its workers, its ports, and the progress of its messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "orujo/base/metric_declarations.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/base/thread_group.hpp"
#include "orujo/base/trace.hpp"
#include "orujo/messaging/flow_control.hpp"
#include "orujo/messaging/mailbox.hpp"
#include "orujo/messaging/port.hpp"
#include "orujo/messaging/port_registry.hpp"
#include "orujo/messaging/progress_engine.hpp"
#include "orujo/messaging/routing.hpp"
#include "orujo/messaging/worker.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// One rank's view of the team: who it is, how many there are, and what everything else hangs off.
/// Its ports and epochs are kept by a port_registry, its messages moved by a progress_engine.
///
/// The thread that made it is worker 0 and runs the program; on_workers() runs a function on all.
/// Collective calls are made by worker 0 of every rank, in the same order, outside on_workers().
class rank_team {
public:
  /// `transport` outlives the team. Each worker's thread first runs `on_start(index)`.
  rank_team(endpoint& transport, const settings& values,
            const std::function<void(int)>& on_start = {});
  rank_team(const rank_team&) = delete;
  rank_team& operator=(const rank_team&) = delete;
  ~rank_team();

  [[nodiscard]] rank_id rank() const noexcept { return transport_.place().rank; }
  [[nodiscard]] int size() const noexcept { return transport_.place().size; }
  [[nodiscard]] int num_workers() const noexcept { return transport_.place().workers; }
  [[nodiscard]] const settings& values() const noexcept { return values_; }
  [[nodiscard]] endpoint& transport() noexcept { return transport_; }
  [[nodiscard]] worker& worker_at(int index) noexcept {
    return *workers_[static_cast<std::size_t>(index)];
  }

  /// Runs `body(worker&)` on every worker of this rank and waits for all of them.
  /// Call: local, worker 0, outside on_workers(). Rethrows the first exception of a worker.
  template <typename Body>
  void on_workers(Body&& body) {
    const trace_span whole(worker_at(0).trace, span_kind::idle);  // for others, behind its section
    threads_->run([&](int index) {
      worker& self = worker_at(index);
      const trace_span span(self.trace, span_kind::section);
      self.look();
      try {
        body(self);
      } catch (...) {
        fail(std::current_exception());  // workers of other ranks must not wait for this one
        throw;
      }
      self.look();
    });
  }

  /// Waits for all workers of this rank. Call: local, all workers, inside on_workers().
  void worker_barrier() {
    const trace_span span(this_worker().trace, span_kind::idle);
    threads_->barrier();
  }

  /// Moves messages for one round: network, parked parcels, received parcels, flush policies.
  /// Returns whether anything moved. Received parcels are handled here only; never enters itself.
  /// Call: not while the worker is engaged.
  bool progress(worker& self) { return engine_.progress(self); }

  /// As progress(); and if nothing moved, sends every buffer of `self`. Returns whether anything
  /// moved. Throws: peer_failed, interrupted_error.
  bool progress_or_flush(worker& self) { return engine_.progress_or_flush(self); }

  /// Waits a little for messages: first spins, then yields, then sleeps, for `longest` at most.
  void wait(worker& self, std::chrono::microseconds longest = std::chrono::microseconds::max()) {
    // An upper layer that looked for work noted when: other workers may have brought some since.
    engine_.wait(self, self.take_look().value_or(transport_.ticket()), longest);
  }

  /// progress_or_flush(), then wait() if nothing moved.
  void progress_or_wait(worker& self) {
    if (!progress_or_flush(self)) { wait(self); }
  }

  /// Posts the buffers of `self` in all channels, as `reason` demands. Runs no handler.
  void flush_ports(worker& self, flush_reason reason) { engine_.flush_ports(self, reason); }

  /// Tells all channels that `self` is about to send in `epoch`. Runs no handler.
  void switch_epoch(worker& self, std::uint32_t epoch) { engine_.switch_epoch(self, epoch); }

  /// Posts a parcel of messages: it is parked when there is no budget. Runs no handler.
  void post(worker& self, rank_id to, parcel* buffer) { engine_.post(self, to, buffer); }

  /// What a producer calls before it makes more messages: makes progress until nothing of `self` is
  /// parked, and once in a while in any case. Does nothing while the worker is engaged.
  /// Throws: peer_failed, interrupted_error.
  void give_way(worker& self) { engine_.give_way(self); }

  /// Makes progress at least once, until the destination `to` keeps up again. Call: not while the
  /// worker is engaged. Throws: peer_failed, interrupted_error.
  void hold_back(worker& self, const flow_gates& gates, rank_id to) {
    engine_.hold_back(self, gates, to);
  }

  /// Sends a control parcel to `port`, of a few words, outside budget and epochs. Never waits.
  void send_control(worker& self, rank_id to, std::uint32_t port,
                    std::span<const std::byte> words) {
    engine_.send_control(self, to, port, words);
  }

  /// Registers a receiver under the next port number: collective, the same order on every rank.
  std::uint32_t open_port(port& receiver) { return ports_.open_port(receiver); }
  void close_port(std::uint32_t number) noexcept { ports_.close_port(number); }
  /// The receiver under this number; nullptr if it is not open. Call: any worker, while none is
  /// opened or closed.
  [[nodiscard]] port* find_port(std::uint32_t number) const noexcept { return ports_.find(number); }

  /// The next epoch number whose counters are free, from 1: collective; every rank opens and closes
  /// its epochs in the same order. The epoch's parcels are handled from now on.
  /// Throws: usage_error if epoch_slots epochs are open.
  std::uint32_t open_epoch() { return ports_.open_epoch(); }
  void close_epoch(std::uint32_t epoch) noexcept { ports_.close_epoch(epoch); }

  /// The hops of this rank under routing `kind`. Made when it is first asked for.
  /// Call: worker 0, outside on_workers().
  [[nodiscard]] const route_table& routes(routing_kind kind);

  /// Buffers from other ranks for the collectives.
  [[nodiscard]] mailbox& mail() noexcept { return *mail_; }

  /// Messages of `epoch` that this rank's workers have handled, then sent (read in that order).
  struct message_counts {
    std::array<std::uint64_t, sent_classes> sent{};  ///< By the class of the rank they went to.
    std::uint64_t handled = 0;

    [[nodiscard]] bool operator==(const message_counts&) const = default;
    [[nodiscard]] std::uint64_t all_sent() const noexcept {
      return std::accumulate(sent.begin(), sent.end(), std::uint64_t{0});
    }
  };
  [[nodiscard]] message_counts counts(std::uint32_t epoch) const noexcept;

  /// Tells the ranks of this process that `failure` ended this rank.
  void fail(std::exception_ptr failure) noexcept;

  /// What this rank's workers have counted.
  [[nodiscard]] metric_totals metrics() const;

  /// The metrics that the program declared; see declared_metric.
  [[nodiscard]] metric_declarations& declarations() noexcept { return declarations_; }

  /// The spans of each worker's time; empty unless the setting trace_events asks for them.
  /// Call: worker 0, outside on_workers().
  [[nodiscard]] std::span<const trace_lane> traces() const noexcept { return traces_; }

  /// Where channels, epochs and algorithms write the choices that they made, when they make them.
  /// They are the same on all ranks: only rank 0, which reports them, keeps them.
  [[nodiscard]] report_card& card() noexcept { return card_; }

  /// Adds all choices in force so far, with their numbers, to `card`. Call: worker 0.
  void describe(report_card& card) const;

private:
  friend struct team_numbers;  // of the tests

  void keep_metrics(const settings& values);

  endpoint& transport_;
  settings values_;
  idle_patience patience_;
  yield_watch yields_;
  port_registry ports_;
  progress_engine engine_;
  std::vector<trace_lane> traces_;  // one for each worker, or none
  std::vector<std::unique_ptr<worker>> workers_;
  std::unique_ptr<thread_group> threads_;
  std::unique_ptr<mailbox> mail_;
  std::vector<std::unique_ptr<route_table>> routes_;  // of different kinds
  metric_declarations declarations_;
  report_card card_;
};

}  // namespace orujo
