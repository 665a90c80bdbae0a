// Fork, join and barrier of the threads of a rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/thread_group.hpp"

#include <fmt/format.h>

#include "orujo/base/thread_error.hpp"

namespace orujo {

thread_group::~thread_group() { rounds_.close(); }

void thread_group::start(int index, const std::function<void()>& thread) {
  try {
    threads_.emplace_back(thread);
  } catch (const std::exception& problem) {
    rounds_.close();  // others wait for a round, and are waited for
    throw thread_error(fmt::format("worker {} of {}", index + 1, size_), problem);
  }
}

void thread_group::run_all(entry call, void* body) {
  call_ = call;
  body_ = body;
  const std::uint32_t round = rounds_.begin();
  run_one(0);
  rounds_.wait_for_helpers(round);
  if (rounds_.take_failure()) { std::rethrow_exception(std::exchange(failure_, nullptr)); }
}

void thread_group::run_one(int index) noexcept {
  try {
    call_(body_, index);
  } catch (...) {
    if (rounds_.fail()) { failure_ = std::current_exception(); }
  }
}

void thread_group::serve(int index) {
  std::uint32_t rounds_seen = 0;
  while (rounds_.next(rounds_seen)) {
    run_one(index);
    rounds_.leave();
    ++rounds_seen;
  }
}

void thread_group::barrier() {
  if (!rounds_.meet()) { throw barrier_broken(); }
}

}  // namespace orujo
