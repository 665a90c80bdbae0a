// Tasks of all ranks bring a value each, and each takes what comes of all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/memory/delegate_request.hpp"
#include "orujo/memory/symmetric.hpp"
#include "orujo/memory/synchronisation/home_tree.hpp"
#include "orujo/tasks/wait_list.hpp"

namespace orujo {

/// What a reduction can combine: it travels.
template <typename T>
concept reducible = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> &&
                    sizeof(T) <= 192;

/// Combines two values of type T; travels.
template <typename Combine, typename T>
concept travelling_combine = std::is_trivially_copyable_v<Combine> && sizeof(Combine) <= 16 &&
                             std::is_invocable_r_v<T, const Combine&, const T&, const T&>;

/// What one worker knows of a reduction.
template <reducible T>
struct reduction_part {
  struct place : waiting_place {
    T result{};
  };

  std::uint64_t arrived = 0;             ///< Tasks of the subtree that have come.
  std::vector<std::optional<T>> values;  ///< Of its own tasks; of each child.
  wait_list waiting;                     ///< Places of its own tasks.
};

/// Names a meeting of tasks of all workers at which their values are combined: plain data that
/// travels. Values go up a tree over the workers, and the result comes down it. As a barrier of
/// each worker with values. The contract is in docs/contracts/synchronisation.md.
/// Memory ordering: what any of them did before is visible to all after it.
template <reducible T>
class global_reduction {
  using part = reduction_part<T>;

public:
  global_reduction() = default;  ///< None.
  global_reduction(symmetric<part> parts, std::uint64_t tasks) : parts_(parts), tasks_(tasks) {}

  /// Returns the values of all tasks, combined. `combine` is associative and commutative.
  /// Call: a task, when all others do; yields. Cost: for all tasks together, 2 * (P * W - 1)
  /// messages of 64 bytes and the value, log2(P * W) steps up and as many down.
  template <travelling_combine<T> Combine>
  [[nodiscard]] T all_reduce(const T& value, const Combine& combine) const {
    return meet(value, combine);
  }
  [[nodiscard]] T all_sum(const T& value) const { return meet(value, std::plus<T>()); }

  /// Returns the value of the one task that gives one; the others give std::nullopt.
  /// Call, Cost: as all_reduce().
  [[nodiscard]] T broadcast(const std::optional<T>& value) const {
    return meet(value, [](const T& one, const T& /*another*/) { return one; });
  }

  [[nodiscard]] const symmetric<part>& parts() const noexcept { return parts_; }

private:
  template <typename Combine>
  T meet(const std::optional<T>& value, const Combine& combine) const {
    typename part::place mine;
    parts_.here().waiting.push(mine);
    arrive({0, 1, value}, combine);
    mine.turn.wait("the others at a global_reduction");
    return mine.result;
  }

  struct arrival {
    std::uint32_t slot;  // in values
    std::uint64_t tasks;
    std::optional<T> value;
  };

  template <typename Combine>
  static void merge(std::optional<T>& into, const std::optional<T>& value, const Combine& combine) {
    if (!value) { return; }
    into = into ? static_cast<T>(combine(*into, *value)) : *value;
  }

  /// Takes in what came to this worker, and passes it on once that is all of its subtree.
  template <typename Combine>
  void arrive(const arrival& what, const Combine& combine) const {
    part& here = parts_.here();
    const home_tree tree = home_tree::of_this_worker();
    here.values.resize(1 + tree.num_children());
    merge(here.values[what.slot], what.value, combine);
    here.arrived += what.tasks;
    const std::uint64_t due = tasks_ * tree.size();
    ORUJO_ASSERT(here.arrived <= due, "as many tasks come to a global_reduction as it is for");
    if (here.arrived < due) { return; }
    here.arrived = 0;
    std::optional<T> sum;  // in the order of the slots, whoever came first
    for (std::optional<T>& each : here.values) {
      merge(sum, std::exchange(each, std::nullopt), combine);
    }
    pass_on(tree, {1 + tree.number(), due, sum}, combine);
  }

  /// What is sent is not joined by a finish: tasks wait for what comes of it.
  template <typename Combine>
  void pass_on(const home_tree& tree, const arrival& all, const Combine& combine) const {
    if (!tree.is_root()) {
      return delegate_detail::send_closure(
          parts_.at(tree.parent()),
          [self = *this, all, combine](part&) { self.arrive(all, combine); }, nullptr);
    }
    ORUJO_ASSERT(all.value.has_value(), "one task gives the value of a broadcast");
    // In a handler, where no other message is handled before all children have been told.
    delegate_detail::send_closure(
        parts_.at(this_memory().home()),
        [self = *this, result = all.value.value_or(T{})](part&) { self.hand_out(result); },
        nullptr);
  }

  void hand_out(const T& result) const {
    waiting_place* all = parts_.here().waiting.take_all();
    const home_tree tree = home_tree::of_this_worker();
    for (std::uint32_t child = tree.num_children(); child-- > 0;) {  // the largest subtree first
      delegate_detail::send_closure(
          parts_.at(tree.child(child)), [self = *this, result](part&) { self.hand_out(result); },
          nullptr);
    }
    while (all != nullptr) {
      auto& each = static_cast<typename part::place&>(*std::exchange(all, all->next));
      each.result = result;
      each.turn.signal();
    }
  }

  symmetric<part> parts_;
  std::uint64_t tasks_ = 0;
};

/// A new reduction for `tasks` tasks of each worker. Call: a task; yields.
/// Throws: usage_error if `tasks` is 0; as allocate_symmetric().
template <reducible T>
[[nodiscard]] global_reduction<T> allocate_reduction(std::uint64_t tasks = 1) {
  require(tasks > 0, "a global_reduction is for one task at least");
  return {allocate_symmetric<reduction_part<T>>(), tasks};
}

/// Gives it back. Nobody waits at it. Call: any task; yields.
template <reducible T>
void release(const global_reduction<T>& reduction) {
  release(reduction.parts());
}

}  // namespace orujo
