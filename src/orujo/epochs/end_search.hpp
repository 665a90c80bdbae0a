// How one rank finds out, with the others, that nothing of an epoch is left.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <span>

#include "orujo/epochs/closing_note.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// The epoch whose end is looked for.
struct searched_epoch {
  rank_team& team;
  std::uint32_t number;
  std::uint32_t port;
  closing_note* note;  ///< nullptr: there is nothing to agree on.
};

/// Looks for the end of one epoch on one rank. Its calls exclude each other.
class end_search {
public:
  explicit end_search(const searched_epoch& of) : of_(of), opened_(of.team.transport().now()) {}
  end_search(const end_search&) = delete;
  end_search& operator=(const end_search&) = delete;
  virtual ~end_search() = default;

  /// Takes a step if one is due; returns how long nothing more is to be done here but for what
  /// arrives. Call: while all workers of the rank that take part are idle.
  [[nodiscard]] virtual std::chrono::microseconds drive(worker& self) = 0;

  /// Takes in what another rank's search sent to the port of the epoch.
  virtual void hear(worker& self, parcel& buffer) = 0;

  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

protected:
  using clock = std::chrono::steady_clock;

  /// Counts are compared again at once if that may help, or else after this part of the time that
  /// the epoch has taken: it ends that much later at most, and comparisons grow with the time's
  /// logarithm.
  [[nodiscard]] clock::duration rest_at(clock::time_point now) const noexcept {
    constexpr int part = 128;
    constexpr std::chrono::milliseconds longest(10);
    return std::min<clock::duration>((now - opened_) / part, longest);
  }

  [[nodiscard]] rank_team::message_counts counts() const noexcept {
    return of_.team.counts(of_.number);
  }
  /// Call: after counts(), so that it is of the same moment or later.
  [[nodiscard]] note_bytes own_note() const {
    return of_.note != nullptr ? of_.note->read() : note_bytes{};
  }
  void add_note(note_bytes& sum, const note_bytes& other) const {
    if (of_.note != nullptr) { of_.note->add(sum, other); }
  }
  void end_here(const note_bytes& all) {
    if (of_.note != nullptr) { of_.note->end(all); }
    has_ended_ = true;
  }

  template <message Words>
  void tell(worker& self, rank_id to, const Words& what) const {
    of_.team.send_control(self, to, of_.port, std::as_bytes(std::span(&what, 1)));
  }
  template <message Words>
  [[nodiscard]] static Words words_of(parcel& buffer) noexcept {
    Words what;
    std::memcpy(&what, buffer.payload(), sizeof what);
    return what;
  }

  const searched_epoch of_;
  const clock::time_point opened_;

private:
  bool has_ended_ = false;
};

}  // namespace orujo
