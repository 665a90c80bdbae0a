// Requests for one key that are made one before they travel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "orujo/containers/key_form.hpp"
#include "orujo/containers/request_answers.hpp"
#include "orujo/messaging/reducing_channel.hpp"
#include "orujo/tasks/join.hpp"

namespace orujo {

/// A request that waits at its sender: its key, a short one, its value, and how others for the key
/// are merged into it. It never travels as it is.
template <container_key K, typename V>
struct waiting_request {
  typename key_form<K>::stored key;
  [[no_unique_address]] V value;
  void (*merge)(V& kept, const V& more);
  std::uint64_t hash;
  join* counter;       ///< The finish that counts it; nullptr: none.
  std::uint32_t code;  ///< What serves it.
};

/// A reducer of them; see reduction.hpp.
template <container_key K, typename V>
struct by_key_and_code {
  using waiting = waiting_request<K, V>;
  static constexpr bool waits = true;
  static constexpr std::string_view name = "values by key";

  [[nodiscard]] std::uint64_t key(const waiting& each) const noexcept { return each.hash; }
  [[nodiscard]] bool same(const waiting& a, const waiting& b) const noexcept {
    return a.code == b.code && a.counter == b.counter && key_form<K>::same(a.key, b.key, {});
  }
  /// What the operator throws ends the run, as it would at the home.
  bool merge(waiting& kept, const waiting& more) const {
    end_run_if_it_throws([&] { kept.merge(kept.value, more.value); });
    if (more.counter != nullptr) { more.counter->complete(); }  // `kept` is counted, too
    return true;
  }
};

/// Whether looking for requests to merge is worth it now: where few are found it is left out for a
/// while, twice as long each time, then tried again.
class reduction_trial {
public:
  /// Whether to look this time.
  [[nodiscard]] bool is_on() noexcept { return rest_ == 0 || --rest_ == 0; }

  void note(bool merged) noexcept {
    hits_ += merged ? 1U : 0U;
    if (++looks_ < window) { return; }
    if (hits_ < window / least_share) {
      rest_ = std::exchange(pause_, std::min(2 * pause_, longest_pause));
    } else {
      pause_ = shortest_pause;
    }
    looks_ = hits_ = 0;
  }

private:
  static constexpr std::uint32_t window = 4096;
  static constexpr std::uint32_t least_share = 16;
  static constexpr std::uint32_t shortest_pause = 15 * window;
  static constexpr std::uint32_t longest_pause = 16 * shortest_pause;

  std::uint32_t looks_ = 0;
  std::uint32_t hits_ = 0;
  std::uint32_t pause_ = shortest_pause;
  std::uint32_t rest_ = 0;
};

}  // namespace orujo
