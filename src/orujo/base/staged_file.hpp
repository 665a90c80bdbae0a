// A file in the making: next to its final place, and out of everybody's reach.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/base/file_descriptor.hpp"
#include "orujo/base/output_target.hpp"

namespace orujo {

/// Without a name where the file system can do that, so that not even a killed process leaves it
/// behind; else under a name that nobody can guess, created by nobody else, and no link.
/// Destroyed before publish(), it is gone.
class staged_file {
public:
  /// In the folder of `target`, a file; `path` is what errors call it. Throws: input_error.
  staged_file(output_target target, std::string path);
  staged_file(const staged_file&) = delete;
  staged_file& operator=(const staged_file&) = delete;
  ~staged_file();

  [[nodiscard]] int descriptor() const noexcept { return file_.number(); }

  /// Gives the file a name until publish(), by which others can open it; returns its path.
  /// Throws: input_error.
  const std::string& give_name();

  /// Has what was written on the disk. Throws: input_error.
  void sync() const;

  /// Moves the file into place, after sync(). Throws: input_error.
  void publish();

private:
  void create();
  void take_over_mode() const;
  void note_name(const std::string& name);
  [[nodiscard]] bool link_to(const std::string& name) const noexcept;
  [[noreturn]] void fail(int reason) const;

  output_target target_;
  std::string path_;
  file_descriptor folder_;
  file_descriptor file_;
  std::string name_;       // in the folder; empty: none
  std::string full_name_;  // the same with the folder
};

/// Makes a file in the folder for temporary files, which no name in another folder will stand for.
[[nodiscard]] output_target spool_target();

}  // namespace orujo
