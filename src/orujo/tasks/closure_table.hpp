// The closures that can travel between ranks: how each is recognised at the other end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

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
/// program is loaded; the list does not change afterwards.
struct closure_type {
  using handler_code = void (*)(worker& self, const std::byte* bytes);
  using task_code = task (*)(const std::byte* bytes, join* enclosing);

  closure_type(const char* type_name, std::size_t size, handler_code handle, task_code make)
      : name(type_name), bytes(size), run_in_handler(handle), make_task(make), next(first) {
    first = this;
  }

  const char* name;
  std::size_t bytes;
  handler_code run_in_handler;
  task_code make_task;
  closure_type* next;
  std::uint32_t index = 0;  ///< In closure_table; set when that is built.

  static inline constinit closure_type* first = nullptr;
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

template <travelling_closure F>
task make_closure_task(const std::byte* bytes, join* enclosing) {
  if constexpr (std::invocable<const F&>) {
    const unpacked_closure<F> closure(bytes);
    return task(closure.value, enclosing);
  } else {
    ORUJO_UNREACHABLE("a closure that takes its worker is not spawned");
  }
}

/// The row of F. Whatever mentions it makes F part of the table.
template <travelling_closure F>
inline closure_type closure_row{typeid(F).name(), sizeof(F), &run_closure_in_handler<F>,
                                &make_closure_task<F>};

/// All closures of this program that can travel, in an order that is the same in every process that
/// runs it.
class closure_table {
public:
  /// The table of this process, built by the first call and constant from then on.
  static const closure_table& of_this_program();

  [[nodiscard]] const closure_type& operator[](std::size_t index) const { return *rows_[index]; }
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }

  /// Equal for equal programs: mixes names, sizes and order.
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }

private:
  closure_table();

  std::vector<const closure_type*> rows_;
  std::uint64_t hash_ = 0;
};

}  // namespace orujo
