// Fork, join and barrier of the threads of a rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/thread_group.hpp"

#include <chrono>

namespace orujo {

namespace {

void pause_instruction() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

bool idle_counter::pause() noexcept {
  ++looks_;
  if (trace != nullptr && since_ == 0) { since_ = trace_now(); }
  if (looks_ <= patience_.spins) {
    pause_instruction();
    return false;
  }
  if (looks_ <= patience_.spins + patience_.yields && yields_.may_yield()) {
    yields_.yield();
    return false;
  }
  yields_.note_sleep();
  return true;
}

void idle_counter::note_wait() noexcept {
  trace->add({std::exchange(since_, 0), trace_now(), 0, span_kind::idle});
}

thread_group::~thread_group() {
  closing_ = true;
  generation_.announce();
}

/// Waits until `word` is not `seen` any more, or `stop()` says so, which nothing announces.
template <typename Stop>
void thread_group::wait_for_change(announced_word& word, std::uint32_t seen, Stop stop) {
  idle_counter idle(patience_, yields_);
  while (word.value() == seen && !stop()) {
    if (idle.pause()) { word.sleep_while(seen, std::chrono::milliseconds(10)); }
  }
}

void thread_group::run_all(entry call, void* body) {
  call_ = call;
  body_ = body;
  const std::uint32_t done = done_.value();
  running_.store(size_ - 1, std::memory_order_relaxed);
  generation_.announce();
  run_one(0);
  wait_for_change(done_, done, [] { return false; });
  if (failed_.test(std::memory_order_acquire)) {
    failed_.clear();
    arrived_.store(0, std::memory_order_relaxed);  // whoever waited at a barrier has left it
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
}

void thread_group::run_one(int index) noexcept {
  try {
    call_(body_, index);
  } catch (...) {
    if (!failed_.test_and_set(std::memory_order_acq_rel)) { failure_ = std::current_exception(); }
  }
}

void thread_group::serve(int index) {
  std::uint32_t seen = 0;
  while (true) {
    wait_for_change(generation_, seen, [] { return false; });
    ++seen;
    if (closing_) { return; }
    run_one(index);
    // acq_rel: the last one has seen what all others did, and hands it on
    if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) { done_.announce(); }
  }
}

void thread_group::barrier() {
  if (size_ == 1) { return; }
  const std::uint32_t round = barrier_round_.value();
  // acq_rel: the last to arrive has seen what all others did, and hands it on
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
    arrived_.store(0, std::memory_order_relaxed);
    barrier_round_.announce();
    return;
  }
  wait_for_change(barrier_round_, round,
                  [this] { return failed_.test(std::memory_order_relaxed); });
  if (barrier_round_.value() == round) { throw barrier_broken(); }
}

}  // namespace orujo
