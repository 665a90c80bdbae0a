// Finding, checking and entering the plug-in.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/plugin.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"

namespace orujo {

namespace {

namespace fs = std::filesystem;

/// A plug-in that is in the process, for good: no MPI survives being unloaded.
struct loaded_plugin {
  std::string_view library;
  fs::path file;
  const plugin_card* card = nullptr;
};

std::string file_name(std::string_view library) {
  return fmt::format("liborujo_mpi_{}.so", library);
}

/// `home` itself, and lib/orujo of it and of all folders above it.
void add_folders(std::vector<fs::path>& folders, const fs::path& home) {
  if (home.empty()) { return; }
  folders.push_back(home);
  for (fs::path above = home; above != above.parent_path(); above = above.parent_path()) {
    folders.push_back(above / "lib" / "orujo");
  }
}

std::vector<fs::path> plugin_folders() {
  std::vector<fs::path> folders;
  std::error_code ignored;
  add_folders(folders, fs::read_symlink("/proc/self/exe", ignored).parent_path());
  Dl_info here{};
  // POSIX lets a function's address travel as void*
  if (dladdr(reinterpret_cast<const void*>(&open_mpi), &here) != 0 && here.dli_fname != nullptr) {
    add_folders(folders, fs::weakly_canonical(here.dli_fname, ignored).parent_path());
  }
  folders.emplace_back(ORUJO_PLUGIN_FOLDER);
  return folders;
}

std::string_view package_of(std::string_view library) {
  if (library == "openmpi") { return "libopenmpi-dev"; }
  if (library == "mpich") { return "libmpich-dev"; }
  return "an MPI with the standard ABI (MPICH 5)";
}

[[noreturn]] void refuse_missing(const std::vector<std::string_view>& wanted) {
  std::vector<std::string> names;
  for (const std::string_view library : wanted) { names.push_back(file_name(library)); }
  throw transport_error(
      fmt::format("the MPI plug-in {} is neither beside the program, nor in lib/orujo of a folder "
                  "above it, nor in {}; install {} and build Orujo again",
                  fmt::join(names, " or "), ORUJO_PLUGIN_FOLDER, package_of(wanted.front())));
}

const plugin_card& checked_card(void* handle, const fs::path& file) {
  // POSIX: what dlsym gives for a function's name is that function
  const auto entry = reinterpret_cast<plugin_entry>(dlsym(handle, plugin_entry_name));
  if (entry == nullptr) {
    throw transport_error(
        fmt::format("{} belongs to another version of Orujo, this is {}: it has "
                    "no {}",
                    file.native(), ORUJO_VERSION, plugin_entry_name));
  }
  const plugin_card& card = *entry();
  if (card.bytes != sizeof(plugin_card) || card.version != std::string_view(ORUJO_VERSION) ||
      card.layout != layout_of_this_build()) {
    throw transport_error(
        fmt::format("{} belongs to another build of Orujo ({}), this is {}; "
                    "build or install both together",
                    file.native(), card.version, ORUJO_VERSION));
  }
  return card;
}

loaded_plugin load(std::string_view library, const fs::path& file) {
  void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    throw transport_error(fmt::format("the MPI plug-in cannot be opened ({}); is {} installed?",
                                      dlerror(), package_of(library)));
  }
  return {library, file, &checked_card(handle, file)};
}

/// The best of `wanted` that is there.
loaded_plugin find_plugin(const std::vector<std::string_view>& wanted) {
  const std::vector<fs::path> folders = plugin_folders();
  std::error_code ignored;
  for (const std::string_view library : wanted) {
    for (const fs::path& folder : folders) {
      const fs::path file = folder / file_name(library);
      if (fs::exists(file, ignored)) { return load(library, file); }
    }
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

std::unique_ptr<mpi_session> open_mpi(const launcher_info& launcher, const settings& values) {
  const loaded_plugin plugin = find_plugin(wanted_libraries(launcher, values));
  std::unique_ptr<mpi_session> session(plugin.card->open(values));
  if (same_job(launcher, session->world())) { return session; }
  const std::string problem = different_jobs(launcher, plugin, session->world());
  session->finish();  // alone in its world, or all ranks see the same: nobody waits
  throw transport_error(problem);
}

}  // namespace orujo
