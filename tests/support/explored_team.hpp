// A team whose ranks take turns on one thread, and whose parcels arrive as the explorer says.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/base/settings.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/messaging/worker.hpp"
#include "orujo/transport/endpoint.hpp"
#include "support/explorer.hpp"
#include "support/model_fibers.hpp"

namespace orujo::test {

/// What an explored team is, and what may happen to it.
struct explored_shape {
  int ranks = 2;
  settings values = {};
  bool refuses = false;      ///< Whether a send may be refused, also one to the own rank.
  bool all_arrives = false;  ///< Whether control parcels, too, arrive before all ranks have ended.
  int loses = 0;             ///< A mutant: so many parcels of messages arrive, then one is lost.
};

/// Ranks with one worker each, as fibers of one thread. A rank runs until it waits; then the oldest
/// event happens: a rank starts, or goes on, or a parcel arrives. Deviations, of which each costs
/// one: the first few events are put behind all others; a round of progress is given a parcel that
/// is under way, or others go first; a send is refused. Time stands still while anything happens,
/// and passes to the end of the shortest sleep when all wait.
class explored_team {
public:
  explored_team(explorer& choices, explored_shape shape)
      : choices_(choices), shape_(std::move(shape)) {
    for (const char* each : {"idle_spins", "idle_yields"}) {
      shape_.values.assign(each, "0", setting_source::standard);  // to wait is to let others run
    }
  }
  explored_team(const explored_team&) = delete;
  explored_team& operator=(const explored_team&) = delete;

  /// Runs `program(team)` on every rank, once, under the explorer's choices.
  void run(const std::function<void(rank_team&)>& program);

  /// The run fails unless `holds`; its ranks end at their next round. Call: also in handlers.
  void check(bool holds, const char* what) {
    if (!holds) { fail(what); }
  }

  /// Between the two, parcels arrive in the order in which they were sent.
  void stop_exploring() noexcept { choices_.mute(); }
  void go_on_exploring() noexcept {
    if (!choices_.failed()) { choices_.unmute(); }
  }

private:
  class rank_endpoint;
  struct rank_state {
    bool sleeps = false;
    bool has_ended = false;
    std::chrono::nanoseconds wakes_at{};
  };
  /// A parcel arrives at `rank`; or, without one, the rank starts or goes on.
  struct event {
    int rank;
    parcel* arrived;
  };

  void run_rank(int rank, const std::function<void(rank_team&)>& program);
  void fail(std::string what);
  [[nodiscard]] bool gives_to_round(int rank);
  [[nodiscard]] bool refuses_one();
  void carry(int to, parcel* buffer);
  void sleep(int rank, std::chrono::microseconds limit);
  void let_others_run();
  [[nodiscard]] int next();
  [[nodiscard]] int next_that_sleeps();
  [[nodiscard]] event take_event();
  void arrive(const event& what);
  [[nodiscard]] rank_state& state_of(int rank) noexcept {
    return states_[static_cast<std::size_t>(rank)];
  }

  static constexpr int most_events = 5'000;
  static constexpr int most_vain_sleeps = 40;  // of each rank, one after the other

  explorer& choices_;
  explored_shape shape_;
  model_fibers fibers_{std::size_t{sanitized_stack::checked ? 4 : 1} << 20U, [this](int ended) {
                         state_of(ended).has_ended = true;
                         return next();
                       }};
  std::unique_ptr<failure_board> failures_;
  std::vector<std::unique_ptr<endpoint>> ends_;
  std::vector<rank_state> states_;
  std::deque<event> events_;
  std::chrono::nanoseconds time_{};
  int happened_ = 0;
  int vain_sleeps_ = 0;
  int taken_ = 0;  // parcels of messages
};

class explored_team::rank_endpoint final : public endpoint {
public:
  rank_endpoint(const endpoint_place& where, failure_board& failures, explored_team& team)
      : endpoint(where, team.shape_.values, failures), team_(team) {}

  bool progress(int /*worker*/) override { return team_.gives_to_round(number()); }
  [[nodiscard]] std::chrono::steady_clock::time_point now() override {
    return std::chrono::steady_clock::time_point(team_.time_);
  }
  [[nodiscard]] std::string_view name() const noexcept override { return "explored"; }

protected:
  send_outcome carry(rank_id to, parcel* buffer, int /*worker*/) override {
    if (team_.refuses_one()) { return send_outcome::refused; }
    if (to == place().rank) {
      deliver(buffer);
    } else {
      team_.carry(index_of(to), buffer);
    }
    return send_outcome::taken;
  }
  void sleep(std::chrono::microseconds limit, std::uint32_t asked) override {
    if (ticket() == asked) { team_.sleep(number(), limit); }
  }

private:
  [[nodiscard]] int number() const noexcept { return index_of(place().rank); }

