// Where the MPI plug-ins of this program may lie, and whose they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace orujo {

/// "liborujo_mpi_openmpi.so" for "openmpi".
[[nodiscard]] std::string plugin_file_name(std::string_view library);

/// The folders in which plug-ins are looked for, best first; no others are touched:
/// - the one that the environment variable ORUJO_MPI_PLUGINS names, and then no other,
/// - of a program in the build tree in which Orujo was built, lib/orujo of the tree,
/// - else the one of the installation that the program belongs to (the command `orujo`) or was
///   linked with (find_package): see orujo_plugin_place().
[[nodiscard]] std::vector<std::filesystem::path> plugin_folders();

/// The file of the plug-in for `library`; empty if no folder has it.
[[nodiscard]] std::filesystem::path find_plugin_file(std::string_view library);

/// Reads the card in `file`, without running any code of it. Throws: transport_error if it has none
/// or that of another build.
void check_plugin_card(const std::filesystem::path& file);

}  // namespace orujo

/// Where the installation has its plug-ins: an absolute path, or one relative to the folder of the
/// program, which is then in the installation's folder of programs. The command `orujo` defines it,
/// and the package that find_package finds does for the programs of others. Weak: a program may
/// have none.
extern "C" [[gnu::weak]] const char* orujo_plugin_place() noexcept;
