// A queue that is spread over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "orujo/containers/block_store.hpp"
#include "orujo/containers/element_runs.hpp"
#include "orujo/containers/hash_map.hpp"
#include "orujo/containers/ticket_desk.hpp"
#include "orujo/containers/top_entries.hpp"
#include "orujo/containers/waiting_pops.hpp"

namespace orujo {

/// Elements that leave in the order in which they came, wherever they are put in and taken out. The
/// contract is in docs/contracts/container.md.
///
/// - T is plain data or std::string.
/// - `push` and `pop` are linearizable: one order of all of them, in which none comes before one
///   that had ended when it began, is that of a queue.
/// - Elements that one worker pushes in one epoch, or in tasks, keep their order.
/// - Elements lie in blocks, which are dealt to the workers in turn; one worker, the keeper, has
///   only the numbers of the first and the last one.
template <container_value T>
class queue {
  static_assert(!std::is_same_v<T, bool>, "write queue<std::uint8_t>: elements have addresses");

public:
  using value_type = T;

  /// Opens an empty queue. Call: collective. Throws: agreed_error if the ranks run different
  /// programs. `expected_entries` means nothing here: blocks come and go.
  explicit queue(rank_team& team, container_options options = {});
  queue(const queue&) = delete;
  queue& operator=(const queue&) = delete;

  [[nodiscard]] rank_team& team() const noexcept { return requests_.team(); }
  [[nodiscard]] container_name<queue> name() const noexcept {
    return container_name<queue>(requests_.number());
  }

  // --- asynchronous: in an epoch or a task -------------------------------------------------------

  /// Sends for one worker. Cheap to make; not kept beyond its epoch.
  class sender {
  public:
    sender(queue& to, worker& self) : queue_(&to), self_(&self) {}

    /// Throws: usage_error if a parcel cannot hold the element.
    template <typename Value>
    void async_push(const Value& value) {
      queue_->push(*self_, value, answer_word(enrolled_join(*self_)));
    }

    /// Takes the first element and calls `op` on it at its home: `(T&, args...)`, or
    /// `(sender&, T&, args...)` to send to this queue from there. Where there is none nothing
    /// happens. `op` and `args` are as for hash_map::async_visit().
    template <typename Op, typename... Args>
    void async_pop(Op op, const Args&... args);

    [[nodiscard]] worker& self() const noexcept { return *self_; }

  private:
    queue* queue_;
    worker* self_;
  };
  [[nodiscard]] sender from(worker& self) { return {*this, self}; }

  // --- blocking: in a task -----------------------------------------------------------------------

  /// Puts an element behind all others. Cost: a message to the keeper and back, shared with other
  /// operations of the worker.
  template <typename Value>
  void push(const Value& value) {
    typed_answer<void> done;
    push(this_worker(), value, answer_word(done));
    done.wait();
  }

  /// Takes the first element, if there is any. Cost: as push(), and a message to the element's home
  /// and back.
  [[nodiscard]] std::optional<T> pop() {
    worker& self = this_worker();
    typed_answer<std::optional<T>> found;
    ask_for_pop<answered_pop<queue>>(self, answer_word(found), no_value{});
    return found.wait();
  }

  // --- collective: by the program, outside epochs ------------------------------------------------

  /// Calls `body(T&)` or `body(worker&, T&)` for each element at its home, on all workers; the body
  /// may send, but not to this queue. All of it is an epoch.
  template <typename Body>
  void for_all(Body&& body);

  /// Elements in all.
  [[nodiscard]] std::uint64_t size() {
    return sum_of_parts([](const part& each) { return each.elements.size(); });
  }
  /// Bytes of the blocks of all ranks.
  [[nodiscard]] std::uint64_t bytes() {
    return sum_of_parts([](const part& each) { return each.elements.bytes(); });
  }
  /// Bytes that blocks with so many elements take on one rank.
  [[nodiscard]] std::uint64_t bytes_for(std::uint64_t elements_in_all) const noexcept {
    return parts_.size() * store::bytes_for(elements_in_all / homes_.homes() + 1);
  }

  /// The `k` elements that come first by `before(a, b)`, in order, on every rank; equal ones as
  /// they would leave. Cost: O(n log k) at each worker, k elements from each rank.
  template <typename Before = std::greater<>>
  [[nodiscard]] std::vector<T> top(std::size_t k, Before before = {});

  /// Removes all elements and gives their memory back.
  void clear();
  /// Exchanges all elements with those of `other`, of the same team.
  void swap(queue& other);

  /// Calls `body(T&)` for the elements at `self`, the first ones first. As hash_map::for_own().
  template <typename Body>
  void for_own(worker& self, Body&& body) {
    part_of(self).elements.for_each([&](std::uint64_t /*place*/, T& value) { body(value); });
  }

