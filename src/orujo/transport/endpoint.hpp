// One rank's end of a transport: parcels out, parcels in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "orujo/base/ids.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/transport/failure_board.hpp"
#include "orujo/transport/incast_pool.hpp"
#include "orujo/transport/parcel_pools.hpp"
#include "orujo/transport/send_budget.hpp"
#include "orujo/transport/worker_inboxes.hpp"

namespace orujo {

/// Who an endpoint is.
struct endpoint_place {
  rank_id rank{};
  int size = 1;     ///< Ranks of the team.
  int workers = 1;  ///< Workers of each rank.
  /// Threads that share this host's cores with ours, ours included.
  int threads_on_host = 1;
  int cores_on_host = 1;         ///< That these threads may use.
  int first_thread_on_host = 0;  ///< Of the threads on this host, the number of our worker 0.
  /// Ranks of each host, which follow one another; 0: other than that, or not known.
  int ranks_per_host = 0;

  [[nodiscard]] bool has_core_for_each_thread() const noexcept {
    return threads_on_host <= cores_on_host;
  }
};

/// One rank's end of a transport. The contract is in docs/contracts/transport.md.
///
/// - A parcel taken is received exactly once, by the worker its label names.
/// - No order is promised between parcels.
/// - The buffers of parcels taken and not yet released by their receiver never exceed
///   `in_flight_bytes`, control parcels (a few words each, a bounded number) apart.
/// - Nor do those of all senders together to one receiver exceed the bound of its incast.
/// - Every function may be called by all workers at once; none blocks, but wait().
class endpoint {
public:
  endpoint(const endpoint_place& place, const settings& values, failure_board& failures);
  endpoint(const endpoint&) = delete;
  endpoint& operator=(const endpoint&) = delete;
  virtual ~endpoint() = default;

  [[nodiscard]] const endpoint_place& place() const noexcept { return place_; }
  [[nodiscard]] failure_board& failures() const noexcept { return failures_; }

  /// The buffers that `worker` fills. Call: that worker only.
  [[nodiscard]] parcel_pool& pool(int worker) noexcept { return pools(worker).full(); }

  /// All buffers of `worker`. Call: that worker only.
  [[nodiscard]] parcel_pools& pools(int worker) noexcept {
    return *pools_[static_cast<std::size_t>(worker)];
  }

  /// Offers a parcel of messages, in a buffer that fits them: see parcel_pools::fitted().
  /// Never blocks.
  [[nodiscard]] send_outcome try_send(rank_id to, parcel* buffer, int worker);

  /// Offers a control parcel: as try_send(), outside the budget.
  [[nodiscard]] send_outcome try_send_control(rank_id to, parcel* buffer, int worker);

  /// Moves bytes. Returns whether anything moved.
  virtual bool progress(int worker) = 0;

  /// A parcel that has arrived for `worker`, or nullptr. Call: that worker only.
  [[nodiscard]] parcel* try_receive(int worker) { return inboxes_.try_receive(worker); }

  /// Gives a received parcel back, and its bytes to the sender's budget.
  void release(parcel* buffer, int worker);

  /// Counts a parcel that another rank has sent here, by its charge, where senders have windows.
  /// Call: transports, once, before they deliver it.
  void note_coming(const parcel& buffer) noexcept {
    if (shares_.are_bounded() && buffer.charge > 0) { incast_.note_coming(buffer.charge); }
  }

  /// Puts `buffer` into this rank's inbox, as if it had just arrived.
  void deliver(parcel* buffer);

  /// A ticket for wait(). Take it before you last check for work: if anything is announced after
  /// that, wait() returns at once.
  [[nodiscard]] std::uint32_t ticket() const noexcept { return inboxes_.ticket(); }

  /// Sleeps until a parcel may have arrived, or wake() has been called since `ticket`
  /// was taken; at most `limit`.
  void wait(int worker, std::chrono::microseconds limit, std::uint32_t ticket);

  /// As above, with a ticket taken now: for parcels, which are looked for once more before
  /// sleeping.
  void wait(int worker, std::chrono::microseconds limit) { wait(worker, limit, ticket()); }

  /// The clock that this rank lives by: the host's, or a modelled one.
  [[nodiscard]] virtual std::chrono::steady_clock::time_point now() {
    return std::chrono::steady_clock::now();
  }

