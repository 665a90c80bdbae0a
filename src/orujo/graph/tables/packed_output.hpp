// An output file whose bytes are packed on their way, as its name asks for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "orujo/base/output_file.hpp"

namespace orujo::tables {

/// As output_file, in turn; what goes to a name that ends in .gz is packed by zlib.
class packed_output {
public:
  /// Throws: input_error if it cannot be written there; memory_error.
  explicit packed_output(const std::string& path);
  ~packed_output();

  /// Appends. Throws: input_error if the disk is full.
  void write(std::string_view bytes);

  /// Writes what is still being packed: nothing is appended any more. Throws: as write().
  void finish();

  /// Makes the file visible under its name, safe on the disk; calls finish() if that was not done.
  /// Throws: as write().
  void commit();

private:
  class packer;

  output_file file_;
  std::unique_ptr<packer> packer_;  // nothing if bytes are written as they are, or all are written
};

}  // namespace orujo::tables
