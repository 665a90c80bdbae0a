// Settings of the MPI library itself that make parcels travel faster.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/base/settings.hpp"

namespace orujo {

/// Lets whole parcels travel without a handshake between ranks of one host, by environment
/// variables that the user has not set; `mpirun --mca` and `-x` count as set, files do not.
/// Returns what is in force, as "name=value" words, for the report card.
/// Call: before MPI is initialised.
std::string tune_library(const settings& values);

}  // namespace orujo
