// Which MPI libraries and launchers this machine has, found without linking to any of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace orujo::cli {

/// One MPI library that the loader finds.
struct mpi_library_found {
  std::string path;     ///< Where it lies.
  std::string version;  ///< What it calls itself: "Open MPI v4.1.4", "MPICH 4.0.2".
  std::string kind;     ///< As the setting mpi_library calls it: openmpi, mpich, abi.
};

/// The libraries that a plug-in could use. Each is asked in a process of its own, which then ends.
[[nodiscard]] std::vector<mpi_library_found> find_mpi_libraries();

/// The launchers on PATH, mpirun and its variants and srun: the first with its folder, others of
/// the same folder by name.
[[nodiscard]] std::vector<std::string> find_launchers();

}  // namespace orujo::cli
