// The doctor's findings about MPI.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "orujo/cli/machine/doctor_checks.hpp"
#include "orujo/cli/machine/mpi_presence.hpp"
#include "orujo/transport/launcher.hpp"
#include "orujo/transport/plugin.hpp"

namespace orujo::cli {

namespace {

std::vector<finding> check_libraries(const std::vector<mpi_library_found>& libraries) {
  std::vector<finding> findings;
  for (const mpi_library_found& found : libraries) {
    findings.push_back({"MPI library", fmt::format("{} ({})", found.version, found.path), ""});
  }
  if (findings.empty()) {
    findings.push_back({"MPI library", "none found: runs on one machine need none",
                        "for clusters: apt install openmpi-bin or mpich"});
  }
  return findings;
}

finding check_launchers() {
  const std::vector<std::string> found = find_launchers();
  return {"MPI launcher",
          found.empty() ? "none on PATH" : fmt::format("{}", fmt::join(found, ", ")), "",
          found.empty()};
}

finding check_launched(const launcher_info& launcher) {
  if (!launcher.present()) { return {"launched by", "no MPI launcher: ranks are local", ""}; }
  const std::string size = launcher.size > 0 ? std::to_string(launcher.size) : "several";
  return {"launched by", fmt::format("{}: {} ranks ({})", launcher.name, size, launcher.variable),
          launcher.libraries.empty() ? "start with srun --mpi=pmix or --mpi=pmi2" : ""};
}

/// The plug-ins that a run would try, best first.
std::vector<std::string_view> wanted_plugins(const settings& values,
                                             const launcher_info& launcher) {
  const std::string_view chosen = values.choice(setting::mpi_library);
  if (chosen != "auto") { return {chosen}; }
  if (!launcher.libraries.empty()) { return launcher.libraries; }
  return {"openmpi", "mpich", "abi"};
}

finding check_plugin(const settings& values, const launcher_info& launcher) {
  std::vector<std::string> there;
  for (const std::string_view library : wanted_plugins(values, launcher)) {
    const std::filesystem::path file = find_plugin_file(mpi_plugin_kind, mpi_plugin_file(library));
    if (!file.empty()) { there.push_back(file.native()); }
  }
  const bool will_open = launcher.present() || values.choice(setting::mpi_library) != "auto";
  if (there.empty()) {
    return {"MPI plug-in", "none",
            will_open ? "install the MPI of the launcher and build Orujo again" : "", true};
  }
  if (will_open) { return {"MPI plug-in", fmt::format("{} would be opened", there.front()), ""}; }
  return {"MPI plug-in",
          fmt::format("{}; the launcher decides which is opened", fmt::join(there, ", ")), ""};
}

}  // namespace

std::vector<finding> check_mpi(const settings& values) {
  const launcher_info launcher = detect_launcher();
  std::vector<finding> findings = check_libraries(find_mpi_libraries());
  findings.push_back(check_launchers());
  findings.push_back(check_launched(launcher));
  findings.push_back(check_plugin(values, launcher));
  return findings;
}

}  // namespace orujo::cli
