// One task combines the objects of all workers, or writes them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <type_traits>

#include "orujo/memory/delegate.hpp"
#include "orujo/memory/symmetric.hpp"
#include "orujo/memory/synchronisation/global_reduction.hpp"
#include "orujo/memory/synchronisation/home_tree.hpp"

namespace orujo {

namespace reduce_detail {

/// Spawns `body()` at `home`; its result goes to `answer`, the place of a slot for an R.
template <typename R, typename Body>
void ask_task(home_id home, const void* answer, const Body& body) {
  const asking_task self{this_memory().home(), address_of(answer)};
  spawn_at(home, [self, body] { this_memory().answer(self, static_cast<R>(body())); });
}

/// Combines the objects of the calling worker's subtree, in the order of the workers' numbers.
template <typename T, typename Combine>
T reduce_subtree(const symmetric<T>& name, const Combine& combine) {
  const home_tree tree = home_tree::of_this_worker();
  std::deque<promise<T>> answers;  // they do not move
  for (std::uint32_t child = 0; child < tree.num_children(); ++child) {
    ask_task<T>(tree.child(child), answers.emplace_back().asked(),
                [name, combine] { return reduce_subtree(name, combine); });
  }
  T sum = name.here();
  for (promise<T>& each : answers) { sum = combine(sum, each.get()); }
  return sum;
}

template <typename T>
void write_subtree(const symmetric<T>& name, const T& value) {
  const home_tree tree = home_tree::of_this_worker();
  for (std::uint32_t child = tree.num_children(); child-- > 0;) {  // the largest subtree first
    spawn_at(tree.child(child), [name, value] { write_subtree(name, value); });
  }
  name.here() = value;
}

}  // namespace reduce_detail

/// Returns the objects of all workers, combined; `combine` is associative. Others do not change
/// them meanwhile. Call: one task, wherever; yields. Cost: a task on each worker, and 2 * (P * W -
/// 1) messages, log2(P * W) steps down and as many up.
template <reducible T, travelling_combine<T> Combine>
[[nodiscard]] T reduce(const symmetric<T>& name, const Combine& combine) {
  if (home_tree::of_this_worker().is_root()) {
    return reduce_detail::reduce_subtree(name, combine);
  }
  answer_slot<T> answer;
  reduce_detail::ask_task<T>(home_id{0}, answer.address(), [name, combine] {
    return reduce_detail::reduce_subtree(name, combine);
  });
  return answer.wait();
}

/// Writes `value` to the objects of all workers. Others do not touch them meanwhile. Call, Cost: as
/// reduce().
template <reducible T>
void broadcast(const symmetric<T>& name, const std::type_identity_t<T>& value) {
  finish([&] {
    spawn_at(home_id{0}, [name, value = T(value)] { reduce_detail::write_subtree(name, value); });
  });
}

}  // namespace orujo
