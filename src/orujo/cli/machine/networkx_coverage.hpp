// What the Python package runs of NetworkX.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace orujo::cli {

/// A function of NetworkX that is run here.
struct networkx_function {
  std::string_view name;
  std::string_view graphs;  ///< "all", "directed, no multigraphs"
  std::string_view takes;   ///< Arguments that may have any value, with spaces between them.
  std::string_view fixed;   ///< Arguments that have to have their default.
  std::string_view remark;
};

/// All of them by name, as the registry of the package `orujo.networkx` has them.
[[nodiscard]] std::span<const networkx_function> networkx_coverage() noexcept;

}  // namespace orujo::cli
