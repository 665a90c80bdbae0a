// Errors of MPI as exceptions, and the gate that keeps MPI to one thread at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <thread>

#include <mpi.h>

namespace orujo {

/// Throws: transport_error with MPI's code and text, unless `code` is MPI_SUCCESS.
void check_mpi(int code, const char* call);

/// Admits one thread of the process at a time to MPI; a mutex in the sense of std::unique_lock.
class mpi_gate {
public:
  [[nodiscard]] bool try_lock() noexcept {
    // looking first keeps the cache line shared while another thread is inside
    return !busy_.test(std::memory_order_relaxed) && !busy_.test_and_set(std::memory_order_acquire);
  }
  void lock() noexcept {
    while (!try_lock()) { std::this_thread::yield(); }
  }
  void unlock() noexcept { busy_.clear(std::memory_order_release); }

private:
  std::atomic_flag busy_;
};

/// Ends all processes of the job with `code`. Call: any thread, also while another is inside.
void abort_job(mpi_gate& gate, int code) noexcept;

}  // namespace orujo
