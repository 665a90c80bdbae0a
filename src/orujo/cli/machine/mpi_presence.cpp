// Asks the loader for MPI libraries, in child processes.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/machine/mpi_presence.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "orujo/base/environment.hpp"

namespace orujo::cli {

namespace {

struct library_name {
  const char* name;
  const char* kind;
};

// Debian's MPICH is libmpich.so.12; elsewhere it is libmpi.so.12, as in all of its ABI.
constexpr std::array<library_name, 5> library_names{{{"libmpi.so.40", "openmpi"},
                                                     {"libmpich.so.12", "mpich"},
                                                     {"libmpi.so.12", "mpich"},
                                                     {"libmpi_abi.so.1", "abi"},
                                                     {"libmpi_abi.so.0", "abi"}}};

constexpr std::size_t longest_version = 8192;  // MPI_MAX_LIBRARY_VERSION_STRING of MPICH

/// In the child: loads `name` and writes its path and version to `out`. MPI allows this question
/// before MPI_Init.
void tell_version(const char* name, int out) {
  void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) { return; }
  void* symbol = dlsym(library, "MPI_Get_library_version");
  Dl_info place{};
  if (symbol == nullptr || dladdr(symbol, &place) == 0) { return; }
  // POSIX lets a symbol's address be turned into a function pointer.
  const auto ask = reinterpret_cast<int (*)(char*, int*)>(symbol);
  std::array<char, longest_version + 1> version{};
  int length = 0;
  if (ask(version.data(), &length) != 0) { return; }
  const std::string text = std::string(place.dli_fname) + "\n" + version.data() + "\n";
  if (write(out, text.data(), text.size()) < 0) { return; }
}

/// What `descriptor` gives until its end, or until nothing has come for some seconds.
std::string read_all(int descriptor) {
  constexpr int patience_milliseconds = 5000;
  std::string text;
  std::array<char, 4096> piece{};
  pollfd waited{descriptor, POLLIN, 0};
  while (poll(&waited, 1, patience_milliseconds) > 0) {
    const ssize_t count = read(descriptor, piece.data(), piece.size());
    if (count <= 0) { break; }
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  return text;
}

[[noreturn]] void run_child(const char* name, int out) {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  tell_version(name, out);
  _exit(0);
}

/// "Open MPI v4.1.4, package: …" → "Open MPI v4.1.4"; "MPICH Version:\t4.0.2" → "MPICH 4.0.2".
std::string short_version(const std::string& line) {
  constexpr std::string_view mpich = "MPICH Version:";
  if (!line.starts_with(mpich)) { return line.substr(0, line.find(',')); }
  const std::size_t number = line.find_first_not_of(" \t", mpich.size());
  return "MPICH " + (number == std::string::npos ? "" : line.substr(number));
}

/// Asks `name` in a child process, so that nothing of it stays in this one.
std::optional<mpi_library_found> ask_library(const library_name& asked) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) { return std::nullopt; }
  const pid_t child = fork();
  if (child == 0) { run_child(asked.name, ends[1]); }
  close(ends[1]);
  std::istringstream answer(child > 0 ? read_all(ends[0]) : std::string());
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);  // it has answered, or hangs
    waitpid(child, nullptr, 0);
  }
  mpi_library_found found{.path = {}, .version = {}, .kind = asked.kind};
  std::getline(answer, found.path);
  std::getline(answer, found.version);
  if (found.version.empty()) { return std::nullopt; }
  found.version = short_version(found.version);
  return found;
}

}  // namespace

std::vector<mpi_library_found> find_mpi_libraries() {
  std::vector<mpi_library_found> all;
  for (const library_name& name : library_names) {
    const auto found = ask_library(name);
    if (!found) { continue; }
    const bool known = std::any_of(all.begin(), all.end(), [&](const mpi_library_found& other) {
      return other.version == found->version && other.kind == found->kind;
    });
    if (!known) { all.push_back(*found); }
  }
  return all;
}

std::vector<std::string> find_launchers() {
  std::vector<std::string> found;
  std::set<std::string> known;
  std::istringstream folders(environment_value("PATH").value_or(""));
  for (std::string folder; std::getline(folders, folder, ':');) {
    bool first_here = true;
    for (const char* name : {"mpirun", "mpirun.openmpi", "mpirun.mpich", "mpiexec.hydra", "srun"}) {
      const std::string path = folder + "/" + name;
      if (access(path.c_str(), X_OK) != 0 || !known.insert(name).second) { continue; }
      found.push_back(first_here ? path : name);
      first_here = false;
    }
  }
  return found;
}

}  // namespace orujo::cli
