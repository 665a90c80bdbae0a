// Which launcher started this process as one rank of several, if any.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/environment.hpp"

namespace orujo {

/// What a launcher of MPI programs announced in the environment.
struct launcher_info {
  std::string name;      ///< "mpirun of Open MPI", "srun", …; empty: nobody launched us.
  std::string variable;  ///< The environment variable that says so.
  int rank = 0;
  int size = 1;  ///< 0: not announced.
  /// The plug-ins that suit it, best first: the choices of setting mpi_library. Empty: none is
  /// known to, as the launcher offers no PMI.
  std::vector<std::string_view> libraries;

  [[nodiscard]] bool present() const noexcept { return !name.empty(); }
};

/// How an environment variable is looked up; tests bring their own.
using environment_lookup = std::function<std::optional<std::string>(const std::string&)>;

/// Reads what the launcher left in the environment. Opens nothing.
/// Call: local. Throws: transport_error for an announced number that is none.
[[nodiscard]] launcher_info detect_launcher(const environment_lookup& lookup = environment_value);

}  // namespace orujo
