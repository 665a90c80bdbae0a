// Phases that end when all their messages, and all that those led to, are handled.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "orujo/base/spin_lock.hpp"
#include "orujo/messaging/port.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Which workers of each rank take part in an epoch.
enum class epoch_workers : std::uint8_t { all, first_only };

/// One phase. The end is found by counting (Sinha, Kalé and Ramkumar 1993): the ranks add up how
/// many messages were sent and handled, twice; equal and unchanged sums mean that nothing is left.
/// The contract is in docs/contracts/epoch.md.
///
/// - Up to 16 epochs are open at once; each counts its own messages.
/// - A worker that takes part holds the epoch open until its first try_end().
/// - The end is a consistent cut: no message of the epoch is in flight on any rank.
/// - All that handlers of the epoch did is visible to every worker that saw try_end() return true.
/// - Looking for the end costs nobody much: sums are asked for again at once if they were equal, or
///   else after a part of the time that the epoch has taken, so the looks grow with its logarithm.
class epoch final : public port {
public:
  /// Opens the epoch. Call: collective; worker 0, outside on_workers().
  explicit epoch(rank_team& team, epoch_workers who = epoch_workers::all);
  epoch(const epoch&) = delete;
  epoch& operator=(const epoch&) = delete;

  /// Closes it. It has ended, or the team has failed.
  ~epoch() override;

  /// Messages that `self` sends from now on count towards this epoch.
  void enter(worker& self) { self.enter_epoch(number_); }

  /// Says that `self` has no work of its own now, makes progress for one round, and returns whether
  /// the epoch has ended. Between two calls a worker may do the work that handlers left behind for
  /// it. Work for another worker, or work that is not done before the next call, has to be
  /// announced by begin_work(). It sleeps for `longest` at most where nothing is to be done. Call:
  /// local; every worker that takes part, until it returns true; not inside a handler.
  [[nodiscard]] bool try_end(worker& self,
                             std::chrono::microseconds longest = std::chrono::microseconds::max());

  /// Runs progress until the epoch has ended. Call: as try_end().
  void finish(worker& self) {
    while (!try_end(self)) {}
  }

  /// Keeps the epoch open until `items` pieces of work, queued by a handler, have been done.
  void begin_work(worker& self, std::uint64_t items = 1) { self.count_sent(number_, items); }
  void end_work(worker& self, std::uint64_t items = 1) { self.count_handled(number_, items); }

  void receive(worker& self, parcel& buffer) override;

private:
  friend struct hasty_epoch;  // of the tests, which break the rule to see that it is found

  struct tally {
    std::uint64_t sent = 0;
    std::uint64_t handled = 0;
    [[nodiscard]] bool operator==(const tally&) const = default;
  };
  enum class message_kind : std::uint32_t { counts_up, next_wave, end };
  struct control_message {
    message_kind kind;
    std::uint32_t wave;
    tally sums;
  };
  using clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_root() const noexcept { return index_of(team_.rank()) == 0; }
  bool leave(worker& self);
  void note_idle(std::size_t index, bool idle);
  [[nodiscard]] std::chrono::microseconds drive(worker& self);
  [[nodiscard]] std::chrono::microseconds rest(worker& self);
  void contribute(worker& self);
  void decide(worker& self, const tally& sums);
  void start_wave(worker& self, std::uint32_t wave);
  void finish_here(worker& self);
  void tell(worker& self, rank_id to, const control_message& what);
  void tell_children(worker& self, const control_message& what);

  rank_team& team_;
  int participants_;
  std::uint32_t number_;
  std::uint32_t port_number_;
  std::vector<rank_id> children_;
  std::vector<std::uint8_t> idle_;  // one for each worker, written by it
  std::vector<std::uint8_t> body_done_;
  alignas(cache_line_bytes) std::atomic<int> num_idle_{0};
  std::atomic<bool> ended_{false};
  alignas(cache_line_bytes) spin_lock busy_;  // guards all below
  std::uint32_t wave_ = 0;
  bool contributed_ = false;
  std::size_t children_heard_ = 0;
  tally children_sums_;
  tally previous_;
  std::uint64_t traced_from_ = 0;  // where its span is noted
  // Of the root:
  bool rests_ = false;  // until the next wave is due
  clock::time_point next_wave_;
  clock::time_point wave_began_;
  clock::time_point opened_;
};

/// Runs `body(worker&)` on the workers of every rank, and returns when all messages sent there, and
/// all that their handlers sent, have been handled on every rank.
/// Call: collective; worker 0, outside on_workers(). Throws: what a body throws.
template <typename Body>
void run_epoch(rank_team& team, Body&& body) {
  epoch phase(team);
  team.on_workers([&](worker& self) {
    phase.enter(self);
    body(self);
    phase.finish(self);
    self.enter_epoch(0);
  });
}

/// As run_epoch(), with only worker 0 of each rank taking part: for phases too short to share.
template <typename Body>
void run_short_epoch(rank_team& team, Body&& body) {
  epoch phase(team, epoch_workers::first_only);
  worker& self = team.worker_at(0);
  phase.enter(self);
  body(self);
  phase.finish(self);
  self.enter_epoch(0);
}

}  // namespace orujo
