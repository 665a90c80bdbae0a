// Pumps numbered parcels between all workers of a team and checks that each arrives exactly once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/random.hpp"
#include "orujo/transport/endpoint.hpp"

namespace orujo::test {

/// What is pumped; the same on all ranks.
struct pump_plan {
  int parcels = 200;             ///< Of each worker, to ranks and workers drawn at random.
  std::size_t most_bytes = 512;  ///< Of the messages of a parcel.
  std::size_t held = 8;          ///< A receiver sits on up to so many parcels.
  std::uint64_t seed = 1;
};

/// One rank of the pump. Failures are thrown; run_pump() takes them to the failure board.
class parcel_pump {
public:
  parcel_pump(endpoint& end, const pump_plan& plan)
      : end_(end),
        plan_(plan),
        workers_(static_cast<std::size_t>(end.place().size * end.place().workers)),
        seen_(workers_ * static_cast<std::size_t>(plan.parcels)) {}

  /// Returns when this worker has sent all it has to and all ranks have received all.
  /// Call: by every worker of the rank, at once.
  void run(int worker) {
    sender mine(worker, {plan_.seed, stream_of(worker)});
    mine.sent_to.resize(static_cast<std::size_t>(end_.place().size));
    while (!finished(mine)) {
      end_.check();
      bool moved = send_next(mine);
      moved = receive(mine) || moved;
      if (!moved || mine.random.below(4) == 0) { moved = end_.progress(worker) || moved; }
      if (!moved) { rest(mine); }
    }
    release_all(mine);
  }

  [[nodiscard]] std::uint64_t received() const noexcept { return received_.load(); }

private:
  enum port : std::uint32_t { data = 7, announcement = 8, all_here = 9 };

  struct note {
    std::uint32_t source = 0;
    std::uint32_t worker = 0;
    std::uint32_t number = 0;  ///< Of the parcel; in an announcement, of parcels sent there.
    std::uint32_t destination = 0;
  };

  struct sender {
    sender(int worker_number, random_stream stream) : worker(worker_number), random(stream) {}

    int worker;
    random_stream random;
    parcel* offered = nullptr;  // refused, to be offered again
    int offered_to = 0;
    int next = 0;               // parcel
    int next_announcement = 0;  // rank
    int next_done = 0;          // rank; only the worker that tells
    bool tells_done = false;
    std::vector<std::uint32_t> sent_to;  // each rank
    std::vector<parcel*> held;
  };

  [[nodiscard]] std::uint64_t stream_of(int worker) const noexcept {
    return static_cast<std::uint64_t>(index_of(end_.place().rank)) << 32U |
           static_cast<std::uint64_t>(worker);
  }

  [[nodiscard]] static std::byte filling(const note& about, std::size_t at) noexcept {
    return static_cast<std::byte>(mix64(about.source ^ (std::uint64_t{about.worker} << 20U) ^
                                        (std::uint64_t{about.number} << 32U)) +
                                  at);
  }

  [[nodiscard]] bool all_received() const noexcept {
    return static_cast<std::size_t>(announced_.load()) == workers_ &&
           received_.load() == expected_.load();
  }

  [[nodiscard]] bool finished(sender& mine) {
    const int ranks = end_.place().size;
    if (mine.offered != nullptr || mine.next_announcement < ranks) { return false; }
    if (all_received() && !told_done_.exchange(true)) { mine.tells_done = true; }
    if (mine.tells_done && mine.next_done < ranks) { return false; }
    return done_.load() == ranks;
  }

  [[nodiscard]] bool send_next(sender& mine) {
    if (mine.offered == nullptr) { compose(mine); }
    if (mine.offered == nullptr) { return false; }
    const bool control = mine.offered->label.port != port::data;
    const rank_id to{mine.offered_to};
    const send_outcome outcome = control ? end_.try_send_control(to, mine.offered, mine.worker)
                                         : end_.try_send(to, mine.offered, mine.worker);
    if (end_.in_flight_peak() > end_.in_flight_budget()) {
      throw std::runtime_error("the budget was exceeded");
    }
    if (end_.incast_peak() > end_.incast_bound()) {
      throw std::runtime_error("the bound of the incast was exceeded");
    }
    if (outcome != send_outcome::taken) { return false; }
    mine.offered = nullptr;
    return true;
  }

  void compose(sender& mine) {
    const endpoint_place& place = end_.place();
    if (mine.next < plan_.parcels) {
      mine.offered_to = static_cast<int>(mine.random.below(static_cast<std::uint64_t>(place.size)));
      const auto workers = static_cast<std::uint64_t>(place.workers);
      const std::uint64_t to_worker = mine.random.below(workers + 1);
      ++mine.sent_to[static_cast<std::size_t>(mine.offered_to)];
      write(mine, port::data, static_cast<std::uint32_t>(mine.next++));
      mine.offered->label.worker =
          to_worker == workers ? any_worker : static_cast<std::uint16_t>(to_worker);
    } else if (mine.next_announcement < place.size) {
      mine.offered_to = mine.next_announcement++;
      write(mine, port::announcement, mine.sent_to[static_cast<std::size_t>(mine.offered_to)]);
    } else if (mine.tells_done && mine.next_done < place.size) {
      mine.offered_to = mine.next_done++;
      write(mine, port::all_here, 0);
    }
  }

