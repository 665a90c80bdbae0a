// A file that appears under its name only when it is complete.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace orujo::cli {

/// Writes next to its final place, and moves there in commit(): nobody ever sees a part of it.
/// - Destroyed before commit(), it leaves nothing behind, and an older file of the name stays.
/// - Pipes and devices (`/dev/stdout`) are written directly.
class output_file {
public:
  /// Opens the temporary file. Throws: input_error if the folder is missing or not writable.
  explicit output_file(std::string path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  /// Appends. Throws: input_error if the disk is full.
  void write(std::string_view bytes);

  /// Makes the file visible under its name. Throws: input_error if the disk is full.
  void commit();

private:
  struct closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  [[noreturn]] void fail(std::string_view what) const;

  std::string path_;
  std::string written_path_;  // the temporary name, or path_ itself
  std::unique_ptr<std::FILE, closer> file_;
};

}  // namespace orujo::cli
