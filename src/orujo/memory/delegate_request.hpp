// Closures that go to the home of a datum, and how their results come back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>

#include "orujo/memory/global_pointer.hpp"
#include "orujo/tasks/closure_table.hpp"

namespace orujo::delegate_detail {

/// A closure that can be sent to a datum of type T.
template <typename F, typename T>
concept body_for = std::is_trivially_copyable_v<F> && std::invocable<const F&, T&> && sizeof(F) +
                           32 <=
                       travelling_bytes
                   && alignof(F) <= 16;

template <typename F, typename T>
using result_of = std::invoke_result_t<const F&, T&>;

/// The datum that a request names; the worker's own part of global memory if T is that.
template <typename T>
[[nodiscard]] T& datum_of(home_memory& here, place where) {
  if constexpr (std::is_same_v<T, home_memory>) {
    return here;
  } else {
    return here.at<T>(where);
  }
}

/// What travels: the unit that any request begins with, then the captures.
template <typename T, typename F>
struct travelling {
  delegate_unit unit;
  [[no_unique_address]] F body;

  void operator()(worker& self) const {
    static_cast<void>(body(datum_of<T>(*memory_of(self), place{rest_of(unit.head)})));
  }
};

/// The same, with where the result goes.
template <typename T, typename F>
struct travelling_question {
  delegate_unit unit;
  std::uint64_t answer;
  [[no_unique_address]] F body;

  void operator()(worker& self) const {
    home_memory& here = *memory_of(self);
    T& datum = datum_of<T>(here, place{rest_of(unit.head)});
    if constexpr (std::is_void_v<result_of<F, T>>) {
      body(datum);
      here.answer_value(answer, 0);
    } else {
      const result_of<F, T> result = body(datum);
      if constexpr (is_small<result_of<F, T>>) {
        here.answer_value(answer, word_from(result));
      } else {
        here.answer_bytes(answer, std::as_bytes(std::span(&result, 1)));
      }
    }
  }
};

template <typename Request>
inline constexpr std::size_t request_units = units_for(sizeof(Request));

/// The first unit of a closure of type Request.
template <typename Request>
[[nodiscard]] delegate_unit closure_unit_for(place where) {
  return {head_of(request_kind::closure, where),
          std::uint64_t{closure_row<Request>.number()} << 32U | request_units<Request>};
}

/// Sends `body` to the datum; `counter` counts it.
template <typename T, typename F>
void send_closure(global_pointer<T> at, const F& body, join* counter) {
  using request = travelling<T, F>;
  const delegate_unit head =
      closure_unit_for<request>(at.where());  // may throw: before there is room
  delegate_unit* const room =
      this_memory().counted_request(at.home(), request_units<request>, counter);
  new (room) request{head, body};
}

/// Sends `body` to the datum; its result goes to `take_answer()`, the address of a slot, called
/// when nothing can throw any more.
template <typename T, typename F, typename Answer>
void send_question(global_pointer<T> at, const F& body, Answer&& take_answer) {
  using request = travelling_question<T, F>;
  const delegate_unit head =
      closure_unit_for<request>(at.where());  // may throw: before there is room
  const std::uint64_t answer = address_of(take_answer());
  delegate_unit* const room = this_memory().request(at.home(), request_units<request>);
  new (room) request{head, answer, body};
}

/// Sends `body` to the datum, which sees to the answer itself.
template <typename T, typename F>
void send_deferred(global_pointer<T> at, const F& body) {
  using request = travelling<T, F>;
  const delegate_unit head =
      closure_unit_for<request>(at.where());  // may throw: before there is room
  delegate_unit* const room = this_memory().request(at.home(), request_units<request>);
  new (room) request{head, body};
}

/// Types that requests of one unit read and write.
template <typename T>
concept unit_sized = std::is_trivially_copyable_v<T> &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

/// Types that requests of one unit add to.
template <typename T>
concept unit_added = std::is_arithmetic_v<T> &&(sizeof(T) == 4 || sizeof(T) == 8);

/// Types that can be read and written, by a closure if need be.
template <typename T>
concept plain = std::is_trivially_copyable_v<T> && sizeof(T) + 32 <= travelling_bytes;

template <unit_sized T>
[[nodiscard]] consteval request_kind read_kind() {
  return sizeof(T) == 8   ? request_kind::read_8
         : sizeof(T) == 4 ? request_kind::read_4
         : sizeof(T) == 2 ? request_kind::read_2
                          : request_kind::read_1;
}

/// Asks for the value of the datum; it goes to `take_answer()`, as in send_question().
template <plain T, typename Answer>
void send_read(global_pointer<T> at, Answer&& take_answer) {
  if constexpr (unit_sized<T>) {
    const std::uint64_t answer = address_of(take_answer());
    delegate_unit* const room = this_memory().request(at.home(), 1);
    room[0] = {head_of(read_kind<T>(), at.where()), answer};
  } else {
    send_question(
        at, [](const T& datum) { return datum; }, take_answer);
  }
}

template <unit_sized T>
[[nodiscard]] consteval request_kind write_kind() {
  return sizeof(T) == 8   ? request_kind::write_8
         : sizeof(T) == 4 ? request_kind::write_4
         : sizeof(T) == 2 ? request_kind::write_2
                          : request_kind::write_1;
}

template <unit_added T>
[[nodiscard]] consteval request_kind add_kind() {
  if (std::is_integral_v<T>) {
    return sizeof(T) == 8 ? request_kind::add_i64 : request_kind::add_i32;
  }
  return sizeof(T) == 8 ? request_kind::add_f64 : request_kind::add_f32;
}

}  // namespace orujo::delegate_detail
