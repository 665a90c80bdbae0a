// Phases that end when all their messages, and all that those led to, are handled.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "orujo/base/spin_lock.hpp"
#include "orujo/epochs/closing_note.hpp"
#include "orujo/epochs/end_search.hpp"
#include "orujo/messaging/port.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Which workers of each rank take part in an epoch.
enum class epoch_workers : std::uint8_t { all, first_only };

/// How the end of an epoch is found; see report_search and wave_search.
enum class end_finding : std::uint8_t { by_size, by_reports, in_waves };

struct epoch_options {
  epoch_workers who = epoch_workers::all;
  closing_note* note = nullptr;  ///< Outlives the epoch. nullptr: there is nothing to agree on.
  /// The same on every rank. By reports: in teams of up to report_search::most_ranks.
  end_finding how = end_finding::by_size;
};

/// One phase. The end is found by counting how many messages were sent and handled: by a
/// report_search in small teams, in waves over a tree in larger ones.
/// The contract is in docs/contracts/epoch.md.
///
/// - Up to 16 epochs are open at once; each counts its own messages.
/// - A worker that takes part holds the epoch open until its first try_end().
/// - The end is a consistent cut: no message of the epoch is in flight on any rank.
/// - All that handlers of the epoch did is visible to every worker that saw try_end() return true.
/// - What the ranks have to agree on next may come with the end: a closing_note.
/// - Looking for the end costs nobody much: counts are compared after a part of the time that the
///   epoch has taken, so that comparisons grow with its logarithm.
class epoch final : public port {
public:
  /// Opens the epoch. Call: collective; worker 0, outside on_workers().
  explicit epoch(rank_team& team, epoch_workers who = epoch_workers::all);
  epoch(rank_team& team, const epoch_options& options);
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
  void begin_work(worker& self, std::uint64_t items = 1) {
    self.count_sent(number_, team_.rank(), items);
  }
  void end_work(worker& self, std::uint64_t items = 1) { self.count_handled(number_, items); }

  void receive(worker& self, parcel& buffer) override;

private:
  friend struct hasty_epoch;  // of the tests, which break the rule to see that it is found

  bool leave(worker& self);
  void note_idle(std::size_t index, bool idle);
  [[nodiscard]] std::chrono::microseconds drive(worker& self);
  void tell_if_ended();

  rank_team& team_;
  int participants_;
  std::uint32_t number_;
  std::uint32_t port_number_;
  std::vector<std::uint8_t> idle_;  // one for each worker, written by it
  std::vector<std::uint8_t> body_done_;
  std::uint64_t traced_from_ = 0;  // where its span is noted
  alignas(cache_line_bytes) std::atomic<int> num_idle_{0};
  std::atomic<bool> ended_{false};
  alignas(cache_line_bytes) spin_lock busy_;  // guards the search
  std::unique_ptr<end_search> search_;
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