  /// Announces to the workers of this rank that there may be work; wakes those that sleep. What the
  /// caller did before is seen by whoever takes a later ticket. Call: any thread. Cheap if nobody
  /// sleeps.
  void wake() { inboxes_.ring(); }

  /// Throws peer_failed or interrupted_error where going on is pointless.
  void check() const;

  /// From now on check() throws interrupted_error where `stop` is set too, which asks this team
  /// alone to stop. It has to live as long as the endpoint. Call: any thread.
  void heed(const std::atomic<bool>& stop) noexcept { stop_.store(&stop); }

  /// Ends the whole team after this rank failed. Ranks in one process only note it;
  /// processes of others are ended with `code`.
  virtual void abandon(int code) noexcept;

  [[nodiscard]] std::uint64_t in_flight_bytes() const noexcept { return budget_.in_flight(); }
  [[nodiscard]] std::uint64_t in_flight_peak() const noexcept { return budget_.peak(); }
  [[nodiscard]] std::uint64_t in_flight_budget() const noexcept { return budget_.bytes(); }

  /// The most bytes of buffers from other ranks that this one has had to handle at once: received
  /// and, where the ranks are in one process, under way. 0 where senders have no windows: then
  /// their budgets are the bound, and nothing is counted.
  [[nodiscard]] std::uint64_t incast_peak() const noexcept { return incast_.peak(); }

  /// What it never exceeds.
  [[nodiscard]] std::uint64_t incast_bound() const noexcept {
    return shares_.bound(place_.size, budget_.bytes());
  }

  /// Bytes that a parcel takes of the budget: its label, and the buffer that fits its messages.
  /// Every rank finds the same. Call: any thread.
  [[nodiscard]] std::uint64_t charge_of(const parcel& buffer) const noexcept {
    return sizeof(parcel_label) + sizes_[sizes_.number_for(buffer.label.bytes)];
  }

  /// Memory that parcels have taken so far on this rank: the most at once, in slabs.
  /// Call: any thread.
  [[nodiscard]] virtual std::uint64_t parcel_memory() const noexcept;

  [[nodiscard]] virtual std::string_view name() const noexcept = 0;

  /// Number of hosts that the team runs on.
  [[nodiscard]] virtual int hosts() const noexcept { return 1; }

  /// Adds the choices in force, with their numbers.
  virtual void describe(report_card& card) const;

protected:
  /// Carries a parcel whose budget is granted.
  virtual send_outcome carry(rank_id to, parcel* buffer, int worker) = 0;

  /// What a parcel that goes back gives to its sender.
  struct returned_budget {
    rank_id sender;
    std::uint64_t bytes;
    std::int32_t units;  ///< By which the sender's window here opens.
    credit_wish wish;
  };

  /// A receiver is done with a parcel whose sender is in another process.
  virtual void return_budget(const returned_budget& what) { static_cast<void>(what); }

  [[nodiscard]] send_budget& budget() noexcept { return budget_; }
  [[nodiscard]] const incast_shares& shares() const noexcept { return shares_; }

  /// Sleeps as wait() does; nothing was in the inboxes.
  virtual void sleep(std::chrono::microseconds limit, std::uint32_t ticket) {
    inboxes_.sleep(ticket, std::min(limit, longest_sleep()));
  }

  /// How long wait() may sleep without missing something that no other thread announces.
  [[nodiscard]] virtual std::chrono::microseconds longest_sleep() noexcept {
    return std::chrono::milliseconds(10);
  }

private:
  void describe_incast(report_card& card) const;
  [[nodiscard]] returned_budget take_leave(const parcel& buffer);

  endpoint_place place_;
  failure_board& failures_;
  std::atomic<const std::atomic<bool>*> stop_{nullptr};
  buffer_sizes sizes_;
  std::vector<std::unique_ptr<parcel_pools>> pools_;  // one for each worker
  worker_inboxes<parcel> inboxes_;
  incast_shares shares_;
  send_budget budget_;
  incast_pool incast_;
};

/// Bytes that a parcel takes on the wire.
[[nodiscard]] inline std::uint64_t wire_bytes(const parcel& buffer) noexcept {
  return sizeof(parcel_label) + buffer.label.bytes;
}

}  // namespace orujo
