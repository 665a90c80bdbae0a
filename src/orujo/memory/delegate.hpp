// Operations on a datum at its home worker.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "orujo/base/prefetch.hpp"
#include "orujo/memory/delegate_request.hpp"
#include "orujo/memory/linear_pointer.hpp"
#include "orujo/memory/promise.hpp"

/// The contract is in docs/contracts/delegate.md. In short: each operation happens once, at the
/// home of its datum, and nothing else runs there meanwhile; on the own worker it is a function
/// call. Blocking ones wait for it, suspending the task; asynchronous ones do not, and the
/// enclosing finish does. Closures travel: plain data of at most 224 bytes that neither yield nor
/// throw.
namespace orujo::delegate {

// --- asynchronous: joined by the enclosing finish ------------------------------------------------

/// Calls `body(datum)` at the home of the datum; a result is dropped.
/// Call: a task or a handler; never yields. Cost: elsewhere, a message of 16 bytes and the
/// captures.
template <typename T, delegate_detail::body_for<T> F>
void async(global_pointer<T> at, const F& body) {
  delegate_detail::send_closure(at, body, enclosing_join());
}

/// Adds `operand` to the datum. Call: a task or a handler; never yields. Cost: 16 bytes.
template <delegate_detail::unit_added T>
void async_add(global_pointer<T> at, std::type_identity_t<T> operand) {
  delegate_unit* const room = this_memory().counted_request(at.home(), 1, enclosing_join());
  room[0] = {head_of(delegate_detail::add_kind<T>(), at.where()), word_from(operand)};
}

/// Combines the datum with `operand` by exclusive or. Call: as async_add(). Cost: 16 bytes.
inline void async_xor(global_pointer<std::uint64_t> at, std::uint64_t operand) {
  delegate_unit* const room = this_memory().counted_request(at.home(), 1, enclosing_join());
  room[0] = {head_of(request_kind::xor_64, at.where()), operand};
}

/// Writes the datum. Call: a task or a handler; never yields. Cost: 16 bytes if T has 1, 2, 4 or 8.
template <delegate_detail::plain T>
void async_write(global_pointer<T> at, const std::type_identity_t<T>& value) {
  if constexpr (delegate_detail::unit_sized<T>) {
    delegate_unit* const room = this_memory().counted_request(at.home(), 1, enclosing_join());
    room[0] = {head_of(delegate_detail::write_kind<T>(), at.where()), word_from(value)};
  } else {
    async(at, [value](T& datum) { datum = value; });
  }
}

/// Calls `body(datum)` at the home of the datum; its result goes to `answer`.
/// Call: a task; never yields. Cost: elsewhere, an allocation, a message there and one back.
template <typename T, delegate_detail::body_for<T> F>
void async(global_pointer<T> at, const F& body, promise<delegate_detail::result_of<F, T>>& answer) {
  if (at.is_here()) {
    this_memory().count_call();
    if constexpr (std::is_void_v<delegate_detail::result_of<F, T>>) {
      body(at.get());
      answer.set();
    } else {
      answer.set(body(at.get()));
    }
  } else {
    delegate_detail::send_question(at, body, [&] { return answer.asked(); });
  }
}

/// Reads the datum; the value goes to `answer`. Call: a task; never yields.
template <delegate_detail::plain T>
void async_read(global_pointer<T> at, promise<T>& answer) {
  if (at.is_here()) {
    this_memory().count_call();
    answer.set(at.get());
  } else {
    delegate_detail::send_read(at, [&] { return answer.asked(); });
  }
}

/// Has the datum fetched into the cache while other tasks run, if it lies here: a random access to
/// a large array then waits for memory no longer than one to another worker waits for its answer.
/// Call: a task; yields if the home is here. Cost: a switch there and back; elsewhere nothing.
template <typename T>
void prefetch(global_pointer<T> at) {
  if (at.is_here()) {
    prefetch_to_write(&at.get());
    yield();
  }
}

// --- blocking ------------------------------------------------------------------------------------

/// Calls `body(datum)` at the home of the datum and returns its result, plain data of at most 256
/// bytes. Call: a task; yields unless the home is here. Cost: elsewhere, a message there, one back,
/// and two switches of fibers.
template <typename T, delegate_detail::body_for<T> F>
delegate_detail::result_of<F, T> call(global_pointer<T> at, const F& body) {
  if (at.is_here()) {
    this_memory().count_call();
    return body(at.get());
  }
  answer_slot<delegate_detail::result_of<F, T>> answer;
  delegate_detail::send_question(at, body, [&] { return answer.address(); });
  return answer.wait();
}

/// Reads the datum. Call: as call(). Cost: elsewhere, 16 bytes there and 16 back.
template <delegate_detail::plain T>
[[nodiscard]] T read(global_pointer<T> at) {
  if (at.is_here()) {
    this_memory().count_call();
    return at.get();
  }
  answer_slot<T> answer;
  delegate_detail::send_read(at, [&] { return answer.address(); });
  return answer.wait();
}

/// Writes the datum; returns when it has been written. Call: as call().
template <delegate_detail::plain T>
void write(global_pointer<T> at, const std::type_identity_t<T>& value) {
  call(at, [value](T& datum) { datum = value; });
}

/// Adds `operand` to the datum and returns what was there before. Call: as call().
template <delegate_detail::plain T>
T fetch_add(global_pointer<T> at, const std::type_identity_t<T>& operand) {
  return call(at, [operand](T& datum) {
    const T before = datum;
    datum = static_cast<T>(before + operand);
    return before;
  });
}

/// Replaces the datum by `desired` if it equals `expected`, which then keeps its value, else
/// becomes what was found. Returns whether it was replaced. Call: as call().
template <delegate_detail::plain T>
[[nodiscard]] bool compare_exchange(global_pointer<T> at, T& expected,
                                    const std::type_identity_t<T>& desired) {
  const T found = call(at, [wanted = expected, desired](T& datum) {
    const T before = datum;
    if (before == wanted) { datum = desired; }
    return before;
  });
  return std::exchange(expected, found) == found;
}

// --- at an element of an array, wherever it lies: as above ---------------------------------------

template <typename T, delegate_detail::body_for<T> F>
void async(linear_pointer<T> at, const F& body) {
  async(at.element(), body);
}
template <typename T, delegate_detail::body_for<T> F>
void async(linear_pointer<T> at, const F& body, promise<delegate_detail::result_of<F, T>>& answer) {
  async(at.element(), body, answer);
}
template <delegate_detail::unit_added T>
void async_add(linear_pointer<T> at, std::type_identity_t<T> operand) {
  async_add(at.element(), operand);
}
inline void async_xor(linear_pointer<std::uint64_t> at, std::uint64_t operand) {
  async_xor(at.element(), operand);
}
template <delegate_detail::plain T>
void async_write(linear_pointer<T> at, const std::type_identity_t<T>& value) {
  async_write(at.element(), value);
}
template <delegate_detail::plain T>
void async_read(linear_pointer<T> at, promise<T>& answer) {
  async_read(at.element(), answer);
}
template <typename T>
void prefetch(linear_pointer<T> at) {
  prefetch(at.element());
}
template <typename T, delegate_detail::body_for<T> F>
delegate_detail::result_of<F, T> call(linear_pointer<T> at, const F& body) {
  return call(at.element(), body);
}
template <delegate_detail::plain T>
[[nodiscard]] T read(linear_pointer<T> at) {
  return read(at.element());
}
template <delegate_detail::plain T>
void write(linear_pointer<T> at, const std::type_identity_t<T>& value) {
  write(at.element(), value);
}
template <delegate_detail::plain T>
T fetch_add(linear_pointer<T> at, const std::type_identity_t<T>& operand) {
  return fetch_add(at.element(), operand);
}
template <delegate_detail::plain T>
[[nodiscard]] bool compare_exchange(linear_pointer<T> at, T& expected,
                                    const std::type_identity_t<T>& desired) {
  return compare_exchange(at.element(), expected, desired);
}

// --- at a worker rather than a datum -------------------------------------------------------------

/// Calls `body(home_memory&)` at worker `home` and returns its result. Call: as call() of a datum.
template <delegate_detail::body_for<home_memory> F>
delegate_detail::result_of<F, home_memory> call(home_id home, const F& body) {
  if (this_memory().home() == home) {
    this_memory().count_call();
    return body(this_memory());
  }
  answer_slot<delegate_detail::result_of<F, home_memory>> answer;
  delegate_detail::send_question(global_pointer<home_memory>(home, place{}), body,
                                 [&] { return answer.address(); });
  return answer.wait();
}

}  // namespace orujo::delegate