  // --- for files ---------------------------------------------------------------------------------

  /// The number of the first element; those behind it have the next ones. Call: collective.
  [[nodiscard]] std::uint64_t first_number() { return desk_.ends().front; }
  /// Calls `body(number, T&)` for the elements at `self`. As hash_map::for_own().
  template <typename Body>
  void for_own_numbers(worker& self, Body&& body) {
    const std::uint64_t home = home_number_of(self);
    part_of(self).elements.for_each([&](std::uint64_t place, T& value) {
      body(store::number_at(place, home, homes_.homes()), value);
    });
  }
  /// What a queue that is empty gets from elsewhere, as a vector does: elements that a parcel can
  /// hold by their numbers from 0, in an epoch, then how many there are.
  void require_room_for(const T& value) const { requests_.require_room(run_bytes<T>(value)); }
  void put(worker& self, std::uint64_t number, const T& value) {
    run_sender<queue>(*this, requests_, store::block_shift).send(self, number, {&value, 1}, {});
  }
  void set_size(std::uint64_t elements) noexcept { desk_.set_ends({0, elements}); }

  // --- for requests ------------------------------------------------------------------------------

  /// As hash_map::require_no_loop().
  void require_no_loop(const worker& self) const {
    require(!part_of(self).is_read, "a queue got requests while for_all() went over its elements");
  }

  /// What waits for its numbers.
  class operations : public waiting_elements<T>, public waiting_pops {
  public:
    [[nodiscard]] std::uint64_t size() const noexcept { return pushes() + pops(); }
    [[nodiscard]] ticket_wish wish() const noexcept { return {pushes(), pops()}; }
    void take_first(operations& others) {
      if (others.pushes() > 0) {
        waiting_elements<T>::take_first(others);
      } else {
        waiting_pops::take_first(others);
      }
    }
    void clear() noexcept {
      waiting_elements<T>::clear();
      waiting_pops::clear();
    }

  private:
    [[nodiscard]] std::uint64_t pushes() const noexcept { return waiting_elements<T>::size(); }
    [[nodiscard]] std::uint64_t pops() const noexcept { return waiting_pops::size(); }
  };

  [[nodiscard]] static queue& of(void* container) noexcept {
    return *static_cast<queue*>(container);
  }
  [[nodiscard]] ticket_desk<queue>& desk() noexcept { return desk_; }
  [[nodiscard]] answer_channel& answers() noexcept { return answers_; }
  [[nodiscard]] std::size_t home_of_element(std::uint64_t number) const noexcept {
    return static_cast<std::size_t>(homes_.slot_of(number, store::block_shift).home);
  }
  template <typename Value>
  void put_element(worker& self, std::uint64_t number, const Value& value);
  void send_off(worker& self, operations& done, const tickets& given);

  /// Takes element `number`, which lies here or is on its way; then nothing, and the request is
  /// served when it has come.
  [[nodiscard]] std::optional<T> take(worker& self, std::uint64_t number,
                                      std::span<const record_unit> request);

private:
  using store = block_store<T>;
  /// A request for an element that is on its way. Its epoch stays open until it is served.
  struct early_pop {
    std::uint32_t epoch;
    std::vector<record_unit> request;
  };
  struct alignas(cache_line_bytes) part {
    explicit part(const memory_bound& bound) : elements(bound) {}
    store elements;
    std::unordered_map<std::uint64_t, early_pop> early;  // by the numbers of the elements
    bool is_read = false;
  };

  [[nodiscard]] part& part_of(const worker& self) const noexcept {
    return *parts_[static_cast<std::size_t>(self.index())];
  }
  template <typename Count>
  [[nodiscard]] std::uint64_t sum_of_parts(Count count) {
    std::uint64_t own = 0;
    for (const auto& each : parts_) { own += count(*each); }
    return all_sum(team(), own);
  }
  template <typename Value>
  void push(worker& self, const Value& value, const answer_word& answer) {
    if constexpr (std::is_same_v<T, std::string>) {  // what cannot be sent is refused here
      require_room(requests_, run_bytes<T>(value), answer);
    }
    desk_.put(self, [&](operations& waiting) { waiting.waiting_elements<T>::add(value, answer); });
  }
  template <typename Service, typename Step, typename... Args>
  void ask_for_pop(worker& self, const answer_word& answer, const Step& step, const Args&... args);

  home_divisor homes_;
  std::string name_;
  request_port requests_;
  answer_channel answers_;
  std::vector<std::unique_ptr<part>> parts_;  // one for each worker of this rank
  ticket_desk<queue> desk_;
};

}  // namespace orujo

#include "orujo/containers/queue_serving.hpp"
