// Opens the MPI plug-in, so that programs need no MPI unless a launcher of one started them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "orujo/base/settings.hpp"
#include "orujo/transport/launcher.hpp"
#include "orujo/transport/mpi_session.hpp"

namespace orujo {

/// "liborujo_mpi_openmpi.so" for "openmpi".
[[nodiscard]] std::string mpi_plugin_file(std::string_view library);

/// Opens the plug-in that suits `launcher`, or the one that setting mpi_library names, and
/// initialises MPI if nobody has.
/// It is looked for as plugin_folders() says, and its card is checked before any of its code runs.
/// Call: collective, any one thread. At most one session at a time, and none after finish().
/// Throws: transport_error if there is no launcher and no library was named, if the plug-in is
/// missing or of another build, or if MPI sees another number of ranks than the launcher
/// announced: a launcher of one MPI with the plug-in of another starts ranks that all believe
/// they are alone.
[[nodiscard]] std::unique_ptr<mpi_session> open_mpi(const launcher_info& launcher,
                                                    const settings& values);

}  // namespace orujo
