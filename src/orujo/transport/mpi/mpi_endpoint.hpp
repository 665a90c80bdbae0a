// The `mpi` transport: ranks are processes, parcels travel as MPI messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <mpi.h>

#include "orujo/base/announced_word.hpp"
#include "orujo/base/mpsc_queue.hpp"
#include "orujo/transport/endpoint.hpp"
#include "orujo/transport/mpi/credit_ledger.hpp"
#include "orujo/transport/mpi/host_bells.hpp"
#include "orujo/transport/mpi/mpi_call.hpp"
#include "orujo/transport/mpi/open_requests.hpp"

namespace orujo {

/// What an endpoint needs of the session that makes it.
struct mpi_link {
  MPI_Comm comm;   ///< For this endpoint alone.
  mpi_gate& gate;  ///< Of all MPI calls of the process.
  const host_bells& bells;
  int hosts = 1;
  std::string library;
  std::string tuning;        ///< Variables of the library in force.
  std::string thread_level;  ///< That the library grants, in words of the setting.
};

/// Hands parcels to MPI: no lock on the send path, one thread at a time inside MPI.
///
/// - carry() puts the parcel on a queue. Whichever worker enters progress() first, or the progress
///   thread, takes the gate and alone talks to MPI; the others return at once. A small parcel
///   starts in carry() already if the gate is free.
/// - A sender's budget comes back as credit messages, which have send slots of their own.
/// - The only worker of a rank, where it sleeps, sleeps on the rank's bell, which senders of the
/// same
///   host ring. It has read the bell before its last look into MPI, so that it does not sleep when
///   a message has come since. Not for long: what MPI itself holds back at the sender rings no
///   bell.
class mpi_endpoint final : public endpoint {
public:
  /// Call: collective. Throws: transport_error.
  mpi_endpoint(const endpoint_place& place, const settings& values, failure_board& failures,
               const mpi_link& link);

  /// Leaves MPI alone: after a failure its requests cannot be waited for.
  ~mpi_endpoint() override;

  bool progress(int worker) override;
  void abandon(int code) noexcept override;
  [[nodiscard]] std::string_view name() const noexcept override { return "mpi"; }
  [[nodiscard]] int hosts() const noexcept override { return link_.hosts; }
  void describe(report_card& card) const override;
  [[nodiscard]] std::uint64_t parcel_memory() const noexcept override;

  /// Receives all that was sent to this rank and ends the posted receives.
  /// Call: collective, when no rank sends any more.
  void drain();

  [[nodiscard]] MPI_Comm comm() const noexcept { return link_.comm; }

protected:
  send_outcome carry(rank_id to, parcel* buffer, int worker) override;
  void return_budget(const returned_budget& what) override;
  void sleep(std::chrono::microseconds limit, std::uint32_t ticket) override;
  [[nodiscard]] std::chrono::microseconds longest_sleep() const noexcept override;

private:
  // The rest is for the thread that holds the gate.
  bool drive();
  bool finish_requests();
  void take_in(parcel* buffer, int tag);
  void post_receive();
  bool pay_credits();
  void send_credit(credit_ledger::payment payment);
  bool start_sends();
  [[nodiscard]] bool idle_at_last() const noexcept;
  void note_motion() noexcept;
  void ring(std::size_t rank);

  void run_thread(const std::stop_token& stop);
  void start_now();
  void stop_thread();

  mpi_link link_;
  bool alone_;       // a team of one rank never enters MPI
  bool own_thread_;  // a thread of its own drives MPI, workers do not
  std::size_t eager_bytes_;
  std::size_t credit_slots_;
  parcel_pools receive_pools_;  // as credit_pool_, of the thread that holds the gate
  parcel_pool credit_pool_;
  open_requests requests_;
  credit_ledger credits_;
  mpsc_queue<parcel> outgoing_;
  std::vector<std::uint64_t> sent_to_;  // messages of MPI, for drain()
  std::uint64_t received_ = 0;
  int idle_rounds_ = 0;
  std::atomic<std::int64_t> moved_at_{0};  // of the steady clock, when something last came or went
  std::atomic<std::uint64_t> parcels_sent_{0};  // written under the gate, read by describe()
  std::atomic<std::uint64_t> eager_sent_{0};
  std::atomic<std::uint64_t> credits_sent_{0};
  announced_word bell_;               // wakes the progress thread
  process_word* own_bell_ = nullptr;  // that the only worker sleeps on
  std::uint32_t rung_before_look_ = 0;
  std::jthread thread_;
};

}  // namespace orujo
