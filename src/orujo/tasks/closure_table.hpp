// The closures that can travel between ranks: how each is recognised at the other end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "orujo/messaging/worker.hpp"
#include "orujo/tasks/task.hpp"

namespace orujo {

/// The largest closure that travels.
inline constexpr std::size_t travelling_bytes = 256;

/// Plain data that can be called, with the worker that runs it if it wants.
template <typename F>
concept travelling_closure = std::is_trivially_copyable_v<F> && sizeof(F) <= travelling_bytes &&
                             alignof(F) <= 16 &&
                             (std::invocable<const F&> || std::invocable<const F&, worker&>);

/// One row of the table: the code of a closure type. Rows link themselves into a list while the
/// program, or later a library, is loaded. A library with such closures stays loaded.
struct closure_type {
  using handler_code = void (*)(worker& self, const std::byte* bytes);
  using task_code = task (*)(const std::byte* bytes, join* enclosing);
  using unpack_code = void (*)(const task& work, std::byte* to);

  struct functions {
    handler_code run_in_handler;
    task_code make_task;      ///< A task that may go anywhere, out of the closure's bytes.
    unpack_code unpack_task;  ///< The bytes again, of such a task, which is then not run.
  };

  closure_type(const char* type_name, std::size_t size, const functions& code)
      : name(type_name),
        bytes(size),
        run_in_handler(code.run_in_handler),
        make_task(code.make_task),
        unpack_task(code.unpack_task),
        next(first.load(std::memory_order_relaxed)) {
    first.store(this, std::memory_order_release);  // the loader loads one library at a time
  }

  /// The row's place in the table. Throws: usage_error, which names the closure, if the table does
  /// not have it yet: its library was loaded after the run of tasks began.
  [[nodiscard]] std::uint32_t number() const {
    const std::uint32_t known = index.load(std::memory_order_relaxed);
    if (known == unlisted) [[unlikely]] { refuse(); }
    return known;
  }

  const char* name;
  std::size_t bytes;
  handler_code run_in_handler;
  task_code make_task;
  unpack_code unpack_task;
  closure_type* next;
  std::atomic<std::uint32_t> index = unlisted;  ///< In closure_table, once that has the row.

  static constexpr std::uint32_t unlisted = ~std::uint32_t{0};
  static inline constinit std::atomic<closure_type*> first = nullptr;

private:
  [[noreturn]] void refuse() const;
};

/// A closure's value, out of bytes that lie anywhere.
template <typename F>
union unpacked_closure {
  explicit unpacked_closure(const std::byte* bytes) {
    std::memcpy(static_cast<void*>(&value), bytes, sizeof(F));
  }
  ~unpacked_closure() {}  // trivially copyable, hence nothing to destroy
  F value;
};

template <travelling_closure F>
void run_closure_in_handler([[maybe_unused]] worker& self, const std::byte* bytes) {
  const unpacked_closure<F> closure(bytes);
  if constexpr (std::invocable<const F&>) {
    closure.value();
  } else {
    closure.value(self);
  }
}

/// What a wandering task holds: first the row, so that the closure can be found by who
/// does not know its type; then the closure, or, if that is large, where it lies.
template <travelling_closure F>
struct wandering_closure {
  static constexpr bool is_large = sizeof(F) > task::inline_bytes - sizeof(void*) ||
                                   alignof(F) > alignof(void*);

  const closure_type* type;
  std::conditional_t<is_large, F*, F> closure;

  void operator()() {
    if constexpr (is_large) {
      const std::unique_ptr<const F> owner(closure);
      (*owner)();
    } else {
      std::as_const(closure)();
    }
  }
};

/// The row of a wandering task.
[[nodiscard]] inline const closure_type& type_of(const task& work) noexcept {
  const closure_type* type = nullptr;
  std::memcpy(&type, work.bytes(), sizeof type);
  return *type;
}

template <travelling_closure F>
task make_wandering_task(const F& closure, join* enclosing);

template <travelling_closure F>
task make_closure_task(const std::byte* bytes, join* enclosing) {
  if constexpr (std::invocable<const F&>) {
    const unpacked_closure<F> closure(bytes);
    return make_wandering_task(closure.value, enclosing);
  } else {
    ORUJO_UNREACHABLE("a closure that takes its worker is not spawned");
  }
}

template <travelling_closure F>
void unpack_closure_task(const task& work, std::byte* to) {
  const unpacked_closure<wandering_closure<F>> held(work.bytes());
  if constexpr (wandering_closure<F>::is_large) {
    const std::unique_ptr<const F> owner(held.value.closure);
    std::memcpy(to, owner.get(), sizeof(F));
  } else {
    std::memcpy(to, &held.value.closure, sizeof(F));
  }
}

/// The row of F. Whatever mentions it makes F part of the table.
template <travelling_closure F>
inline closure_type closure_row{
    typeid(F).name(),
    sizeof(F),
    {&run_closure_in_handler<F>, &make_closure_task<F>, &unpack_closure_task<F>}};

/// A wandering task, which may run on any rank. Cost: an allocation if the closure has more than 40
/// bytes.
template <travelling_closure F>
task make_wandering_task(const F& closure, join* enclosing) {
  if constexpr (wandering_closure<F>::is_large) {
    return task(wandering_closure<F>{&closure_row<F>, new F(closure)}, enclosing);
  } else {
    return task(wandering_closure<F>{&closure_row<F>, closure}, enclosing);
  }
}

/// All closures of this program that can travel, in an order that is the same in every process that
/// runs it and loads its libraries in the same order.
class closure_table {
public:
  /// The table of this process.
  [[nodiscard]] static closure_table& of_this_program();

  /// Appends the closures of libraries that have been loaded since the last call, in an order of
  /// their own. Numbers stay what they are. Call: any thread, when a run of tasks begins.
  /// Throws: usage_error for more than most_closures.
  void take_in_loaded();

  [[nodiscard]] const closure_type& operator[](std::size_t number) const { return *rows_[number]; }
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_acquire); }

  /// Equal for equal programs: mixes names, sizes and order.
  [[nodiscard]] std::uint64_t hash() const noexcept {
    return hash_.load(std::memory_order_acquire);
  }

  static constexpr std::size_t most_closures = std::size_t{1} << 16U;

private:
  closure_table() { take_in_loaded(); }

  void append(closure_type& row);

  std::mutex
      growing_;  ///< Held by who appends. Others read rows whose numbers they have been told.
  const closure_type* newest_ = nullptr;  ///< At the last call.
  std::unique_ptr<const closure_type*[]> rows_ =
      std::make_unique_for_overwrite<const closure_type*[]>(most_closures);
  std::atomic<std::size_t> size_{0};
  std::atomic<std::uint64_t> hash_{0};
};

}  // namespace orujo
