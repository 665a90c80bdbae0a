// Writes a temporary file and renames it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "orujo/base/error.hpp"

namespace orujo::cli {

output_file::output_file(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  const auto kind = std::filesystem::status(path_, ignored).type();
  using enum std::filesystem::file_type;
  if (kind == directory) { throw input_error(path_, {}, "is a folder, not a file"); }
  const bool plain = kind == regular || kind == not_found || kind == none;
  if (plain && kind == regular && access(path_.c_str(), W_OK) != 0) { fail("cannot be written"); }
  written_path_ = plain ? fmt::format("{}.{}.part", path_, getpid()) : path_;
  file_.reset(std::fopen(written_path_.c_str(), "wb"));
  if (!file_) { fail("cannot be written"); }
}

output_file::~output_file() {
  if (file_ && written_path_ != path_) { std::remove(written_path_.c_str()); }
}

void output_file::fail(std::string_view what) const {
  throw input_error(path_, {}, fmt::format("{}: {}", what, std::strerror(errno)));
}

void output_file::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    fail("writing failed");
  }
}

void output_file::commit() {
  if (std::fflush(file_.get()) != 0) { fail("writing failed"); }
  if (written_path_ != path_ && std::rename(written_path_.c_str(), path_.c_str()) != 0) {
    fail("cannot be moved into place");
  }
  written_path_ = path_;
  file_.reset();
}

}  // namespace orujo::cli
