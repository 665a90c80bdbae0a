// Errors of MPI as exceptions, and the gate that keeps MPI to one thread at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "orujo/base/spin_lock.hpp"

namespace orujo {

/// Throws: transport_error with MPI's code and text, unless `code` is MPI_SUCCESS.
void check_mpi(int code, const char* call);

/// Admits one thread of the process at a time to MPI.
using mpi_gate = spin_lock;

/// Ends all processes of the job with `code`. Call: any thread, also while another is inside.
void abort_job(mpi_gate& gate, int code) noexcept;

}  // namespace orujo
