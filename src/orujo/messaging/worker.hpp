// One worker of a rank: what it is doing, what it has counted, what it sends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "orujo/base/ids.hpp"
#include "orujo/base/metric_sampler.hpp"
#include "orujo/base/metrics.hpp"
#include "orujo/base/thread_group.hpp"
#include "orujo/base/trace.hpp"
#include "orujo/messaging/outbox.hpp"

namespace orujo {

class rank_team;

/// So many epochs may be open at once. Counters of a slot are never reset: a finished epoch leaves
/// as many messages handled as sent, so the next one in the slot starts balanced.
inline constexpr std::uint32_t epoch_slots = 16;

/// Messages sent are counted in so many classes of ranks: those of rank r in class r % 8. In a team
/// of up to eight ranks each has a class of its own.
inline constexpr std::size_t sent_classes = 8;

/// Messages of one epoch that one worker has sent, by the class of their rank, and handled.
struct epoch_counters {
  std::array<std::atomic<std::uint64_t>, sent_classes> sent{};
  std::atomic<std::uint64_t> handled{0};
};

/// Runs a call on the thread's own stack, and returns when it has ended. Made by the layer that
/// runs code on other, smaller stacks: the network and handlers need room.
class stack_hop {
public:
  using call = void (*)(void* argument);
  virtual void run_on_thread_stack(call what, void* argument) = 0;

protected:
  ~stack_hop() = default;
};

/// The layers above this one that keep something of their own at every worker.
enum class upper_layer : std::uint8_t { tasks, memory };
inline constexpr std::size_t num_upper_layers = 2;

/// One OS thread of a rank. Everything here belongs to that thread, but what says otherwise.
class alignas(cache_line_bytes) worker {
public:
  worker(rank_team& team, endpoint& transport, int index, const idle_counter& waits)
      : out(transport, index, metrics), idle(waits), team_(team), index_(index) {}
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;

  [[nodiscard]] rank_team& team() const noexcept { return team_; }
  [[nodiscard]] int index() const noexcept { return index_; }

  /// The epoch that messages sent now count towards; 0: none.
  [[nodiscard]] std::uint32_t epoch() const noexcept { return epoch_; }

  /// Messages sent from now on count towards `epoch`; 0: none is sent. What is buffered for another
  /// epoch stays buffered. Runs no handler.
  void enter_epoch(std::uint32_t epoch) {
    if (epoch != 0 && epoch != buffered_epoch_) { switch_epoch(epoch); }
    epoch_ = epoch;
  }

  [[nodiscard]] bool in_handler() const noexcept { return in_handler_; }

  /// Whether the worker is inside a handler, a round of progress or a flush: what it sends there
  /// never waits for room, and never begins another round.
  [[nodiscard]] bool is_engaged() const noexcept { return is_engaged_; }

  /// Runs `what()` engaged.
  template <typename What>
  void engage(What&& what) {
    const restored_value engaged(is_engaged_, true);
    what();
  }

  /// Runs `handler()` for messages of `epoch`, which what it sends counts towards.
  template <typename Handler>
  void handle(std::uint32_t epoch, Handler&& handler) {
    const std::uint32_t outer_epoch = epoch_;
    const restored_value engaged(is_engaged_, true);
    const restored_value handling(in_handler_, true);
    const restored_value sending(epoch_, epoch_);  // in case that a send fails
    enter_epoch(epoch);
    handler();
    enter_epoch(outer_epoch);
  }

  /// The epoch that messages which a port still holds count towards: the last one but 0 that was
  /// entered. A worker at 0 flushes what it has buffered before.
  [[nodiscard]] std::uint32_t buffered_epoch() const noexcept { return buffered_epoch_; }

  /// Counts `messages` to rank `to` as sent. Call: before they are handed to the transport.
  void count_sent(std::uint32_t epoch, rank_id to, std::uint64_t messages) noexcept {
    const auto of = static_cast<std::size_t>(index_of(to)) % sent_classes;
    auto& sent = counters_[epoch % epoch_slots].sent[of];
    // release: whoever sees these messages handled sees them sent; one writer, hence no fetch_add
    sent.store(sent.load(std::memory_order_relaxed) + messages, std::memory_order_release);
  }