  void write(sender& mine, port which, std::uint32_t number) {
    parcel* const buffer = end_.pool(mine.worker).allocate();  // large enough for any
    const note about{static_cast<std::uint32_t>(index_of(end_.place().rank)),
                     static_cast<std::uint32_t>(mine.worker), number,
                     static_cast<std::uint32_t>(mine.offered_to)};
    std::size_t bytes = sizeof(note);
    if (which == port::data) { bytes += mine.random.below(plan_.most_bytes - bytes + 1); }
    std::memcpy(buffer->payload(), &about, sizeof(about));
    for (std::size_t i = sizeof(about); i < bytes; ++i) {
      buffer->payload()[i] = filling(about, i);
    }
    buffer->label.bytes = static_cast<std::uint32_t>(bytes);
    buffer->label.port = which;
    buffer->label.epoch = number;
    mine.offered = end_.pools(mine.worker).fitted(buffer);
  }

  [[nodiscard]] bool receive(sender& mine) {
    parcel* const buffer = end_.try_receive(mine.worker);
    if (buffer == nullptr) { return false; }
    check(*buffer, mine.worker);
    mine.held.push_back(buffer);
    if (mine.held.size() > mine.random.below(plan_.held + 1)) { release_all(mine); }
    return true;
  }

  void check(parcel& buffer, int worker) {
    note about;
    if (buffer.label.bytes < sizeof(about)) { throw std::runtime_error("a parcel is too short"); }
    std::memcpy(&about, buffer.payload(), sizeof(about));
    const auto here = static_cast<std::uint32_t>(index_of(end_.place().rank));
    if (about.destination != here || about.source != buffer.label.source) {
      throw std::runtime_error("a parcel is on the wrong rank");
    }
    if (buffer.label.port == port::announcement) {
      expected_.fetch_add(about.number);
      announced_.fetch_add(1);  // after expected_: see all_received()
      return;
    }
    if (buffer.label.port == port::all_here) {
      done_.fetch_add(1);
      return;
    }
    if (buffer.label.worker != any_worker && buffer.label.worker != worker) {
      throw std::runtime_error("a parcel is with the wrong worker");
    }
    check_data(about, buffer);
    received_.fetch_add(1);
  }

  void check_data(const note& about, parcel& buffer) {
    const std::size_t sender_number =
        about.source * static_cast<std::size_t>(end_.place().workers) + about.worker;
    auto& times = seen_.at(sender_number * static_cast<std::size_t>(plan_.parcels) + about.number);
    if (times.fetch_add(1) != 0) { throw std::runtime_error("a parcel arrived twice"); }
    bool whole = buffer.label.port == port::data && buffer.label.epoch == about.number;
    for (std::size_t i = sizeof(about); i < buffer.label.bytes; ++i) {
      whole = whole && buffer.payload()[i] == filling(about, i);
    }
    if (!whole) { throw std::runtime_error("a parcel was damaged"); }
  }

  void release_all(sender& mine) {
    for (parcel* const buffer : mine.held) { end_.release(buffer, mine.worker); }
    mine.held.clear();
  }

  void rest(sender& mine) {
    release_all(mine);  // a budget comes back only from those who release
    if (mine.random.below(8) == 0) {
      end_.wait(mine.worker, std::chrono::microseconds(100));
    } else {
      std::this_thread::yield();
    }
  }

  endpoint& end_;
  pump_plan plan_;
  std::size_t workers_;                          // of all ranks
  std::vector<std::atomic<std::uint8_t>> seen_;  // by sending worker and number
  std::atomic<std::uint64_t> received_{0};
  std::atomic<std::uint64_t> expected_{0};
  std::atomic<int> announced_{0};  // workers that said how much they sent here
  std::atomic<int> done_{0};       // ranks that have received all
  std::atomic<bool> told_done_{false};
};

/// Starts the workers of one rank, each on a thread of its own. What they throw goes to the board.
inline void start_pump(endpoint& end, parcel_pump& pump, std::vector<std::jthread>& threads) {
  for (int w = 0; w < end.place().workers; ++w) {
    threads.emplace_back([&end, &pump, w] {
      try {
        pump.run(w);
      } catch (...) {
        end.failures().raise(end.place().rank, std::current_exception());
        end.wake();
      }
    });
  }
}

/// Runs the pump on one rank. Throws: what a worker threw first.
inline void run_pump(endpoint& end, const pump_plan& plan) {
  parcel_pump pump(end, plan);
  std::vector<std::jthread> threads;
  start_pump(end, pump, threads);
  threads.clear();  // joins
  if (end.failures().raised()) { std::rethrow_exception(end.failures().first()); }
}

/// A team in this process: `ranks[r]` is rank r's end.
/// Runs the pump on all of it. Throws: what a worker of any rank threw first.
inline void run_pump(const std::vector<std::unique_ptr<endpoint>>& ranks, const pump_plan& plan) {
  std::vector<std::unique_ptr<parcel_pump>> pumps;
  for (const auto& end : ranks) { pumps.push_back(std::make_unique<parcel_pump>(*end, plan)); }
  std::vector<std::jthread> threads;
  for (std::size_t r = 0; r < ranks.size(); ++r) { start_pump(*ranks[r], *pumps[r], threads); }
  threads.clear();  // joins
  failure_board& board = ranks.front()->failures();
  if (board.raised()) { std::rethrow_exception(board.first()); }
}

}  // namespace orujo::test
