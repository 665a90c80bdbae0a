// Fork, join and barrier of the threads of a rank.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/thread_group.hpp"

#include <chrono>

#include <sched.h>

#include "orujo/base/futex.hpp"

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
  if (looks_ <= patience_.spins) {
    pause_instruction();
    return false;
  }
  if (looks_ <= patience_.spins + patience_.yields) {
    sched_yield();
    return false;
  }
  return true;
}

thread_group::~thread_group() {
  closing_ = true;
  generation_.fetch_add(1, std::memory_order_release);
  futex_wake_all(generation_);
}

void thread_group::run_all(entry call, void* body) {
  call_ = call;
  body_ = body;
  running_.store(size_ - 1, std::memory_order_relaxed);
  // seq_cst: either we see a sleeper here, or it sees the new generation before it sleeps
  generation_.fetch_add(1, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) > 0) { futex_wake_all(generation_); }
  run_one(0);
  idle_counter idle(patience_);
  while (running_.load(std::memory_order_acquire) > 0) {
    if (idle.pause()) { std::this_thread::sleep_for(std::chrono::microseconds(20)); }
  }
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
    idle_counter idle(patience_);
    while (generation_.load(std::memory_order_acquire) == seen) {
      if (!idle.pause()) { continue; }
      sleepers_.fetch_add(1, std::memory_order_seq_cst);
      if (generation_.load(std::memory_order_seq_cst) == seen) {
        futex_wait(generation_, seen, std::chrono::seconds(1));
      }
      sleepers_.fetch_sub(1, std::memory_order_relaxed);
    }
    ++seen;
    if (closing_) { return; }
    run_one(index);
    running_.fetch_sub(1, std::memory_order_release);
  }
}

void thread_group::barrier() {
  if (size_ == 1) { return; }
  const std::uint32_t round = barrier_round_.load(std::memory_order_relaxed);
  // acq_rel: the last to arrive has seen what all others did, and hands it on by the store below
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
    arrived_.store(0, std::memory_order_relaxed);
    barrier_round_.store(round + 1, std::memory_order_release);
    return;
  }
  idle_counter idle(patience_);
  while (barrier_round_.load(std::memory_order_acquire) == round) {
    if (failed_.test(std::memory_order_relaxed)) { throw barrier_broken(); }
    if (idle.pause()) { std::this_thread::sleep_for(std::chrono::microseconds(20)); }
  }
}

}  // namespace orujo