  /// Notes `messages` as handled. They are published once everything that their handlers sent has
  /// been counted as sent: see take_handled().
  void count_handled(std::uint32_t epoch, std::uint64_t messages) noexcept {
    unpublished_[epoch % epoch_slots] += messages;
    any_unpublished_ = true;
  }

  /// What has been handled so far, to be published after a flush of all buffers: by then what its
  /// handlers sent has been counted.
  [[nodiscard]] std::array<std::uint64_t, epoch_slots> take_handled() noexcept {
    any_unpublished_ = false;
    return std::exchange(unpublished_, {});
  }
  [[nodiscard]] bool any_handled() const noexcept { return any_unpublished_; }

  void publish_handled(const std::array<std::uint64_t, epoch_slots>& messages) noexcept;

  /// Sent and handled so far in the slot of `epoch`. Call: any thread.
  [[nodiscard]] const epoch_counters& counters(std::uint32_t epoch) const noexcept {
    return counters_[epoch % epoch_slots];
  }

  /// What `layer`, which alone knows its type, keeps here; nullptr while that is nothing.
  [[nodiscard]] void* kept_by(upper_layer layer) const noexcept {
    return kept_[static_cast<std::size_t>(layer)];
  }
  void keep_for(upper_layer layer, void* what) noexcept {
    kept_[static_cast<std::size_t>(layer)] = what;
  }

  /// Notes that an upper layer is about to look for work that other workers may bring; if it finds
  /// none, the next wait sleeps only if no parcel has come and nobody has called since.
  void note_look(std::uint32_t ticket) noexcept { looked_at_ = ticket; }
  [[nodiscard]] std::optional<std::uint32_t> take_look() noexcept {
    return std::exchange(looked_at_, std::nullopt);
  }

  /// Keeps the values of its metrics if a moment is due. Cost: a branch, unless they are kept.
  void look() noexcept {
    if (samples != nullptr) [[unlikely]] { samples->look(metrics); }
  }

  worker_metrics metrics;  ///< Read by others, written by this worker.
  outbox out;              ///< What it has sealed.
  idle_counter idle;
  std::uint64_t buffer_bytes = 0;  ///< Of the parcels that it is filling.
  trace_lane* trace = nullptr;     ///< Where spans of its time are noted; nullptr: nowhere.
  std::unique_ptr<metric_sampler> samples;  ///< Where metrics are kept over time; nullptr: nowhere.
  stack_hop* hop = nullptr;  ///< Set while it runs on another stack than its thread's.

private:
  /// Gives `place` a value as long as it lives, then the one that it had.
  template <typename Value>
  class restored_value {
  public:
    restored_value(Value& place, Value now) noexcept
        : place_(place), before_(std::exchange(place, now)) {}
    restored_value(const restored_value&) = delete;
    restored_value& operator=(const restored_value&) = delete;
    ~restored_value() { place_ = before_; }

  private:
    Value& place_;
    Value before_;
  };

  void switch_epoch(std::uint32_t epoch);

  rank_team& team_;
  int index_;
  std::uint32_t epoch_ = 0;
  std::uint32_t buffered_epoch_ = 0;  ///< The last one but 0: what lanes are filled for.
  std::array<void*, num_upper_layers> kept_{};
  std::optional<std::uint32_t> looked_at_;  ///< The endpoint's ticket then.
  bool in_handler_ = false;
  bool is_engaged_ = false;
  bool any_unpublished_ = false;
  std::array<std::uint64_t, epoch_slots> unpublished_{};
  alignas(cache_line_bytes) std::array<epoch_counters, epoch_slots> counters_;
};

/// The worker that runs the calling thread, or nullptr. The one thread-local of the library.
// initial-exec: a plain load from a fixed offset, also inside a shared library.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local worker* current_worker = nullptr;

/// The worker that runs the calling thread. Call: on a worker.
[[nodiscard]] inline worker& this_worker() noexcept { return *current_worker; }

}  // namespace orujo
