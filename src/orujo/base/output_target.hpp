// What the name of an output stands for: a file to replace, or something to write into.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "orujo/base/file_descriptor.hpp"

namespace orujo {

enum class target_kind : std::uint8_t {
  file,        ///< Replaced, or created.
  stream,      ///< A pipe, a socket or a device: written into.
  descriptor,  ///< Something that this process has open, such as its standard output.
};

/// The place that an output goes to. Links are followed: a file is replaced where it lies.
struct output_target {
  target_kind kind = target_kind::file;
  std::string folder = {};  ///< Of a file, without links.
  std::string name = {};    ///< Of a file in its folder.
  bool exists = false;
  std::uint32_t mode = 0;  ///< Permissions, owner and group of a file that exists.
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  int descriptor = -1;
};

/// What `path` stands for; "-" is standard output.
/// Throws: input_error for a folder, a link that leads nowhere, a file that must not be written.
[[nodiscard]] output_target output_target_of(const std::string& path);

/// Opens a stream or duplicates a descriptor. A pipe waits for its reader. Throws: input_error.
[[nodiscard]] file_descriptor open_stream(const output_target& target, const std::string& path);

/// Whether `path` is written into rather than replaced: a pipe, a device, "-".
[[nodiscard]] bool is_stream(const std::string& path);

/// Whether writing to `path` is writing to standard output.
[[nodiscard]] bool is_standard_output(const std::string& path);

/// Whether what is written to one would be lost, or mixed up, by writing to the other. Devices
/// such as /dev/null take everything.
[[nodiscard]] bool is_same_output(const std::string& one, const std::string& other);

/// Throws input_error as an output_file of this name would, but for a full disk. A pipe is not
/// opened: its reader would see the end.
void check_output(const std::string& path);

/// Throws input_error: what went wrong with `path`, and the system's reason.
[[noreturn]] void fail_output(const std::string& path, const char* what, int reason);

}  // namespace orujo
