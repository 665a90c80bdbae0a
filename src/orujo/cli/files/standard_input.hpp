// A graph on standard input, kept where it can be read like any file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace orujo::cli {

/// What GRAPH is called where it stands on standard input.
inline constexpr std::string_view standard_input_name = "-";

/// Where the graph called `name` is opened: `name` itself, or for "-" the path of standard input.
[[nodiscard]] std::string path_of_graph(const std::string& name);

/// Reads standard input to its end into a file without a name, which takes the place of standard
/// input: all ranks then open it, at any place and as often as they like. A regular file at its
/// beginning is left as it is.
/// Call: once in a process, before its ranks begin. Throws: usage_error in one of several processes
/// of a launcher, which gives standard input to one of them only; input_error; interrupted_error.
void keep_standard_input();

}  // namespace orujo::cli
