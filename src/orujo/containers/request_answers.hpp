// Answers to requests of a container: to tasks that wait, and to finishes that count them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/containers/request_port.hpp"
#include "orujo/containers/wire.hpp"
#include "orujo/messaging/record_channel.hpp"
#include "orujo/messaging/thread_stack.hpp"
#include "orujo/tasks/finish.hpp"
#include "orujo/tasks/join.hpp"
#include "orujo/tasks/scheduler.hpp"

namespace orujo {

/// What waits for an answer: a task, on its stack, or what has sent requests for many.
class awaited_answer {
public:
  awaited_answer() = default;
  awaited_answer(const awaited_answer&) = delete;
  awaited_answer& operator=(const awaited_answer&) = delete;

  /// Takes the answer over. Call: a handler, on the worker that asked.
  virtual void take(wire_reader from) = 0;

protected:
  ~awaited_answer() = default;
};

/// The same for an answer of type R.
template <typename R>
class typed_answer final : public awaited_answer {
public:
  void take(wire_reader from) override {
    if constexpr (!std::is_void_v<R>) { value_.emplace(wire<R>::read(from)); }
    arrived_.signal();
  }
  /// Call: the task that made it, once; yields.
  [[nodiscard]] R wait() {
    arrived_.wait("the answer of a container");
    if constexpr (!std::is_void_v<R>) { return std::move(*value_); }
  }

private:
  suspension arrived_;
  std::optional<std::conditional_t<std::is_void_v<R>, char, R>> value_;
};

/// What an answer is for, in one word: nothing, an awaited_answer, or a finish that counts the
/// request.
class answer_word {
public:
  constexpr answer_word() = default;
  explicit answer_word(awaited_answer& what) : bits_(reinterpret_cast<std::uintptr_t>(&what)) {}
  /// Of a finish; nullptr: nothing.
  explicit answer_word(join* counter)
      : bits_(counter == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(counter) | of_join) {}

  [[nodiscard]] bool is_wanted() const noexcept { return bits_ != 0; }
  [[nodiscard]] bool is_join() const noexcept { return (bits_ & of_join) != 0; }
  /// Whether a task waits for it.
  [[nodiscard]] bool is_awaited() const noexcept { return is_wanted() && !is_join(); }

  // The addresses were made by the worker that calls these, of objects that are still there.
  [[nodiscard]] awaited_answer& awaited() const noexcept {
    return *reinterpret_cast<awaited_answer*>(bits_);
  }
  [[nodiscard]] join& counter() const noexcept {
    return *reinterpret_cast<join*>(bits_ & ~of_join);
  }
  [[nodiscard]] bool operator==(const answer_word&) const = default;

private:
  static constexpr std::uint64_t of_join = 1;
  std::uint64_t bits_ = 0;
};
static_assert(alignof(join) > 1 && alignof(awaited_answer) > 1);

/// The finish that counts what the running task sends from `self`, with one more to be counted;
/// nullptr: none does. Cost: a load outside runs of tasks.
[[nodiscard]] inline join* enrolled_join(const worker& self) {
  if (self.kept_by(upper_layer::tasks) == nullptr) { return nullptr; }
  const task_fiber* const running = tasks_of(self).current();
  if (running == nullptr || running->enclosing == nullptr) { return nullptr; }
  running->enclosing->enroll();
  return running->enclosing;
}

/// Who asked: a worker, and what for.
struct asker {
  std::uint64_t home;
  answer_word answer;
  [[nodiscard]] bool operator==(const asker&) const = default;
};

struct answer_head {
  answer_word answer;
};
struct answer_handler {
  void operator()(const record<answer_head>& what) const {
    wire_reader from(what.tail.data());
    if (!what.head.answer.is_join()) { return what.head.answer.awaited().take(from); }
    for (auto served = from.plain<std::uint64_t>(); served > 0; --served) {
      what.head.answer.counter().complete();
    }
  }
};
using answer_channel = record_channel<answer_head, answer_handler>;

/// Calls `serve()`, of which an exception ends the run, as it would from a handler: the task that
/// asked does not see it, wherever the home is. Call: a worker, in a task or elsewhere.
template <typename Serve>
void end_run_if_it_throws(Serve&& serve) {
  std::exception_ptr failure;
  try {
    serve();
  } catch (...) { failure = std::current_exception(); }
  if (failure) [[unlikely]] {  // nobody comes back to this stack, so it keeps nothing
    worker& self = this_worker();
    self.team().fail(failure);
    run_on_thread_stack(self, [&] { std::rethrow_exception(std::exchange(failure, nullptr)); });
  }
}

/// Sends `result` to who asked. Call: a handler.
template <typename R>
void send_answer(answer_channel& answers, worker& self, const asker& to, const R& result) {
  std::vector<std::byte> bytes(wire<R>::size(result));
  wire_writer out(bytes.data());
  wire<R>::write(out, result);
  answers.from(self).send_home(to.home, {to.answer}, std::span<const std::byte>(bytes));
}

/// Tells the finish of `to`, if there is one, that so many of its requests are served.
inline void send_served(answer_channel& answers, worker& self, const asker& to,
                        std::uint64_t served) {
  if (to.answer.is_join()) { send_answer(answers, self, to, served); }
}

/// Counts requests that were served, and tells finishes of them: once for many that follow each
/// other.
class served_counter {
public:
  served_counter(answer_channel& answers, worker& self) : answers_(answers), self_(self) {}
  served_counter(const served_counter&) = delete;
  served_counter& operator=(const served_counter&) = delete;

  void add(const asker& to) {
    if (to != to_) {
      tell();
      to_ = to;
    }
    ++served_;
  }
  /// Call: when all are served.
  void tell() { send_served(answers_, self_, to_, std::exchange(served_, 0)); }

private:
  answer_channel& answers_;
  worker& self_;
  asker to_{};
  std::uint64_t served_ = 0;
};

/// Throws usage_error if a parcel cannot hold a request with so many bytes: then it is not counted.
inline void require_room(const request_port& requests, std::size_t bytes,
                         const answer_word& answer) {
  if (requests.fits(bytes)) { return; }
  if (answer.is_join()) { answer.counter().complete(); }
  requests.require_room(bytes);
}

/// Gives a result to a task of this worker that waits for it.
template <typename R>
void answer_here(const answer_word& to, const R& result) {
  std::vector<std::byte> bytes(wire<R>::size(result));
  wire_writer out(bytes.data());
  wire<R>::write(out, result);
  to.awaited().take(wire_reader(bytes.data()));
}

}  // namespace orujo
