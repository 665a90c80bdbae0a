// Looks for the end of an epoch in waves over a tree of ranks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "orujo/epochs/end_search.hpp"

namespace orujo {

/// The ranks add up how many messages were sent and handled, twice; equal and unchanged sums mean
/// that nothing is left (Sinha, Kalé and Ramkumar 1993). Sums are asked for again at once if they
/// were equal, or else after a rest.
class wave_search final : public end_search {
public:
  explicit wave_search(const searched_epoch& of);

  [[nodiscard]] std::chrono::microseconds drive(worker& self) override;
  void hear(worker& self, parcel& buffer) override;

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
    note_bytes note;
  };

  [[nodiscard]] bool is_root() const noexcept { return index_of(of_.team.rank()) == 0; }
  [[nodiscard]] std::chrono::microseconds rest(worker& self);
  void contribute(worker& self);
  void decide(worker& self, const tally& sums);
  void start_wave(worker& self, std::uint32_t wave);
  void end_all(worker& self, const note_bytes& all);
  void tell_children(worker& self, const control_message& what);

  std::vector<rank_id> children_;
  std::uint32_t wave_ = 0;
  bool contributed_ = false;
  std::size_t children_heard_ = 0;
  tally children_sums_;
  std::vector<note_bytes> children_notes_;  // in the order of the children
  note_bytes note_{};                       // of this rank and those below it, in this wave
  tally previous_;
  // Of the root:
  bool rests_ = false;  // until the next wave is due
  clock::time_point next_wave_;
  clock::time_point wave_began_;
};

}  // namespace orujo
