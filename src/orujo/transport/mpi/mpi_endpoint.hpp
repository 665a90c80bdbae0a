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
#include "orujo/base/spin_lock.hpp"
#include "orujo/transport/endpoint.hpp"
#include "orujo/transport/mpi/credit_ledger.hpp"
#include "orujo/transport/mpi/host_mail.hpp"
#include "orujo/transport/mpi/host_memory.hpp"
#include "orujo/transport/mpi/mpi_call.hpp"
#include "orujo/transport/mpi/mpi_lane.hpp"

namespace orujo {

/// What an endpoint needs of the session that makes it.
struct mpi_link {
  std::vector<MPI_Comm> comms;  ///< For this endpoint alone: one, or one for each worker.
  mpi_gate& gate;  ///< Of all MPI calls of the process, where there is one communicator.
  const host_memory& host;
  std::shared_ptr<const host_claim> claim;  ///< nullptr: other endpoints have the queues, or none.
  int hosts = 1;
  std::string library;
  std::string tuning;        ///< Variables of the library in force.
  std::string thread_level;  ///< That the library grants, in words of the setting.
  std::string endpoints;     ///< Whose the communicators are, and why, for the report card.
};

/// Hands parcels to MPI: no lock on the send path, one thread at a time inside MPI or, with several
/// lanes, inside each.
///
/// - carry() puts the parcel on a queue. Whichever worker enters progress() first, or the progress
///   thread, takes the gate and alone talks to MPI; the others return at once. A small parcel
///   starts in carry() already if the gate is free.
/// - With a lane for each worker, a worker sends on its own one, and what it sends arrives in the
///   lane of the same number. A round looks into its own, and then perhaps into one other.
/// - A small parcel for a rank of the same host goes into its queue in shared memory instead, from
///   any worker and without the gate; if that is full, it goes the way of the others.
/// - A sender's budget comes back as credit messages, which have send slots of their own.
/// - The only worker of a rank, where it sleeps, sleeps on the rank's bell, which senders of the
///   same host ring. It has read the bell before its last look into MPI, so that it does not sleep
///   when a message has come since. Not for long: what MPI itself holds back at the sender rings
///   no bell.
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

  [[nodiscard]] const std::vector<MPI_Comm>& comms() const noexcept { return link_.comms; }

protected:
  send_outcome carry(rank_id to, parcel* buffer, int worker) override;
  void return_budget(const returned_budget& what) override;
  void sleep(std::chrono::microseconds limit, std::uint32_t ticket) override;
  [[nodiscard]] std::chrono::microseconds longest_sleep() noexcept override;

private:
  void open_lanes(const settings& values);
  [[nodiscard]] mpi_lane& lane_of(int worker) noexcept {
    return *lanes_[lanes_.size() == 1 ? 0 : static_cast<std::size_t>(worker)];
  }
  bool progress_mpi(int worker);
  bool drive_if_free(mpi_lane& lane);
  void start_now(mpi_lane& lane);
  bool send_by_mail(rank_id to, parcel* buffer, int worker);
  bool take_mail();
  void hand_over(parcel* received, int tag);
  void take_credit(rank_id source, const std::byte* note);

  // These are for the thread that holds the gate of the lane.
  bool drive(mpi_lane& lane);
  bool finish_requests(mpi_lane& lane);
  void take_in(mpi_lane& lane, const finished_request& message);
  void post_receive(mpi_lane& lane);
  bool pay_credits(mpi_lane& lane);
  void send_credit(mpi_lane& lane, credit_ledger::payment payment);
  bool start_sends(mpi_lane& lane);
  void count_sent(std::size_t rank) noexcept;
  void receive_rest();
  void note_motion() noexcept;
  void ring(std::size_t rank);
  [[nodiscard]] double sum_of(std::atomic<std::uint64_t> mpi_lane::*counter) const noexcept;

  void run_thread(const std::stop_token& stop);
  void stop_thread();

  mpi_link link_;
  bool alone_;       // a team of one rank never enters MPI
  bool own_thread_;  // a thread of its own drives MPI, workers do not
  std::size_t eager_bytes_;
  std::size_t credit_slots_;
  std::vector<std::unique_ptr<mpi_lane>> lanes_;  // one, or one for each worker
  credit_ledger credits_;
  spin_lock paying_;  // who takes payments of the ledger, where lanes are several
  host_mail mail_;
  parcel_pools mail_pools_;                    // of whoever takes mail
  std::vector<std::uint64_t> sent_to_;         // messages of MPI, for drain()
  std::atomic<bool> moved_{false};             // something came or went since waited_since_ was set
  std::atomic<std::int64_t> waited_since_{0};  // of the steady clock
  announced_word bell_;                        // wakes the progress thread
  process_word* own_bell_ = nullptr;           // that the only worker sleeps on
  std::uint32_t rung_before_look_ = 0;
  std::jthread thread_;
};

}  // namespace orujo
