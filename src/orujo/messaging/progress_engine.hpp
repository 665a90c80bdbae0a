// The one loop that moves the messages of a rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include "orujo/base/report_card.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/base/thread_group.hpp"
#include "orujo/messaging/flow_control.hpp"
#include "orujo/messaging/port.hpp"
#include "orujo/messaging/port_registry.hpp"
#include "orujo/messaging/worker.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo {

/// Rounds of progress, and what waits for them. A round takes the network's turn, offers what is
/// parked, handles what has come, and looks at what is being filled; it never begins another one.
/// Sealing and posting run no handler; a producer that needs room asks for rounds here.
/// What each call means, and where it may stand, rank_team says.
class progress_engine {
public:
  /// Opens the port of completions. All outlive it. Call: collective.
  progress_engine(endpoint& transport, port_registry& ports, const settings& values,
                  const idle_patience& patience);
  progress_engine(const progress_engine&) = delete;
  progress_engine& operator=(const progress_engine&) = delete;
  ~progress_engine();

  bool progress(worker& self);
  bool progress_or_flush(worker& self);
  /// As rank_team::wait(); the look was taken when the endpoint gave out `ticket`.
  void wait(worker& self, std::uint32_t ticket,
            std::chrono::microseconds longest = std::chrono::microseconds::max());
  void flush_ports(worker& self, flush_reason reason);
  void switch_epoch(worker& self, std::uint32_t epoch);
  void post(worker& self, rank_id to, parcel* buffer);
  void give_way(worker& self);
  void hold_back(worker& self, const flow_gates& gates, rank_id to);
  void send_control(worker& self, rank_id to, std::uint32_t port, std::span<const std::byte> words);

  /// Adds its choices, with their numbers, to `card`.
  void describe(report_card& card) const;

private:
  /// Hears that parcels which asked for completion have been handled.
  class completion_port final : public port {
  public:
    explicit completion_port(progress_engine& engine) : engine_(engine) {}
    void receive(worker& self, parcel& buffer) override;

  private:
    progress_engine& engine_;
  };

  void dispatch(worker& self, parcel* buffer);
  template <typename Held>
  void progress_while(worker& self, Held held);

  endpoint& transport_;
  port_registry& ports_;
  const idle_patience& patience_;
  int receive_batch_;
  int progress_interval_;
  std::uint64_t flush_before_batch_;  // bytes
  completion_port completions_{*this};
  std::uint32_t completions_number_;
};

}  // namespace orujo
