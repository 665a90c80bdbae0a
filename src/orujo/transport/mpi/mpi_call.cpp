// Texts of MPI's errors.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/mpi_call.hpp"

#include <array>
#include <chrono>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"

namespace orujo {

void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) { return; }
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw transport_error(fmt::format("{} failed with code {}: {}", call, code, text.data()));
}

void abort_job(mpi_gate& gate, int code) noexcept {
  await_reader_of_errors(std::chrono::seconds(1));
  // Another worker may be inside; wait for it, but not for long, then end the job regardless.
  const auto limit = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  while (!gate.try_lock() && std::chrono::steady_clock::now() < limit) {
    std::this_thread::yield();
  }
  MPI_Abort(MPI_COMM_WORLD, code);
}

}  // namespace orujo
