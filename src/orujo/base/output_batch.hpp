// Files of one command that appear together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "orujo/base/staged_file.hpp"

namespace orujo {

/// While one lives, output_file::commit() leaves each file complete and on the disk, but without
/// its name until publish(): of a run that fails before, none of its files is there, and older ones
/// stay. Pipes, devices and standard output are written into as ever. One at a time in a process.
class output_batch {
public:
  output_batch();
  output_batch(const output_batch&) = delete;
  output_batch& operator=(const output_batch&) = delete;
  ~output_batch();

  /// Gives all files their names. Throws: input_error where one cannot get it; those before it have
  /// theirs. Call: any thread.
  void publish();

  /// The one that lives, or null. Call: any thread.
  [[nodiscard]] static output_batch* current() noexcept;

  /// Takes over a file whose bytes are on the disk. Call: any thread.
  void add(std::unique_ptr<staged_file> file);

private:
  std::mutex mutex_;  // of the following
  std::vector<std::unique_ptr<staged_file>> files_;
};

}  // namespace orujo
