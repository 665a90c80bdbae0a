// Why: below a limit an MPI copies a message through shared memory at once; above it the receiver
// must answer first and then copies from the sender's memory by a system call. For parcels of 16 to
// 128 KiB between two ranks the first is 2 to 3 times as fast (docs/contracts/transport.md).
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/mpi/library_tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>

#include "orujo/base/environment.hpp"
#include "orujo/transport/parcel.hpp"

namespace orujo {

namespace {

// Larger parcels keep the handshake: the shared memory of Open MPI holds 4 MiB of such copies.
constexpr std::int64_t largest_copied = 256 * 1024;
constexpr std::int64_t room_for_headers = 512;

/// Whether the launcher started all ranks on this host; other networks keep their own limits.
bool one_host() {
  const auto all_here = [](const char* size, const char* here) {
    const auto ranks = environment_value(size);
    return ranks.has_value() && ranks == environment_value(here);
  };
  return all_here("PMI_SIZE", "MPI_LOCALNRANKS") ||
         all_here("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE");
}

}  // namespace

std::string tune_library(const settings& values) {
  const std::int64_t parcel = std::min(values.integer(setting::parcel_bytes), largest_copied);
  const std::string limit =
      std::to_string(parcel + std::int64_t{sizeof(parcel_label)} + room_for_headers);
  std::vector<std::string_view> variables;
#ifdef OPEN_MPI
  variables.push_back("OMPI_MCA_btl_vader_eager_limit");  // Open MPI 4
  variables.push_back("OMPI_MCA_btl_sm_eager_limit");     // the same in Open MPI 5
#endif
  if (one_host()) { variables.push_back("UCX_RNDV_THRESH"); }  // MPICH over UCX
  std::vector<std::string> in_force;
  for (const std::string_view variable : variables) {
    const std::string name(variable);
    set_environment_default(name, limit);
    in_force.push_back(fmt::format("{}={}", name, environment_value(name).value_or("")));
  }
  return fmt::format("{}", fmt::join(in_force, " "));
}

}  // namespace orujo
