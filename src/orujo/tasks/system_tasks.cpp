// A heap of deadlines.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/system_tasks.hpp"

#include <algorithm>
#include <utility>

namespace orujo {

bool system_tasks::comes_later(const entry& a, const entry& b) noexcept {
  return a.deadline != b.deadline ? a.deadline > b.deadline : a.arrival > b.arrival;
}

void system_tasks::note_first() noexcept {
  next_ = heap_.empty() ? clock::time_point::max() : heap_.front().deadline;
}

void system_tasks::insert(entry what) {
  heap_.push_back(std::move(what));
  std::push_heap(heap_.begin(), heap_.end(), comes_later);
  note_first();
}

system_tasks::entry system_tasks::take_first() {
  std::pop_heap(heap_.begin(), heap_.end(), comes_later);
  entry first = std::move(heap_.back());
  heap_.pop_back();
  note_first();
  return first;
}

system_tasks::run_counts system_tasks::run_due(clock::time_point now) {
  run_counts done;
  const std::uint64_t arrivals_before = arrivals_;
  while (next_ <= now && heap_.front().arrival < arrivals_before) {
    entry due = take_first();
    due.what();
    if (due.period == clock::duration::zero()) {
      ++done.once;
      continue;
    }
    ++done.periodic;
    due.deadline += due.period * ((now - due.deadline) / due.period + 1);
    due.arrival = arrivals_++;
    insert(std::move(due));
  }
  return done;
}

}  // namespace orujo
