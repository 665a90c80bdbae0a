// One worker's side of global memory: its parts of the segments, what it asks, what it serves.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <new>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/memory/answers.hpp"
#include "orujo/memory/delegate_unit.hpp"
#include "orujo/memory/home_divisor.hpp"
#include "orujo/messaging/message_buffers.hpp"
#include "orujo/tasks/finish.hpp"

namespace orujo {

class global_memory;

/// Everything here belongs to the worker's thread: its tasks and its handlers.
///
/// Requests of one worker for one finish that lie behind each other in a parcel are a run. A run is
/// counted by the join once, when it begins, and answered once, when its home has served it.
class home_memory {
public:
  /// Requests and answers of this worker leave through these buffers.
  struct outlets {
    message_buffers<delegate_unit>& requests;
    message_buffers<delegate_unit>& answers;
  };

  home_memory(global_memory& owner, worker& self, outlets out);
  home_memory(const home_memory&) = delete;
  home_memory& operator=(const home_memory&) = delete;
  ~home_memory();

  [[nodiscard]] global_memory& owner() const noexcept { return owner_; }
  [[nodiscard]] worker& self() const noexcept { return self_; }
  [[nodiscard]] home_id home() const noexcept { return home_; }
  /// Workers of the team.
  [[nodiscard]] std::uint32_t num_homes() const noexcept {
    return static_cast<std::uint32_t>(runs_.size());
  }
  /// Divides by that.
  [[nodiscard]] const home_divisor& divisor() const noexcept { return divisor_; }
  /// Units that a parcel holds.
  [[nodiscard]] std::size_t parcel_units() const noexcept { return requests_.capacity(); }

  // --- segments ----------------------------------------------------------------------------------

  /// The greatest alignment of what lies in segments.
  static constexpr std::size_t part_alignment = cache_line_bytes;
  /// Parts of fewer bytes are not asked for beforehand: they lie on the heap, as huge_memory says.
  static constexpr std::size_t least_mapped_bytes = std::size_t{64} << 10U;

  /// Maps this worker's part of a segment, zero, and touches its pages. Throws: memory_error.
  void map(segment_id segment, std::size_t bytes);
  /// Destroys the object in it, if there is one, and gives the part back.
  void unmap(segment_id segment);

  /// Makes the object of this worker in a segment that has been mapped for it.
  template <typename T, typename... Values>
  void emplace(segment_id segment, const Values&... values) {
    new (&at<T>(first_of(segment))) T(values...);
    if constexpr (!std::is_trivially_destructible_v<T>) {
      held_.at(segment).destroy = [](std::byte* object) {
        std::destroy_at(reinterpret_cast<T*>(object));
      };
    }
  }

  /// The datum of type T at `where`. In checked builds it lies in memory that is not released.
  template <typename T>
  [[nodiscard]] T& at(place where) const {
    return *reinterpret_cast<T*>(resolve(static_cast<std::uint64_t>(where), sizeof(T)));
  }

  /// The address of `bytes` bytes at `where`.
  [[nodiscard]] std::byte* bytes_at(place where, std::size_t bytes) const {
    return resolve(static_cast<std::uint64_t>(where), bytes);
  }

  // --- asking ------------------------------------------------------------------------------------

  /// Room for a request of `units` units to `home`, to be written at once. Call: a task or handler.
  [[nodiscard]] delegate_unit* request(home_id home, std::size_t units) {
    run& open = runs_[index_of(home)];
    self_.metrics.add(counted_for(open, metric::delegates_blocking_remote));
    if (!has_room(home, units)) { begin_run(home, units, nullptr); }
    open.not_counted += units;
    return room(open, home, units);
  }

  /// As request(), counted by `counter` (nullptr: by the run of tasks only).
  [[nodiscard]] delegate_unit* counted_request(home_id home, std::size_t units, join* counter) {
    run& open = runs_[index_of(home)];
    if (open.counter != counter || !has_room(home, units)) [[unlikely]] {
      begin_run(home, units, counter);
    }
    if (units > 1) { open.not_counted += units - 1; }
    return room(open, home, units);
  }

  /// Adds the requests without answers to the metrics: they are not counted one by one. Call: when
  /// all runs end. Cost: homes to which runs began since the last call.
  void count_requests() noexcept {
    for (const std::uint32_t home : begun_) {
      runs_[home].is_listed = false;
      count_requests(runs_[home]);
    }
    begun_.clear();
  }

  /// Counts a request that is a function call, as its datum lies here.
  void count_call() noexcept { self_.metrics.add(metric::delegates_blocking_own_worker); }

  /// Keeps a slot that nobody waits for any longer until its answer has come, as `arrived` says.
  void keep_until(const suspension& arrived, std::unique_ptr<bytes_answer> slot);

  // --- answering: inside a handler of a request
  // ----------------------------------------------------

  void answer_value(std::uint64_t to, std::uint64_t value) {
    answer_room(asker_, 1)[0] = {head_of(answer_kind::value, to), value};
  }
  void answer_bytes(std::uint64_t to, std::span<const std::byte> bytes);

  // --- answering later ---------------------------------------------------------------------------

  /// Answers a task of any worker that was left waiting; see delegate::await_turn(). Call: a task
  /// or a handler; never yields. Cost: to another worker, 16 bytes, more for a large result.
  void answer(const asking_task& to) { answer_word(to, 0); }
  template <typename R>
  void answer(const asking_task& to, const R& result) {
    if constexpr (is_small<R>) {
      answer_word(to, word_from(result));
    } else {
      answer_large(to, std::as_bytes(std::span(&result, 1)));
    }
  }

