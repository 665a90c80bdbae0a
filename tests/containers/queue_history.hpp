// Histories of a queue, and whether one order of all operations explains them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orujo::test {

/// A push of a value that nobody else pushes, or a pop, which may have found nothing.
struct queue_event {
  bool is_push = false;
  std::optional<std::uint64_t> value;
  std::uint64_t begun = 0;  // moments of one clock, all different
  std::uint64_t ended = 0;
};

/// Looks for what no linearizable queue does. These four patterns are all that can be wrong (T. A.
/// Henzinger, A. Sezgin, V. Vafeiadis, *Aspect-oriented linearizability proofs*, 2013): a value
/// comes out that did not go in; one comes out twice; one overtakes another; a pop finds nothing
/// though at every moment some value was in the queue.
class queue_checker {
public:
  explicit queue_checker(const std::vector<queue_event>& events) {
    for (const queue_event& each : events) {
      if (each.is_push) {
        lives_[*each.value].push = &each;
      } else if (!each.value) {
        empty_.push_back(&each);
      } else {
        repeats_ |= lives_[*each.value].pop != nullptr;
        lives_[*each.value].pop = &each;
      }
    }
  }

  /// What is wrong; empty if nothing is.
  [[nodiscard]] std::string problem() const {
    if (repeats_) { return "a value came out twice"; }
    for (const auto& [value, life] : lives_) {
      if (life.push == nullptr || (life.pop != nullptr && life.pop->ended < life.push->begun)) {
        return "a value came out before it went in: " + std::to_string(value);
      }
      for (const auto& [other, later] : lives_) {
        if (overtakes(later, life)) {
          return std::to_string(other) + " overtook " + std::to_string(value);
        }
      }
    }
    for (const queue_event* pop : empty_) {
      if (!may_find_nothing(*pop)) { return "a pop found nothing where there was something"; }
    }
    return {};
  }

private:
  struct passage {
    const queue_event* push = nullptr;
    const queue_event* pop = nullptr;
  };

  static bool overtakes(const passage& later, const passage& earlier) {
    if (later.push == nullptr || later.pop == nullptr) { return false; }
    return earlier.push->ended < later.push->begun &&
           (earlier.pop == nullptr || later.pop->ended < earlier.pop->begun);
  }

  /// Between two moments of the pop the queue may have been empty: no value was surely there.
  bool may_find_nothing(const queue_event& pop) const {
    for (std::uint64_t moment = pop.begun; moment < pop.ended; ++moment) {
      bool is_held = false;
      for (const auto& [value, life] : lives_) {
        is_held |= life.push->ended <= moment && (life.pop == nullptr || life.pop->begun > moment);
      }
      if (!is_held) { return true; }
    }
    return false;
  }

  std::map<std::uint64_t, passage> lives_;
  std::vector<const queue_event*> empty_;
  bool repeats_ = false;
};

}  // namespace orujo::test
