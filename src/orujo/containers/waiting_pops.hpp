// Requests for the first elements of a queue, before they know which these are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "orujo/containers/front_vector.hpp"
#include "orujo/containers/request_answers.hpp"
#include "orujo/containers/requests.hpp"

namespace orujo {

/// Requests in their order. Each is what will be sent to the home of an element, without its
/// number.
class waiting_pops {
public:
  struct pop {
    std::uint32_t code;       ///< What serves it.
    std::uint32_t num_bytes;  ///< Behind the number of the element.
    answer_word answer;
  };

  /// Room for a request, to be written at once.
  [[nodiscard]] std::byte* add(const pop& what) {
    pops_.push_back(what);
    return bytes_.grow(what.num_bytes);
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return pops_.size(); }
  void clear() noexcept {
    pops_.clear();
    bytes_.clear();
  }
  /// Moves the first of `others` here.
  void take_first(waiting_pops& others) {
    const pop first = others.pops_.front();
    wire_writer(add(first)).bytes(others.bytes_.all().data(), first.num_bytes);
    others.pops_.drop_front(1);
    others.bytes_.drop_front(first.num_bytes);
  }

  /// Calls `take(pop, bytes)` for each in order.
  template <typename Take>
  void for_each_pop(Take take) const {
    std::span<const std::byte> left = bytes_.all();
    for (const pop& each : pops_.all()) {
      take(each, left.first(each.num_bytes));
      left = left.subspan(each.num_bytes);
    }
  }

private:
  front_vector<pop> pops_;
  front_vector<std::byte> bytes_;
};

/// Serves requests for an element: an operator takes it at its home. `Args` are as they travel.
template <typename Queue, typename Op, typename... Args>
struct operated_pop {
  static_assert(std::is_trivially_copyable_v<Op>, "an operator travels: it captures plain data");

  static void run(worker& self, request_batch& batch) {
    Queue& from = Queue::of(batch.container);
    serve_in_turn(batch, [&](wire_reader in, const request_batch::item& whole) {
      const auto number = in.plain<std::uint64_t>();
      auto taken = from.take(self, number, {batch.at, whole.next});
      if (!taken) { return; }
      const auto to = in.plain<asker>();
      const unpacked_closure<Op> op = read_step<Op>(in);
      std::tuple<decltype(wire<Args>::read(in))...> args{wire<Args>::read(in)...};
      std::apply([&](auto&... each) { call(op.value, from.from(self), *taken, each...); }, args);
      send_served(from.answers(), self, to, 1);
    });
  }

private:
  template <typename... Each>
  static void call(const Op& op, typename Queue::sender out, typename Queue::value_type& taken,
                   Each&... args) {
    if constexpr (std::invocable<const Op&, typename Queue::value_type&, Each&...>) {
      static_cast<void>(op(taken, args...));
    } else {
      static_cast<void>(op(out, taken, args...));
    }
  }
};

/// Serves requests for an element that a task waits for.
template <typename Queue>
struct answered_pop {
  static void run(worker& self, request_batch& batch) {
    Queue& from = Queue::of(batch.container);
    serve_in_turn(batch, [&](wire_reader in, const request_batch::item& whole) {
      const auto number = in.plain<std::uint64_t>();
      const auto taken = from.take(self, number, {batch.at, whole.next});
      if (taken) { send_answer(from.answers(), self, in.plain<asker>(), taken); }
    });
  }
};

}  // namespace orujo