  /// Where tasks that wait at this home have their places. What is left there is released with
  /// global memory. Call: a task or a handler.
  [[nodiscard]] std::pmr::memory_resource& waiting_memory() noexcept { return waiting_memory_; }

  // --- handlers
  // ------------------------------------------------------------------------------------

  void serve(std::span<const delegate_unit> requests);
  void take(std::span<const delegate_unit> answers);

private:
  // A segment's part.
  struct holding {
    huge_memory memory;
    void (*destroy)(std::byte*) = nullptr;  // what lies at its start, if that must be
  };
  // How far away a home is; each is a row of the table of metrics further from the remote ones.
  enum class distance : std::uint8_t { other_rank, own_rank, own_worker };
  static_assert(static_cast<std::size_t>(metric::delegates_blocking_remote) ==
                    static_cast<std::size_t>(metric::delegates_blocking_own_worker) + 2 &&
                static_cast<std::size_t>(metric::delegates_async_remote) ==
                    static_cast<std::size_t>(metric::delegates_async_own_worker) + 2);

  // Requests to a home are made in runs. Those in its lane belong to the run that began last. All
  // bytes of a run to another rank that has not begun are zero.
  struct run {
    const delegate_unit* next = nullptr;  // where the run goes on while its parcel is being filled
    join* counter = nullptr;
    const delegate_unit* counted = nullptr;  // The requests before this unit have been counted.
    std::uint64_t not_counted = 0;  // Units behind `counted` that are no requests without answers.
    bool is_listed = false;         // in begun_
    distance away{};
  };

  /// The metric that requests to the home of `open` count as, where `remote` is that of other
  /// ranks.
  [[nodiscard]] static metric counted_for(const run& open, metric remote) noexcept {
    return static_cast<metric>(static_cast<std::size_t>(remote) -
                               static_cast<std::size_t>(open.away));
  }

  [[nodiscard]] std::byte* resolve(std::uint64_t word, [[maybe_unused]] std::size_t bytes) const {
    const std::size_t segment = segment_index(word);
    ORUJO_ASSERT(segment < num_windows || parts_[segment] != 0 || bytes == 0,
                 "a delegate or access to released global memory");
    ORUJO_ASSERT(segment < num_windows || offset_of(word) + bytes <= part_bytes_[segment],
                 "a delegate or access outside an array of global memory");
    return reinterpret_cast<std::byte*>(parts_[segment] + offset_of(word));
  }

  [[nodiscard]] bool has_room(home_id home, std::size_t units) const {
    const message_lane<delegate_unit>& box = lanes_[index_of(home)];
    return static_cast<std::size_t>(box.end - box.next) >= units;
  }

  [[nodiscard]] delegate_unit* room(run& open, home_id home, std::size_t units) {
    message_lane<delegate_unit>& box = lanes_[index_of(home)];
    delegate_unit* const first = box.next;
    open.next = box.next = first + units;
    return first;
  }

  void count_requests(run& open) noexcept;
  void begin_run(home_id home, std::size_t units, join* counter);
  void end_run();
  [[nodiscard]] delegate_unit* answer_room(std::uint64_t asker, std::size_t units);
  void answer_word(const asking_task& to, std::uint64_t value);
  void answer_large(const asking_task& to, std::span<const std::byte> bytes);
  std::size_t serve_one(const delegate_unit& request);
  std::size_t serve_large(const delegate_unit& request);
  void prefetch(std::uint64_t word) const {
    const std::uint64_t address = parts_[segment_index(word)] + offset_of(word);
    prefetch_to_write(reinterpret_cast<const void*>(address));
  }

  global_memory& owner_;
  worker& self_;
  home_id home_;
  std::size_t prefetch_distance_;
  message_buffers<delegate_unit>& requests_;
  message_lane<delegate_unit>* lanes_;
  huge_array<run> runs_;  // one for each home; pages of those that nothing is asked are not touched
  std::vector<std::uint32_t> begun_;  // homes of runs that count_requests() has not looked at
  home_divisor divisor_;
  message_sender<delegate_unit> answers_;
  // Of each segment the address of its part, and its size. They do not move: other workers of the
  // rank read them. What was never used are pages that were never touched.
  huge_array<std::uint64_t> parts_;
  huge_array<std::size_t> part_bytes_;
  std::unordered_map<segment_id, holding> held_;
  struct kept_slot {
    const suspension* arrived;
    std::unique_ptr<bytes_answer> slot;
  };
  std::vector<kept_slot> kept_;
  std::size_t kept_most_ = 16;  // more of them are looked through
  std::pmr::unsynchronized_pool_resource waiting_memory_;
  std::uint64_t asker_ = 0;    // while serving: the home of the run,
  std::uint64_t counter_ = 0;  // and its join there
};

/// Global memory as `self` has it; nullptr while there is none. Call: its thread.
[[nodiscard]] inline home_memory* memory_of(const worker& self) noexcept {
  return static_cast<home_memory*>(self.kept_by(upper_layer::memory));
}

/// Throws: usage_error, which says that a global_memory is to be opened before.
[[noreturn]] void refuse_without_memory();

/// Global memory as the calling worker has it. Call: inside run_global(), with a global_memory.
/// Throws: usage_error without one.
[[nodiscard]] inline home_memory& this_memory() {
  home_memory* const found = current_worker != nullptr ? memory_of(*current_worker) : nullptr;
  if (found == nullptr) [[unlikely]] { refuse_without_memory(); }
  return *found;
}

}  // namespace orujo
