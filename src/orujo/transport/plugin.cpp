// Finding, checking and entering the plug-in.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/plugin.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/plugin_files.hpp"

namespace orujo {

namespace {

namespace fs = std::filesystem;

/// A plug-in that is in the process, for good: no MPI survives being unloaded.
struct loaded_plugin {
  std::string_view library;
  mpi_plugin_entry open = nullptr;
};

std::string_view package_of(std::string_view library) {
  if (library == "openmpi") { return "libopenmpi-dev"; }
  if (library == "mpich") { return "libmpich-dev"; }
  return "an MPI with the standard ABI (MPICH 5)";
}

[[noreturn]] void refuse_missing(const std::vector<std::string_view>& wanted) {
  std::vector<std::string> names;
  for (const std::string_view library : wanted) { names.push_back(mpi_plugin_file(library)); }
  throw transport_error(fmt::format(
      "the MPI plug-in {} is missing: {}; install {} and build Orujo again with its plug-ins (make "
      "demo, make build or pip install .), or name the folder that has it by the environment "
      "variable {}",
      fmt::join(names, " or "), describe_folders(mpi_plugin_kind), package_of(wanted.front()),
      mpi_plugin_kind.folder_variable));
}

loaded_plugin load(std::string_view library, const fs::path& file) {
  try {
    void* const entry = enter_plugin(mpi_plugin_kind, file, package_of(library));
    // POSIX: what dlsym gives for a function's name is that function
    return {library, reinterpret_cast<mpi_plugin_entry>(entry)};
  } catch (const plugin_problem& problem) { throw transport_error(problem.what()); }
}

/// The best of `wanted` that is there.
loaded_plugin find_plugin(const std::vector<std::string_view>& wanted) {
  for (const std::string_view library : wanted) {
    const fs::path file = find_plugin_file(mpi_plugin_kind, mpi_plugin_file(library));
    if (!file.empty()) { return load(library, file); }
  }
  refuse_missing(wanted);
}

std::vector<std::string_view> wanted_libraries(const launcher_info& launcher,
                                               const settings& values) {
  const std::string_view chosen = values.choice(setting::mpi_library);
  if (chosen != "auto") { return {chosen}; }
  if (!launcher.libraries.empty()) { return launcher.libraries; }
  if (launcher.present()) {
    throw transport_error(
        fmt::format("{} started {} ranks without a PMI by which they would find each other; start "
                    "them with srun --mpi=pmix for Open MPI, or --mpi=pmi2 for MPICH",
                    launcher.name, launcher.size));
  }
  throw transport_error(
      "no MPI launcher started this program; start it with mpirun or srun, as in "
      "'mpirun -n 4 orujo …'");
}

/// Whether MPI sees the job that the launcher started.
bool same_job(const launcher_info& launcher, const mpi_world& world) {
  if (!launcher.present()) { return true; }
  if (launcher.size > 0) { return launcher.size == world.size; }
  return launcher.rank == index_of(world.rank);
}

std::string different_jobs(const launcher_info& launcher, const loaded_plugin& plugin,
                           const mpi_world& world) {
  return fmt::format(
      "{} started {} ranks ({}), but {}, which plug-in '{}' uses, sees {}: launcher and library "
      "belong to different MPIs; start with the mpirun of {}, or set mpi_library to {}",
      launcher.name, launcher.size > 0 ? std::to_string(launcher.size) : "several",
      launcher.variable, world.library, plugin.library, world.size, world.library,
      launcher.libraries.empty() || launcher.libraries.front() == plugin.library
          ? "another"
          : launcher.libraries.front());
}

}  // namespace

std::string mpi_plugin_file(std::string_view library) {
  return fmt::format("liborujo_mpi_{}.so", library);
}

std::unique_ptr<mpi_session> open_mpi(const launcher_info& launcher, const settings& values) {
  const loaded_plugin plugin = find_plugin(wanted_libraries(launcher, values));
  std::unique_ptr<mpi_session> session(plugin.open(values));
  if (same_job(launcher, session->world())) { return session; }
  const std::string problem = different_jobs(launcher, plugin, session->world());
  session->finish();  // alone in its world, or all ranks see the same: nobody waits
  throw transport_error(problem);
}

}  // namespace orujo