  explored_team& team_;
};

inline void explored_team::run(const std::function<void(rank_team&)>& program) {
  failures_ = std::make_unique<failure_board>();
  states_.assign(static_cast<std::size_t>(shape_.ranks), {});
  time_ = {};
  happened_ = vain_sleeps_ = taken_ = 0;
  for (int r = 0; r < shape_.ranks; ++r) {
    const endpoint_place place{.rank = rank_id{r}, .size = shape_.ranks};
    ends_.push_back(std::make_unique<rank_endpoint>(place, *failures_, *this));
    fibers_.add([this, r, &program] { run_rank(r, program); });
    events_.push_back({r, nullptr});
  }
  fibers_.switch_to(next());
  fibers_.clear();
  for (const event& each : events_) {
    if (each.arrived != nullptr && (shape_.all_arrives || each.arrived->label.epoch != 0)) {
      choices_.fail("a message is under way when all ranks have ended");
    }
  }
  events_.clear();
  ends_.clear();
}

inline void explored_team::run_rank(int rank, const std::function<void(rank_team&)>& program) {
  try {
    rank_team team(*ends_[static_cast<std::size_t>(rank)], shape_.values);
    program(team);
  } catch (const peer_failed&) {  // what failed is known
  } catch (const std::exception& failure) { fail(failure.what()); }
}

inline void explored_team::fail(std::string what) {
  choices_.fail(std::move(what));
  choices_.mute();
  failures_->raise(rank_id{0}, std::make_exception_ptr(std::runtime_error("the run has failed")));
}

/// Whether a round of `rank`, which runs, is given something that is under way.
inline bool explored_team::gives_to_round(int rank) {
  if (events_.empty()) { return false; }
  const auto is_for_it = [&](const event& each) {
    return each.rank == rank && each.arrived != nullptr;
  };
  const auto ready = static_cast<int>(std::count_if(events_.begin(), events_.end(), is_for_it));
  const int way = choices_.choose(ready + 2, explorer::price::priced);
  if (way == 0) { return false; }
  if (way == ready + 1) {
    events_.push_back({rank, nullptr});
    let_others_run();
    return false;
  }
  auto at = std::find_if(events_.begin(), events_.end(), is_for_it);
  for (int i = 1; i < way; ++i) { at = std::find_if(at + 1, events_.end(), is_for_it); }
  const event what = *at;
  events_.erase(at);
  arrive(what);
  return true;
}

inline bool explored_team::refuses_one() {
  return shape_.refuses && choices_.choose(2, explorer::price::priced) == 1;
}

inline void explored_team::carry(int to, parcel* buffer) {
  vain_sleeps_ = 0;
  if (buffer->label.epoch != 0 && shape_.loses > 0 && ++taken_ > shape_.loses) {
    taken_ = -most_events;  // one only
    return;
  }
  ends_[static_cast<std::size_t>(to)]->note_coming(*buffer);
  events_.push_back({to, buffer});
}

inline void explored_team::sleep(int rank, std::chrono::microseconds limit) {
  state_of(rank).sleeps = true;
  state_of(rank).wakes_at = time_ + limit;
  let_others_run();
  state_of(rank).sleeps = false;
}

inline void explored_team::let_others_run() {
  worker* const me = current_worker;
  fibers_.switch_to(next());
  current_worker = me;
}

inline explored_team::event explored_team::take_event() {
  const int put_back = choices_.choose(static_cast<int>(events_.size()), explorer::price::priced);
  std::rotate(events_.begin(), events_.begin() + put_back, events_.end());
  const event what = events_.front();
  events_.pop_front();
  return what;
}

inline void explored_team::arrive(const event& what) {
  if (++happened_ == most_events) { fail("the team does not come to an end"); }
  if (what.arrived == nullptr || choices_.failed()) { return; }  // what has failed handles nothing
  vain_sleeps_ = 0;
  ends_[static_cast<std::size_t>(what.rank)]->deliver(what.arrived);
}

/// The rank that runs now.
inline int explored_team::next() {
  while (!events_.empty()) {
    const event what = take_event();
    arrive(what);
    const bool runs = what.arrived == nullptr || state_of(what.rank).sleeps;
    if (runs && !state_of(what.rank).has_ended) { return what.rank; }
  }
  return next_that_sleeps();
}

inline int explored_team::next_that_sleeps() {
  int soonest = model_fibers::caller;
  for (int r = 0; r < shape_.ranks; ++r) {
    if (!state_of(r).sleeps || state_of(r).has_ended) { continue; }
    if (soonest < 0 || state_of(r).wakes_at < state_of(soonest).wakes_at) { soonest = r; }
  }
  if (soonest < 0) { return model_fibers::caller; }
  time_ = std::max(time_, state_of(soonest).wakes_at);
  ++vain_sleeps_;
  if (vain_sleeps_ == most_vain_sleeps * shape_.ranks) { fail("all ranks wait for ever"); }
  if (vain_sleeps_ > 10 * most_vain_sleeps * shape_.ranks) { return model_fibers::caller; }
  return soonest;
}

/// Runs `program(explored_team&, rank_team&)` on all ranks under each schedule. `before()` runs
/// before each of them.
template <typename Before, typename Program>
[[nodiscard]] exploration explore_team(const exploration_limits& limits,
                                       const explored_shape& shape, Before before,
                                       Program program) {
  explorer choices(limits);
  explored_team all(choices, shape);
  do {
    before();
    all.run([&](rank_team& team) { program(all, team); });
  } while (choices.next());
  return choices.found();
}

/// The settings with others in place of some.
[[nodiscard]] inline settings settings_with(
    std::initializer_list<std::pair<std::string_view, std::string_view>> others) {
  settings values;
  for (const auto& [name, value] : others) { values.assign(name, value, setting_source::option); }
  return values;
}

}  // namespace orujo::test
